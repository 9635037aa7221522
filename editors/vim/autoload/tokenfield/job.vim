" The process and the frames: the only file that knows how each of the two editors starts a program and hears from it.
" Vim's own `lsp' mode is not used: it numbers requests itself, drops what it cannot read without a word, and has no
" counterpart in Neovim.

let s:job = v:null
let s:chunks = []
let s:held = 0
let s:needed = 0
let s:largest = 67108864

" Starts a program. Hear is called with each message, Ended with the exit code. Gives whether it runs.
function! tokenfield#job#start(command, Hear, Ended) abort
  let [s:chunks, s:held, s:needed] = [[], 0, 0]
  let s:Hear = a:Hear
  let s:Ended = a:Ended
  if has('nvim')
    try
      let s:job = jobstart(a:command, {'on_stdout': function('s:heard_list'), 'on_exit': function('s:exited')})
    catch
      call tokenfield#log#add(v:exception)
      let s:job = 0
    endtry
    if s:job <= 0
      let s:job = v:null
    endif
  else
    " noblock: a daemon that does not read must not stop the editor.
    let s:job = job_start(a:command, {'mode': 'raw', 'noblock': 1, 'err_io': 'null', 'stoponexit': 'term',
          \ 'out_cb': function('s:heard_text'), 'exit_cb': function('s:exited')})
    " Of a process that has ended already `exited' is told, as of any other.
    if string(s:job) =~# 'fail'
      let s:job = v:null
    endif
  endif
  return s:job isnot v:null
endfunction

function! tokenfield#job#running() abort
  return s:job isnot v:null
endfunction

" The number of the process, 0 if there is none.
function! tokenfield#job#process() abort
  try
    return s:job is v:null ? 0 : has('nvim') ? jobpid(s:job) : job_info(s:job).process
  catch
    " It has ended, and `exited' is about to be told of it.
    return 0
  endtry
endfunction

" Writes a message. A process that is just ending is none of the user's business.
function! tokenfield#job#send(message) abort
  if s:job is v:null
    return
  endif
  let body = json_encode(a:message)
  let frame = 'Content-Length: ' . strlen(body) . "\r\n\r\n" . body
  try
    if has('nvim')
      call chansend(s:job, frame)
    else
      call ch_sendraw(s:job, frame)
    endif
  catch
    call tokenfield#log#add('not sent: ' . v:exception)
  endtry
endfunction

" Waits until Done gives something, at most so many milliseconds, and hears messages meanwhile.
function! tokenfield#job#wait(milliseconds, Done) abort
  if has('nvim')
    call wait(a:milliseconds, a:Done, 1)
    return
  endif
  let begun = reltime()
  while !a:Done() && s:job isnot v:null
    let rest = a:milliseconds - float2nr(reltimefloat(reltime(begun)) * 1000)
    if rest <= 0
      return
    endif
    try
      let text = ch_readraw(s:job, {'timeout': rest})
    catch
      return
    endtry
    if text !=# ''
      call s:take(text)
    elseif ch_status(s:job, {'part': 'out'}) !=# 'open'
      return
    endif
  endwhile
endfunction

function! tokenfield#job#stop() abort
  if s:job is v:null
    return
  endif
  if has('nvim')
    call jobstop(s:job)
  else
    call job_stop(s:job)
  endif
endfunction

function! s:heard_text(channel, text) abort
  call tokenfield#log#guard(function('s:take'), a:text)
endfunction

function! s:heard_list(job, lines, event) abort
  if a:job == s:job
    call tokenfield#log#guard(function('s:take'), join(a:lines, "\n"))
  endif
endfunction

function! s:exited(job, code, ...) abort
  if has('nvim') ? a:job == s:job : a:job is s:job
    let s:job = v:null
    call tokenfield#log#guard(s:Ended, a:code)
  endif
endfunction

" Takes bytes in any pieces, and tells each whole message. Large ones come in many pieces, which are joined once.
function! s:take(text) abort
  call add(s:chunks, a:text)
  let s:held += strlen(a:text)
  if s:held < s:needed
    return
  endif
  let text = len(s:chunks) == 1 ? s:chunks[0] : join(s:chunks, '')
  let messages = []
  while 1
    let [body, text, s:needed] = s:cut(text)
    if body is v:null
      break
    endif
    call add(messages, body)
  endwhile
  let s:chunks = text ==# '' ? [] : [text]
  let s:held = strlen(text)
  for body in messages
    call s:tell(body)
  endfor
endfunction

" The first body of a text, or null; what follows; how many bytes there must be before it is worth looking again.
" What is no frame is passed over up to the next header, as the daemon itself does.
function! s:cut(text) abort
  let text = a:text
  while 1
    if strpart(text, 0, 16) ==# 'Content-Length: ' && stridx(text, "\r\n\r\n") >= 0
      " As the daemon writes it; a pattern would cost a tenth of a millisecond.
      let [head, end, length] = [0, stridx(text, "\r\n\r\n") + 4, str2nr(strpart(text, 16, 20))]
    else
      let head = match(text, '\cContent-Length\s*:\s*\d\+')
      if head < 0
        return [v:null, strpart(text, max([0, strlen(text) - 40])), 0]
      endif
      let end = matchend(text, '\r\?\n\r\?\n', head)
      if end < 0
        return [v:null, strpart(text, head), 0]
      endif
      let length = str2nr(matchstr(text, '\d\+', head))
    endif
    if length > s:largest
      call tokenfield#log#add('a frame of ' . length . ' bytes was passed over')
      let text = strpart(text, end)
      continue
    endif
    if strlen(text) < end + length
      return [v:null, strpart(text, head), end + length - head]
    endif
    return [strpart(text, end, length), strpart(text, end + length), 0]
  endwhile
endfunction

function! s:tell(body) abort
  try
    let message = json_decode(a:body)
  catch
    call tokenfield#log#add('no JSON: ' . strpart(a:body, 0, 80))
    return
  endtry
  if type(message) == v:t_dict
    call tokenfield#log#guard(s:Hear, message)
  endif
endfunction
