" Collapsing: a field in which nobody is, and which takes more than a row, is one row: `Ana, Bo and 3 more'. It is a closed
" fold with the daemon's words, so text, search and copying are not touched. It opens when the cursor comes in, and before
" an operator, so that `dj' counts lines as if there were no folds.

" The lines are folded per window: w:tokenfield_folds is {field: [first, last, text]}.

function! s:wanted(document) abort
  return tokenfield#option#of(a:document.buffer, 'collapse') && tokenfield#option#of(a:document.buffer, 'style') !=# 'accessible'
        \ && bufnr('%') == a:document.buffer && has('folding') && !empty(a:document.fields)
        \ && (&foldmethod ==# 'manual' || exists('w:tokenfield_folds')) && &wrap
endfunction

" The picture or the window has changed: the daemon says what each field shows in this width.
function! tokenfield#collapse#changed(document) abort
  if !s:wanted(a:document) || get(a:document, 'collapsing', 0)
    return
  endif
  if empty(filter(values(a:document.fields), {_, field -> s:tall(field)}))
    call tokenfield#collapse#clear(a:document)
    return
  endif
  let a:document.collapsing = 1
  let edition = a:document.version
  call tokenfield#server#request('tokenField/collapse', {'textDocument': {'uri': a:document.uri},
        \ 'width': max([10, winwidth(0) - s:margin() - 12]), 'always': v:true,
        \ 'format': tokenfield#option#ascii() ? 'plus' : 'words'},
        \ {answer, fault -> s:answered(a:document, edition, answer)})
endfunction

" Whether a field takes more than one row of the window.
function! s:tall(field) abort
  let width = winwidth(0) - s:margin()
  let text = getline(a:field.first + 1)
  " To measure a line of 400 KB takes longer than a key may.
  return a:field.last > a:field.first || strlen(text) > 8 * width || strdisplaywidth(text) > width
endfunction

" Columns at the left of the window that hold no text.
function! s:margin() abort
  let info = getwininfo(win_getid())
  return empty(info) ? 0 : get(info[0], 'textoff', 0)
endfunction

function! s:answered(document, edition, answer) abort
  let a:document.collapsing = 0
  if type(a:answer) != v:t_list || a:edition != a:document.version
    return
  endif
  let a:document.collapsed = {}
  for field in a:answer
    if get(field, 'collapsed', v:false) is v:true && has_key(a:document.fields, field.field)
      let a:document.collapsed[field.field] = a:document.fields[field.field].label . ': ' . field.text
    endif
  endfor
  call tokenfield#collapse#update(a:document)
endfunction

" Folds the fields in which the cursor is not, and opens the one in which it is.
function! tokenfield#collapse#update(document) abort
  if !s:wanted(a:document)
    return
  endif
  let folds = {}
  for [name, text] in items(get(a:document, 'collapsed', {}))
    let field = get(a:document.fields, name, {})
    if !empty(field) && (line('.') - 1 < field.first || line('.') - 1 > field.last) && s:tall(field)
          \ && field.first + 1 <= line('$')
      let folds[name] = [field.first + 1, min([field.last + 1, line('$')]), text]
    endif
  endfor
  call s:fold(folds)
endfunction

" Makes the folds of the window those that are wanted, and touches no other.
function! s:fold(folds) abort
  let now = get(w:, 'tokenfield_folds', {})
  if now == a:folds
    return
  endif
  let view = winsaveview()
  for [name, fold] in items(now)
    if get(a:folds, name, []) != fold && fold[0] <= line('$') && foldlevel(fold[0]) > 0
      execute fold[0] . 'normal! zd'
    endif
  endfor
  if empty(a:folds)
    unlet! w:tokenfield_folds
    if exists('w:tokenfield_before')
      let [&l:foldmethod, &l:foldtext, &l:foldminlines, &l:foldenable] = w:tokenfield_before
      unlet w:tokenfield_before
    endif
  else
    if !exists('w:tokenfield_before')
      let w:tokenfield_before = [&l:foldmethod, &l:foldtext, &l:foldminlines, &l:foldenable]
      setlocal foldtext=tokenfield#collapse#text() foldminlines=0 foldenable
    endif
    for [name, fold] in items(a:folds)
      if get(now, name, []) != fold
        execute fold[0] . ',' . fold[1] . 'fold'
      endif
    endfor
    let w:tokenfield_folds = a:folds
  endif
  call winrestview(view)
endfunction

" 'foldtext' of a window with such folds; others keep the text that they had.
function! tokenfield#collapse#text() abort
  for fold in values(get(w:, 'tokenfield_folds', {}))
    if fold[0] == v:foldstart
      return fold[2]
    endif
  endfor
  return eval(get(w:, 'tokenfield_before', ['', 'foldtext()'])[1])
endfunction

" An operator waits for its motion, which must see every line.
function! tokenfield#collapse#open() abort
  if exists('w:tokenfield_folds')
    call s:fold({})
  endif
endfunction

function! tokenfield#collapse#clear(document) abort
  let a:document.collapsed = {}
  let a:document.collapsing = 0
  if bufnr('%') == a:document.buffer
    call tokenfield#collapse#open()
  endif
endfunction
