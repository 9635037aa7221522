" Formatting: Vim and Neovim break a long line of a mail at column 0, and a mail program then loses recipients. So
" 'formatexpr' breaks nothing in the lines of a field, and in a draft nothing above the body.

function! tokenfield#format#set() abort
  if &l:formatexpr !~# 'tokenfield#format#expr'
    let b:tokenfield_formatexpr = &l:formatexpr
    setlocal formatexpr=tokenfield#format#expr()
  endif
endfunction

function! tokenfield#format#unset() abort
  if exists('b:tokenfield_formatexpr')
    let &l:formatexpr = b:tokenfield_formatexpr
    unlet b:tokenfield_formatexpr
  endif
endfunction

" 0: it is formatted, and nobody else is to touch it. Else what the buffer had before, or the editor's own way (1).
function! tokenfield#format#expr() abort
  try
    if tokenfield#format#kept(v:lnum, v:lnum + max([1, v:count]) - 1)
      return 0
    endif
  catch
    call tokenfield#log#add('format: ' . v:exception)
  endtry
  let before = get(b:, 'tokenfield_formatexpr', '')
  return before ==# '' ? 1 : eval(before)
endfunction

" Whether one of some lines belongs to a field, or stands above or between the fields of a block at the top: the first
" empty line behind the last field that began there ends it.
function! tokenfield#format#kept(first, last) abort
  let document = tokenfield#document#of(bufnr('%'))
  if empty(document)
    return 0
  endif
  for line in range(a:first, a:last)
    if !empty(tokenfield#chips#field(document, line - 1))
      return 1
    endif
  endfor
  if index(['mail', 'gitsendemail'], &filetype) < 0
    return 0
  endif
  let fields = map(tokenfield#chips#names(document), {_, name -> document.fields[name].last})
  if empty(fields)
    return 0
  endif
  let end = max(fields) + 1
  while end < line('$') && getline(end) !=# ''
    let end += 1
  endwhile
  return a:first <= end
endfunction
