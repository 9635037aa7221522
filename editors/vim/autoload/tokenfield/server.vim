" The daemon of this editor: found, started, spoken to, started anew when it ends.

let s:state = 'off'
let s:number = 0
let s:waiting = {}
let s:late = {}
let s:deaths = 0
let s:told = {}
let s:root = expand('<sfile>:p:h:h:h:h:h')

" How long is waited before the next start, in milliseconds; at the end of the list nobody tries any more.
let s:pauses = [200, 500, 1000, 2000, 5000, 10000]
let s:calm = 30000

" off, starting, ready, or failed.
function! tokenfield#server#state() abort
  return s:state
endfunction

function! tokenfield#server#ready() abort
  return s:state ==# 'ready'
endfunction

" The command that starts the daemon: as said, from PATH, or the release build of this checkout; empty if there is none.
function! tokenfield#server#command() abort
  let said = tokenfield#option#get('command')
  let words = type(said) == v:t_list ? copy(said) : said ==# '' ? [] : [expand(said)]
  if empty(words)
    let built = s:root . '/.build/release/tokenfield'
    let words = executable('tokenfield') ? [exepath('tokenfield')] : executable(built) ? [built] : []
  endif
  if empty(words) || !executable(words[0])
    return []
  endif
  return len(words) == 1 ? words + ['serve'] : words
endfunction

" The program alone, for commands that run once.
function! tokenfield#server#program() abort
  return get(tokenfield#server#command(), 0, '')
endfunction

" Starts the daemon unless it runs. Gives whether it runs or is about to.
function! tokenfield#server#start() abort
  if s:state ==# 'starting' || s:state ==# 'ready'
    return 1
  endif
  if s:state ==# 'failed'
    return 0
  endif
  let command = tokenfield#server#command()
  if empty(command)
    call s:once('absent', 'program not found; how to get it: :help tokenfield-install')
    return 0
  endif
  let [s:waiting, s:late] = [{}, {}]
  if !tokenfield#job#start(command, function('s:heard'), function('s:ended'))
    call s:once('absent', command[0] . ' cannot be started; see :help tokenfield-install')
    return 0
  endif
  let s:state = 'starting'
  call tokenfield#log#add('started ' . join(command))
  call tokenfield#server#request('initialize', {
        \ 'processId': getpid(),
        \ 'rootUri': tokenfield#uri#of(getcwd()),
        \ 'clientInfo': {'name': has('nvim') ? 'tokenfield.nvim' : 'tokenfield.vim'},
        \ 'initializationOptions': get(g:, 'tokenfield_settings', {}),
        \ 'capabilities': {
        \   'general': {'positionEncodings': ['utf-8']},
        \   'textDocument': {
        \     'hover': {'contentFormat': ['plaintext']},
        \     'publishDiagnostics': {'versionSupport': v:true, 'relatedInformation': v:true},
        \     'codeAction': {'codeActionLiteralSupport': {'codeActionKind': {'valueSet': ['quickfix', 'refactor', 'source']}}},
        \     'completion': {'completionItem': {'documentationFormat': ['plaintext']}}},
        \   'workspace': {'workspaceEdit': {'documentChanges': v:true}, 'applyEdit': v:false},
        \   'experimental': {'tokenField': {}}}},
        \ function('s:initialized'))
  return 1
endfunction

