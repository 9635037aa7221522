" Bursts: a terminal without bracketed paste types what is pasted. To ask the daemon of each key of 5 KB takes long, and an
" Enter among them would go on to the next field and take half of the people with it. So in a burst keys are the editor's
" own, and the daemon is told afterwards. `:normal' and macros come as fast, and act as typed keys do: they begin insert
" mode themselves, or have a register.

" How many characters came since the editor was at rest, and whether it has been so since insert mode began.
let s:came = 0
let s:rested = 0
" Nobody types so many at once, even over a slow line.
let s:many = 8

" Insert mode begins. A timer runs only where no key waits.
function! tokenfield#burst#begin() abort
  let [s:came, s:rested] = [0, 0]
  call s:wait()
endfunction

function! s:wait() abort
  call timer_start(1, {-> tokenfield#server#asking() ? s:wait() : tokenfield#burst#rest()})
endfunction

" Every key has been seen to.
function! tokenfield#burst#rest() abort
  let [s:came, s:rested] = [0, 1]
endfunction

function! tokenfield#burst#char() abort
  let s:came += 1
endfunction

" Whether the key is one of a burst, and not its last.
function! tokenfield#burst#now() abort
  return s:rested && s:came >= s:many && reg_executing() ==# '' && getchar(1) isnot 0
endfunction
