" `:Tokenfield': what can be done with fields by name.

" Name: [function, what its words are completed from].
let s:commands = {
      \ 'add': ['s:add', 'fields'],
      \ 'remove': ['s:remove', 'tokens'],
      \ 'move': ['s:move', 'fields'],
      \ 'expand': ['s:expand', ''],
      \ 'collapse': ['s:collapse', ''],
      \ 'sort': ['s:order', 'fields'],
      \ 'unique': ['s:order', 'fields'],
      \ 'check': ['s:check', ''],
      \ 'fix': ['s:fix', ''],
      \ 'why': ['s:why', ''],
      \ 'forget': ['s:forget', ''],
      \ 'next': ['s:go', ''],
      \ 'previous': ['s:go', ''],
      \ 'doctor': ['s:doctor', ''],
      \ 'log': ['s:log', ''],
      \ 'attach': ['s:attach', ''],
      \ 'detach': ['s:detach', ''],
      \ 'restart': ['s:restart', ''],
      \ 'stop': ['s:stop', ''],
      \ }

let s:reasons = {'duplicate': 'is there already', 'empty': 'there is nothing', 'syntax': 'cannot be written there',
      \ 'too-many': 'the field takes no more', 'disabled': 'the field cannot be changed', 'fixed': 'that one stays',
      \ 'unknown-token': 'there is nobody like that', 'not-allowed': 'that is not allowed there',
      \ 'outside': 'there is no such field', 'no-match': 'nobody was found', 'pattern': 'does not fit the field',
      \ 'too-short': 'is too short', 'too-long': 'is too long', 'blacklisted': 'is not allowed'}

