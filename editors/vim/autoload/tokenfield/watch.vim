" Which lines of a buffer were touched. The editor is asked for hints, so that a key in a file of 20,000 lines costs no
" comparison of them all. Texts are compared afterwards (document.vim): a hint only says where to look.

if has('nvim')
  function! tokenfield#watch#start(buffer) abort
    return luaeval('require("tokenfield.watch").start(_A)', a:buffer)
  endfunction

  function! tokenfield#watch#stop(buffer) abort
    call luaeval('require("tokenfield.watch").stop(_A)', a:buffer)
  endfunction

  " The changes since the last call, in order: [first line, line behind the last, lines added]. Empty if none is known.
  function! tokenfield#watch#take(buffer) abort
    return luaeval('require("tokenfield.watch").take(_A)', a:buffer)
  endfunction
else
  let s:changes = {}
  let s:listeners = {}

  function! tokenfield#watch#start(buffer) abort
    let s:changes[a:buffer] = []
    let s:listeners[a:buffer] = listener_add(function('s:changed'), a:buffer)
    return 1
  endfunction

  function! tokenfield#watch#stop(buffer) abort
    if has_key(s:listeners, a:buffer)
      call listener_remove(remove(s:listeners, a:buffer))
      call remove(s:changes, a:buffer)
    endif
  endfunction

  function! tokenfield#watch#take(buffer) abort
    call listener_flush(a:buffer)
    let taken = get(s:changes, a:buffer, [])
    let s:changes[a:buffer] = []
    return map(taken, {_, change -> [change.lnum, change.end, change.added]})
  endfunction

  " The text is not looked at here: it may hold later changes already.
  function! s:changed(buffer, start, end, added, changes) abort
    if has_key(s:changes, a:buffer)
      call extend(s:changes[a:buffer], a:changes)
    endif
  endfunction
endif
