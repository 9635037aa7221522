" tokenfield: chips for the lists of people and tags in your text. A thin client: it sends changes and keys, makes the
" edits that come back, and draws. What is a field and what a token says the daemon alone.

" Makes the current buffer one of tokenfield's, and starts the daemon unless it runs.
function! tokenfield#attach() abort
  let buffer = bufnr('%')
  if !empty(tokenfield#document#of(buffer)) || &encoding !=# 'utf-8' || !empty(&buftype)
        \ || line2byte(line('$') + 1) > tokenfield#option#get('max_bytes') || !tokenfield#server#start()
    return
  endif
  call tokenfield#highlight#define()
  call tokenfield#keys#map()
  call tokenfield#format#set()
  if &l:omnifunc ==# ''
    setlocal omnifunc=tokenfield#complete#omni
  endif
  call s:listen(buffer)
  call tokenfield#document#attach(buffer)
endfunction

" Gives the current buffer back as it was.
function! tokenfield#detach() abort
  let document = tokenfield#document#of(bufnr('%'))
  if empty(document)
    return
  endif
  call tokenfield#chips#forget(document)
  call tokenfield#diagnostic#clear(document)
  call tokenfield#document#detach(bufnr('%'))
  call tokenfield#keys#unmap()
  call tokenfield#format#unset()
  if &l:omnifunc ==# 'tokenfield#complete#omni'
    setlocal omnifunc=
  endif
  autocmd! tokenfield-buffer * <buffer>
endfunction

" Whether a buffer is served by this plug-in, or will be.
function! tokenfield#serves(buffer) abort
  return exists('g:loaded_tokenfield') && tokenfield#option#of(a:buffer, 'enabled')
        \ && index(tokenfield#option#of(a:buffer, 'filetypes'), getbufvar(a:buffer, '&filetype')) >= 0
endfunction

" What to do at FileType.
function! tokenfield#begin() abort
  if !tokenfield#option#get('enabled')
    return
  endif
  if tokenfield#serves(bufnr('%'))
    call tokenfield#attach()
  endif
  call tokenfield#document#renamed(bufnr('%'))
endfunction

function! s:listen(buffer) abort
  augroup tokenfield-buffer
    autocmd! * <buffer>
    autocmd TextChanged,TextChangedI,TextChangedP <buffer> call tokenfield#log#guard('tokenfield#changed')
    autocmd CursorMoved,CursorMovedI <buffer> call tokenfield#log#guard('tokenfield#moved')
    autocmd InsertLeave <buffer> call tokenfield#log#guard('tokenfield#diagnostic#rest')
    autocmd InsertLeave <buffer> call tokenfield#log#guard('tokenfield#event#rest')
    autocmd InsertEnter <buffer> call tokenfield#log#guard('tokenfield#burst#begin')
    autocmd InsertCharPre <buffer> call tokenfield#keys#char()
    autocmd CompleteDone <buffer> call tokenfield#log#guard('tokenfield#complete#done')
    autocmd CompleteChanged <buffer> call tokenfield#log#guard('tokenfield#complete#highlighted')
    autocmd ModeChanged *:no* if bufnr('%') == expand('<abuf>') | call tokenfield#log#guard('tokenfield#collapse#open') | endif
    autocmd BufReadPost,FileChangedShellPost <buffer>
          \ call tokenfield#log#guard('tokenfield#document#reread', str2nr(expand('<abuf>')))
    autocmd BufWritePost <buffer> call tokenfield#log#guard('tokenfield#saved', str2nr(expand('<abuf>')))
    autocmd BufFilePost <buffer> call tokenfield#log#guard('tokenfield#document#renamed', str2nr(expand('<abuf>')))
    autocmd BufWinEnter,WinEnter,FocusGained <buffer> call tokenfield#log#guard('tokenfield#entered')
    autocmd WinLeave,FocusLost <buffer> call tokenfield#log#guard('tokenfield#caret#left')
    autocmd BufUnload <buffer> call tokenfield#log#guard('tokenfield#document#detach', str2nr(expand('<abuf>')))
  augroup END
endfunction

function! tokenfield#changed() abort
  call tokenfield#burst#rest()
  let document = tokenfield#document#here()
  if empty(document)
    return
  endif
  if tokenfield#quiet#here(document)
    return tokenfield#quiet#wrote(document)
  endif
  call tokenfield#document#flush(document)
  " The cursor's own event may have come first and told the change already.
  if tokenfield#complete#due(document)
    call tokenfield#complete#wrote()
  endif
endfunction

function! tokenfield#moved() abort
  call tokenfield#burst#rest()
  let document = tokenfield#document#here()
  if !empty(document) && !tokenfield#quiet#here(document)
    call tokenfield#caret#moved()
  endif
endfunction

function! tokenfield#saved(buffer) abort
  let document = tokenfield#document#of(a:buffer)
  if get(document, 'opened', 0)
    call tokenfield#document#flush(document)
    call tokenfield#server#notify('textDocument/didSave', {'textDocument': {'uri': document.uri}})
  endif
endfunction

" The window or the editor is entered again; a buffer that was unloaded becomes a document again.
function! tokenfield#entered() abort
  if empty(tokenfield#document#of(bufnr('%')))
    call tokenfield#attach()
  endif
  let document = tokenfield#document#here()
  if !empty(document)
    call tokenfield#caret#moved()
    call tokenfield#conceal#update(document)
    call tokenfield#collapse#changed(document)
  endif
endfunction

" The colours have changed.
function! tokenfield#recolour() abort
  call tokenfield#highlight#define()
endfunction

" Another LSP client serves tokenfield in this buffer: completion and findings are its own then.
function! tokenfield#yield(buffer, there) abort
  call setbufvar(a:buffer, 'tokenfield_yields', a:there)
  let document = tokenfield#document#of(a:buffer)
  if a:there && has('nvim') && !empty(document)
    call luaeval('require("tokenfield.diagnostic").set(_A[1], _A[2], {}, false)',
          \ [nvim_create_namespace('tokenfield-findings'), a:buffer])
  endif
endfunction

" A short text for the status line: the field at the cursor, how many stand in it, how many are selected.
function! tokenfield#statusline() abort
  let document = tokenfield#document#of(bufnr('%'))
  if empty(document)
    return ''
  endif
  if !document.opened
    return '[tokenfield: no daemon]'
  endif
  let field = tokenfield#chips#field(document, line('.') - 1)
  if empty(field)
    return ''
  endif
  let selected = len(document.selection)
  let wrong = len(filter(copy(get(document, 'findings', [])), {_, one -> get(one, 'severity', 1) <= 2
        \ && one.range.start.line >= field.first && one.range.start.line <= field.last}))
  return '[' . field.label . ': ' . field.total . (selected ? ', ' . selected . ' selected' : '')
        \ . (wrong ? ', ' . wrong . ' wrong' : '') . ']'
endfunction
