" The log, and the one place where faults end: nothing that goes wrong here may fill the user's screen with errors.

let s:lines = []
let s:limit = 1000

function! tokenfield#log#add(text) abort
  call add(s:lines, strftime('%H:%M:%S ') . a:text)
  if len(s:lines) > s:limit
    call remove(s:lines, 0, s:limit / 10)
  endif
endfunction

function! tokenfield#log#lines() abort
  return copy(s:lines)
endfunction

" Calls a function by name; what it throws becomes a line of the log.
function! tokenfield#log#guard(name, ...) abort
  try
    return call(a:name, a:000)
  catch
    call tokenfield#log#add(string(a:name) . ': ' . v:exception . ' at ' . v:throwpoint)
    return 0
  endtry
endfunction

" One line for the user. It is shown later where the editor is busy starting, and kept short, so that nobody has to
" press Enter for it.
function! tokenfield#log#say(text, ...) abort
  call tokenfield#log#add(a:text)
  let group = get(a:000, 0, 'None')
  if v:vim_did_enter
    call s:echo(a:text, group)
  else
    call timer_start(0, {-> s:echo(a:text, group)})
  endif
endfunction

function! tokenfield#log#warn(text) abort
  call tokenfield#log#say(a:text, 'WarningMsg')
endfunction

function! s:echo(text, group) abort
  execute 'echohl' a:group
  echomsg 'tokenfield: ' . a:text
  echohl None
endfunction
