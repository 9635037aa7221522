" Concealing addresses, where the user asked for it and the daemon allows it. Neovim conceals by marks (mark.vim); Vim by
" matches of a window, which do not move with the text and are therefore set anew whenever it changes.

function! tokenfield#conceal#clear(document) abort
  if has('nvim')
    return
  endif
  for window in win_findbuf(a:document.buffer)
    for match in getwinvar(window, 'tokenfield_matches', [])
      silent! call matchdelete(match, window)
    endfor
    call setwinvar(window, 'tokenfield_matches', [])
  endfor
endfunction

function! tokenfield#conceal#update(document) abort
  if !tokenfield#option#of(a:document.buffer, 'conceal')
    return
  endif
  call tokenfield#conceal#clear(a:document)
  for window in win_findbuf(a:document.buffer)
    if getwinvar(window, '&conceallevel') == 0
      call setwinvar(window, '&conceallevel', 2)
      call setwinvar(window, '&concealcursor', 'nc')
    endif
    if !has('nvim')
      call s:match(a:document, window)
    endif
  endfor
endfunction

" Vim wraps a line at its full width and leaves gaps: only lines that fit are made shorter.
function! s:match(document, window) abort
  let places = []
  for field in values(a:document.fields)
    for chip in field.chips
      let address = chip.address
      if chip.hides && chip.class ==# 'token' && !chip.outside && len(address) == 4 && address[0] == address[2]
            \ && strdisplaywidth(get(a:document.lines, address[0], '')) < winwidth(a:window)
        call add(places, [address[0] + 1, address[1] + 1, address[3] - address[1]])
      endif
    endfor
  endfor
  let matches = []
  while !empty(places)
    " Vim takes eight places at a time.
    let some = remove(places, 0, min([7, len(places) - 1]))
    call add(matches, matchaddpos('Conceal', some, 10, -1, {'window': a:window, 'conceal': ''}))
  endwhile
  call setwinvar(a:window, 'tokenfield_matches', matches)
endfunction