function! s:initialized(result, fault) abort
  let capabilities = type(a:result) == v:t_dict ? get(a:result, 'capabilities', {}) : {}
  if get(capabilities, 'positionEncoding', '') !=# 'utf-8'
    let s:state = 'failed'
    call tokenfield#job#stop()
    call s:once('strange', 'this program is no tokenfield that can be used here; see :Tokenfield log')
    return
  endif
  let s:state = 'ready'
  call tokenfield#server#notify('initialized', {})
  call timer_start(s:calm, function('s:calmed', [tokenfield#job#process()]))
  call tokenfield#document#open_all()
endfunction

" A daemon that has lived for a while may die again without being given up.
function! s:calmed(process, timer) abort
  if tokenfield#job#process() == a:process
    let s:deaths = 0
  endif
endfunction

" Ends the daemon for good; `:Tokenfield restart' starts it again.
function! tokenfield#server#stop() abort
  if s:state ==# 'starting' || s:state ==# 'ready'
    call tokenfield#server#request('shutdown', v:null, {result, fault -> 0})
    call tokenfield#server#notify('exit', v:null)
  endif
  let s:state = 'stopped'
endfunction

function! tokenfield#server#restart() abort
  let s:deaths = 0
  let s:told = {}
  if tokenfield#job#running()
    let s:state = 'restarting'
    call tokenfield#job#stop()
  else
    let s:state = 'off'
    call tokenfield#server#start()
  endif
endfunction

function! s:ended(code) abort
  let was = s:state
  call tokenfield#log#add('the daemon ended with code ' . a:code)
  let [s:waiting, s:late] = [{}, {}]
  if was ==# 'stopped' || was ==# 'failed'
    return
  endif
  let s:state = 'off'
  call tokenfield#document#lost()
  if was ==# 'restarting'
    call tokenfield#server#start()
    return
  endif
  if s:deaths >= len(s:pauses)
    let s:state = 'failed'
    call tokenfield#log#warn('the daemon ends again and again and is left alone; :Tokenfield restart')
    return
  endif
  if s:deaths == 0
    call tokenfield#log#warn('the daemon has ended and is started again')
  endif
  call timer_start(s:pauses[s:deaths], {-> s:state ==# 'off' ? tokenfield#log#guard('tokenfield#server#start') : 0})
  let s:deaths += 1
endfunction

" Sends a request. Answered is called with the result, or with null and the error.
function! tokenfield#server#request(method, params, Answered) abort
  let s:number += 1
  let s:waiting[s:number] = a:Answered
  call tokenfield#job#send({'jsonrpc': '2.0', 'id': s:number, 'method': a:method, 'params': a:params})
  return s:number
endfunction

function! tokenfield#server#notify(method, params) abort
  call tokenfield#job#send({'jsonrpc': '2.0', 'method': a:method, 'params': a:params})
endfunction

" Sends a request and waits for its answer, but never longer than the option `timeout': then the key that asked does what
" it does without us, and no other key asks before the daemon has been heard of again.
" Gives the result, or null for an error, for an answer that is late, and while nobody is there.
function! tokenfield#server#ask(method, params) abort
  if s:state !=# 'ready' || !empty(s:late)
    return v:null
  endif
  let box = []
  let number = tokenfield#server#request(a:method, a:params, {result, fault -> add(box, result)})
  let s:asking = 1
  try
    call tokenfield#job#wait(tokenfield#option#get('timeout'), {-> len(box) > 0})
  finally
    let s:asking = 0
  endtry
  if empty(box)
    if has_key(s:waiting, number)
      let s:waiting[number] = {result, fault -> 0}
      let s:late[number] = 1
      call tokenfield#log#add(a:method . ' was not answered in time')
    endif
    return v:null
  endif
  return box[0]
endfunction

" Whether a key waits for its answer now.
function! tokenfield#server#asking() abort
  return s:asking
endfunction
let s:asking = 0

" Whether an answer is overdue.
function! tokenfield#server#busy() abort
  return !empty(s:late)
endfunction

function! s:heard(message) abort
  let number = get(a:message, 'id', v:null)
  if has_key(a:message, 'method')
    if type(a:message.method) != v:t_string
      return
    endif
    if number isnot v:null
      call tokenfield#job#send({'jsonrpc': '2.0', 'id': number,
            \ 'error': {'code': -32601, 'message': 'this client is asked nothing'}})
    else
      call s:told_of(a:message.method, get(a:message, 'params', {}))
    endif
    return
  endif
  if type(number) != v:t_number || !has_key(s:waiting, number)
    return
  endif
  " What was asked before this will hardly be answered any more.
  call filter(s:late, {late, _ -> late > number})
  let Answered = remove(s:waiting, number)
  let fault = get(a:message, 'error', v:null)
  if fault isnot v:null
    call tokenfield#log#add('refused: ' . string(get(fault, 'message', fault)))
  endif
  call Answered(fault is v:null ? get(a:message, 'result', v:null) : v:null, fault)
endfunction

function! s:told_of(method, params) abort
  if type(a:params) != v:t_dict
    return
  endif
  if a:method ==# 'tokenField/publishChips'
    call tokenfield#chips#published(a:params)
  elseif a:method ==# 'textDocument/publishDiagnostics'
    call tokenfield#diagnostic#published(a:params)
  elseif a:method ==# 'tokenField/event'
    call tokenfield#event#told(a:params)
  elseif a:method ==# 'tokenField/suggestions'
    call tokenfield#complete#suggested(a:params)
  elseif a:method ==# 'window/showMessage'
    call tokenfield#log#say(get(a:params, 'message', ''))
  endif
endfunction

function! s:once(key, text) abort
  if !has_key(s:told, a:key)
    let s:told[a:key] = 1
    call tokenfield#log#warn(a:text)
  endif
endfunction