function! tokenfield#command#run(first, last, bang, words) abort
  let name = matchstr(a:words, '^\S*')
  let found = filter(sort(keys(s:commands)), {_, one -> one ==# name || stridx(one, name) == 0})
  if name ==# '' || empty(found) || (len(found) > 1 && index(found, name) < 0)
    return tokenfield#log#warn('commands are ' . join(sort(keys(s:commands)), ', '))
  endif
  let name = index(found, name) >= 0 ? name : found[0]
  call tokenfield#log#guard(function(s:commands[name][0]),
        \ {'name': name, 'first': a:first, 'last': a:last, 'bang': a:bang, 'words': matchstr(a:words, '^\S*\s*\zs.*')})
endfunction

" Completes subcommands, then names of fields or what stands in the field at the cursor.
function! tokenfield#command#complete(lead, line, position) abort
  let words = matchstr(strpart(a:line, 0, a:position), '\CT\a*!\?\s\+\zs.*$')
  let name = matchstr(words, '^\S*\ze\s')
  if name ==# ''
    return filter(sort(keys(s:commands)), {_, one -> stridx(one, a:lead) == 0})
  endif
  let document = tokenfield#document#here()
  let from = get(s:commands, name, ['', ''])[1]
  if empty(document) || from ==# ''
    return []
  endif
  let offered = from ==# 'tokens' ? s:displays(document)
        \ : map(tokenfield#chips#names(document), {_, one -> one . (name ==# 'add' ? ':' : '')})
  return filter(offered, {_, one -> stridx(tolower(one), tolower(a:lead)) == 0})
endfunction

function! s:displays(document) abort
  let field = tokenfield#chips#field(a:document, line('.') - 1)
  return empty(field) ? [] : map(copy(get(tokenfield#object#chips(a:document), field.id, [])), {_, chip -> chip.display})
endfunction

" The document of the current buffer; without one the user is told.
function! s:document() abort
  let document = tokenfield#document#here()
  if empty(document)
    call tokenfield#log#warn(tokenfield#server#ready() ? 'this buffer is not attached' : 'the daemon is not there')
  else
    call tokenfield#document#flush(document)
  endif
  return document
endfunction

" Sends a request that acts and does what comes of it; a refusal is said.
function! s:act(document, method, params) abort
  let edition = a:document.version
  let outcome = tokenfield#server#ask('tokenField/' . a:method,
        \ extend({'textDocument': {'uri': a:document.uri, 'version': edition}}, a:params))
  if type(outcome) != v:t_dict
    return tokenfield#log#warn('no answer; nothing was changed')
  endif
  if has_key(outcome, 'reason')
    return tokenfield#log#warn(get(s:reasons, outcome.reason, outcome.reason))
  endif
  if edition != a:document.version || !tokenfield#edit#outcome(a:document, outcome)
    return tokenfield#log#warn('nothing was changed')
  endif
  if get(outcome, 'announce', '') !=# '' && !tokenfield#option#get('announce') && !tokenfield#option#accessible()
    call tokenfield#log#say(outcome.announce)
  endif
endfunction

" Words that begin with the name of a field and a colon mean that field, all others the field at the cursor.
" Gives [field, rest].
function! s:field(document, words) abort
  for name in tokenfield#chips#names(a:document)
    if tolower(strpart(a:words, 0, strlen(name) + 1)) ==# tolower(name) . ':'
      return [name, matchstr(strpart(a:words, strlen(name) + 1), '^\s*\zs.*')]
    endif
  endfor
  return [get(tokenfield#chips#field(a:document, line('.') - 1), 'id', ''), a:words]
endfunction

function! s:add(arguments) abort
  let document = s:document()
  if !empty(document)
    let [field, text] = s:field(document, a:arguments.words)
    call s:act(document, 'add', {'field': field, 'text': text})
  endif
endfunction

" The chips of a range of lines, or the one at the cursor: [field, chips].
function! s:chips(document, arguments) abort
  if a:arguments.first == a:arguments.last
    return tokenfield#object#here(a:document, 1)
  endif
  let field = tokenfield#chips#field(a:document, a:arguments.first - 1)
  let chips = empty(field) ? [] : get(tokenfield#object#chips(a:document), field.id, [])
  return [get(field, 'id', ''), filter(copy(chips), {_, chip -> chip.range.start.line >= a:arguments.first - 1
        \ && chip.range.end.line < a:arguments.last})]
endfunction

function! s:remove(arguments) abort
  let document = s:document()
  if empty(document)
    return
  endif
  let [field, value] = s:field(document, a:arguments.words)
  if value !=# ''
    let named = filter(copy(get(tokenfield#object#chips(document), field, [])), {_, chip -> chip.display ==# value})
    return s:act(document, 'remove', empty(named) ? {'field': field, 'value': value}
          \ : {'field': field, 'selection': [named[0].range]})
  endif
  let [field, chips] = s:chips(document, a:arguments)
  call s:act(document, 'remove', {'field': field, 'selection': map(chips, {_, chip -> chip.range})})
endfunction

function! s:move(arguments) abort
  let document = s:document()
  if empty(document)
    return
  endif
  let [field, chips] = s:chips(document, a:arguments)
  if empty(chips) && field !=# ''
    " Behind the last comma the one before it is meant.
    let chips = get(tokenfield#object#chips(document), field, [])[-1:]
  endif
  if empty(chips)
    return tokenfield#log#warn('there is nobody at the cursor')
  endif
  let to = substitute(a:arguments.words, ':\s*$', '', '')
  let all = get(tokenfield#object#chips(document), field, [])
  let params = {'field': field, 'index': index(all, chips[0])}
  call s:act(document, 'move', extend(params, to =~# '^\d\+$' ? {'to': str2nr(to) - 1} : {'toField': to}))
endfunction

function! s:expand(arguments) abort
  let document = s:document()
  if empty(document)
    return
  endif
  let [field, chips] = s:chips(document, a:arguments)
  let all = get(tokenfield#object#chips(document), field, [])
  call s:act(document, 'expand', empty(chips) ? {'field': field} : {'field': field, 'index': index(all, chips[0])})
endfunction

" Collapses fields from now on, or with a bang no more.
function! s:collapse(arguments) abort
  let document = s:document()
  let b:tokenfield_collapse = !a:arguments.bang
  if !empty(document) && a:arguments.bang
    call tokenfield#collapse#clear(document)
  elseif !empty(document)
    call tokenfield#collapse#changed(document)
  endif
endfunction

function! s:order(arguments) abort
  let document = s:document()
  if !empty(document)
    call s:act(document, a:arguments.name, {'field': s:field(document, substitute(a:arguments.words, ':*\s*$', ':', ''))[0]})
  endif
endfunction

" Whether it could be sent; what stands in the way, and every finding, goes to the location list.
function! s:check(arguments) abort
  let document = s:document()
  let answer = empty(document) ? v:null : tokenfield#server#ask('tokenField/check', {'textDocument': {'uri': document.uri}})
  if type(answer) != v:t_dict
    return
  endif
  let items = []
  for blocker in get(answer, 'blockers', [])
    let range = get(blocker, 'range', tokenfield#place#range(0, 0, 0, 0))
    call add(items, {'bufnr': document.buffer, 'lnum': range.start.line + 1, 'col': range.start.character + 1, 'type': 'E',
          \ 'text': join(filter([get(blocker, 'field', ''), get(blocker, 'message', blocker.reason)], 'v:val !=# ""'), ': ')})
  endfor
  let places = map(copy(items), {_, item -> [item.lnum, item.col]})
  let found = filter(tokenfield#diagnostic#items(document), {_, item -> index(places, [item.lnum, item.col]) < 0})
  call setloclist(0, [], ' ', {'title': 'tokenfield', 'items': items + found})
  if answer.ready is v:true
    call tokenfield#log#say(empty(found) ? 'ready to be sent' : 'ready to be sent; see :lopen for remarks')
  else
    call tokenfield#log#warn('not ready: ' . items[0].text)
    lopen
    wincmd p
  endif
endfunction

function! s:fix(arguments) abort
  call tokenfield#fix#run(a:arguments.first, a:arguments.last, a:arguments.bang)
endfunction

" Who the entry at the cursor is, where that is known from, and what is wrong with it.
function! s:why(arguments) abort
  let document = s:document()
  let answer = empty(document) ? v:null : tokenfield#server#ask('textDocument/hover',
        \ {'textDocument': {'uri': document.uri}, 'position': tokenfield#place#cursor()})
  let text = type(answer) == v:t_dict ? get(get(answer, 'contents', {}), 'value', '') : ''
  if text ==# ''
    call tokenfield#log#say('nothing is known of this place')
  else
    call tokenfield#show#card(text)
  endif
endfunction

" Has somebody taken out of those whom the user has written to.
function! s:forget(arguments) abort
  let who = a:arguments.words !=# '' ? a:arguments.words : s:here()
  let program = tokenfield#server#program()
  if who ==# '' || program ==# ''
    return tokenfield#log#say(program ==# '' ? 'no program was found' : 'nobody stands here')
  endif
  call systemlist([program, 'history', 'forget', who]->s:quoted())
  call tokenfield#log#say(v:shell_error == 0 ? 'forgotten: ' . who
        \ : v:shell_error == 1 ? who . ' is not among those you have written to' : who . ' could not be forgotten')
endfunction

" The address, or the tag, of the entry at the cursor.
function! s:here() abort
  let document = s:document()
  let place = tokenfield#place#cursor()
  let state = empty(document) ? v:null : tokenfield#server#ask('tokenField/state',
        \ {'textDocument': {'uri': document.uri}, 'position': place})
  for token in type(state) == v:t_dict ? get(state, 'tokens', []) : []
    let [start, end] = type(token.range) == v:t_dict ? [token.range.start, token.range.end] : [place, {'line': -1}]
    if start.line <= place.line && place.line <= end.line
          \ && (start.line < place.line || start.character <= place.character)
          \ && (end.line > place.line || end.character >= place.character)
      return token.value
    endif
  endfor
  return ''
endfunction

function! s:go(arguments) abort
  call tokenfield#keys#go(a:arguments.name)
endfunction

function! s:doctor(arguments) abort
  let program = tokenfield#server#program()
  call tokenfield#show#buffer('tokenfield doctor', program ==# '' ? ['No program was found. See :help tokenfield-install']
        \ : ['program: ' . program, 'state: ' . tokenfield#server#state(), ''] + systemlist([program, 'doctor']->s:quoted()))
endfunction

" Vim's system() takes a line of the shell, Neovim's a list.
function! s:quoted(words) abort
  return has('nvim') ? a:words : join(map(copy(a:words), {_, word -> shellescape(word)}))
endfunction

function! s:log(arguments) abort
  call tokenfield#show#buffer('tokenfield log', tokenfield#log#lines())
  normal! G
endfunction

function! s:attach(arguments) abort
  call tokenfield#attach()
endfunction

function! s:detach(arguments) abort
  call tokenfield#detach()
endfunction

function! s:restart(arguments) abort
  call tokenfield#server#restart()
endfunction

function! s:stop(arguments) abort
  call tokenfield#server#stop()
  call tokenfield#document#lost()
endfunction
