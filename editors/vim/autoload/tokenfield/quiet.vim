" Outside of fields nothing that is typed is urgent: the daemon is told at the next pause, and a key costs next to nothing.

let s:timer = -1

" Whether what is typed at the cursor can wait: it is in no field and was in none. Lines that came or went and were not
" told yet have moved the fields below them, so among fields nothing waits then.
function! tokenfield#quiet#here(document) abort
  if a:document.inside || !empty(a:document.selection) || mode() !~# '^[iR]'
    return 0
  endif
  let line = line('.') - 1
  return line > tokenfield#chips#lowest(a:document)
        \ || (line('$') == len(a:document.lines) && empty(tokenfield#chips#field(a:document, line)))
endfunction

" The text was changed where it can wait. At the pause the menu of completion may open, too.
function! tokenfield#quiet#wrote(document) abort
  call timer_stop(s:timer)
  let s:timer = timer_start(tokenfield#option#get('complete_delay'),
        \ {-> tokenfield#log#guard('tokenfield#quiet#pause', a:document)})
endfunction

function! tokenfield#quiet#pause(document) abort
  call tokenfield#document#flush(a:document)
  if a:document.buffer == bufnr('%')
    call tokenfield#complete#paused(a:document)
  endif
endfunction
