" Showing longer texts: a card beside the cursor, or a buffer of its own.

function! tokenfield#show#card(text) abort
  let lines = split(a:text, "\n")
  if tokenfield#option#accessible()
    echo a:text
  elseif has('nvim')
    call luaeval('vim.lsp.util.open_floating_preview(_A, "plaintext", { focus_id = "tokenfield" }) and nil', lines)
  else
    call popup_atcursor(lines, {'padding': [0, 1, 0, 1], 'moved': 'any'})
  endif
endfunction

" A window with lines that are no file.
function! tokenfield#show#buffer(name, lines) abort
  execute 'silent botright' min([15, max([3, len(a:lines)])]) . 'new'
  setlocal buftype=nofile bufhidden=wipe noswapfile nobuflisted nowrap
  execute 'silent file' fnameescape(a:name)
  call setline(1, a:lines)
  setlocal nomodifiable nomodified
endfunction
