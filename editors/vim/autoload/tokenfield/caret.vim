" The caret: the daemon judges what is typed more mildly than what was left, so it is told where the caret is. Only in
" fields, and not after a key, since the end of a change is the caret without a word.

function! tokenfield#caret#forget(document) abort
  let a:document.caret = [-1, -1]
  let a:document.inside = 0
endfunction

" The daemon takes the end of a change for the caret.
function! tokenfield#caret#wrote(document, change) abort
  let a:document.caret = a:change[4:5]
endfunction

" The cursor may have moved.
function! tokenfield#caret#moved() abort
  let document = tokenfield#document#here()
  if empty(document)
    return
  endif
  call tokenfield#document#flush(document)
  call tokenfield#selection#follow(document)
  let place = [line('.') - 1, col('.') - 1]
  let inside = !empty(tokenfield#chips#field(document, place[0]))
  if (inside || document.inside) && document.caret != place
    call tokenfield#server#notify('tokenField/didMoveCaret', {'textDocument': {'uri': document.uri},
          \ 'position': tokenfield#place#cursor()})
    let document.caret = place
  endif
  if inside || document.inside
    let document.inside = inside
    call tokenfield#collapse#update(document)
  endif
endfunction

" The buffer or the whole editor is left, or entered again.
function! tokenfield#caret#left() abort
  let document = tokenfield#document#here()
  if !empty(document) && document.inside
    call tokenfield#server#notify('tokenField/didBlur', {'textDocument': {'uri': document.uri}})
    call tokenfield#selection#clear(document)
    call tokenfield#caret#forget(document)
  endif
endfunction
