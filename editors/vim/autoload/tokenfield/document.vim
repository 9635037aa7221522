" Documents: one for each buffer that the daemon knows. It holds the lines that were told last, and tells what changed.

let s:documents = {}

" The document of a buffer, or an empty dictionary.
function! tokenfield#document#of(buffer) abort
  return get(s:documents, a:buffer, {})
endfunction

" The document of the current buffer if the daemon has it.
function! tokenfield#document#here() abort
  let document = get(s:documents, bufnr('%'), {})
  return get(document, 'opened', 0) ? document : {}
endfunction

" The document of a URI, or an empty dictionary.
function! tokenfield#document#named(uri) abort
  for document in values(s:documents)
    if document.uri ==# a:uri
      return document
    endif
  endfor
  return {}
endfunction

" Makes a buffer a document.
function! tokenfield#document#attach(buffer) abort
  let s:documents[a:buffer] = {'buffer': a:buffer, 'uri': tokenfield#uri#buffer(a:buffer), 'opened': 0,
        \ 'lines': [], 'version': 0, 'tick': -1, 'unsure': 0, 'changes': []}
  call tokenfield#chips#reset(s:documents[a:buffer])
  call tokenfield#watch#start(a:buffer)
  if tokenfield#server#ready()
    call s:open(s:documents[a:buffer])
  endif
endfunction

" Lets go of a buffer.
function! tokenfield#document#detach(buffer) abort
  let document = get(s:documents, a:buffer, {})
  if empty(document)
    return
  endif
  if document.opened
    call tokenfield#server#notify('textDocument/didClose', {'textDocument': {'uri': document.uri}})
  endif
  call tokenfield#watch#stop(a:buffer)
  call remove(s:documents, a:buffer)
endfunction

function! tokenfield#document#open_all() abort
  for document in values(s:documents)
    call s:open(document)
  endfor
endfunction

" The daemon is gone: nothing of what it said holds any more, and the next one is told everything.
function! tokenfield#document#lost() abort
  for document in values(s:documents)
    let document.opened = 0
    call tokenfield#chips#forget(document)
    call tokenfield#diagnostic#clear(document)
  endfor
endfunction

" The name or the language of a buffer has changed.
function! tokenfield#document#renamed(buffer) abort
  let document = get(s:documents, a:buffer, {})
  if empty(document) || (document.uri ==# tokenfield#uri#buffer(a:buffer)
        \ && get(document, 'language', '') ==# getbufvar(a:buffer, '&filetype'))
    return
  endif
  if document.opened
    call tokenfield#server#notify('textDocument/didClose', {'textDocument': {'uri': document.uri}})
    let document.opened = 0
    call tokenfield#chips#forget(document)
    call tokenfield#diagnostic#clear(document)
  endif
  let document.uri = tokenfield#uri#buffer(a:buffer)
  if tokenfield#server#ready()
    call s:open(document)
  endif
endfunction

" The buffer was read anew: the hints of the editor say nothing of it.
function! tokenfield#document#reread(buffer) abort
  let document = get(s:documents, a:buffer, {})
  if !empty(document)
    let document.unsure = 1
    call tokenfield#watch#stop(a:buffer)
    call tokenfield#watch#start(a:buffer)
    call tokenfield#document#flush(document)
  endif
endfunction

function! s:open(document) abort
  let document = a:document
  let buffer = document.buffer
  if document.opened || !bufloaded(buffer)
    return
  endif
  call tokenfield#watch#take(buffer)
  let document.lines = getbufline(buffer, 1, '$')
  let document.tick = getbufvar(buffer, 'changedtick')
  let document.version = document.tick
  let document.unsure = 0
  let document.changes = []
  let document.language = getbufvar(buffer, '&filetype')
  let document.opened = 1
  call tokenfield#server#notify('textDocument/didOpen', {'textDocument': {'uri': document.uri,
        \ 'languageId': document.language, 'version': document.version,
        \ 'text': join(tokenfield#text#clean(document.lines), "\n") . "\n"}})
  call tokenfield#caret#forget(document)
  call tokenfield#caret#moved()
endfunction

" Tells the daemon what has changed since it was told last. Gives whether that was anything.
function! tokenfield#document#flush(document) abort
  let document = a:document
  let buffer = document.buffer
  let tick = getbufvar(buffer, 'changedtick')
  if !document.opened || tick is# '' || (tick == document.tick && !document.unsure) || !bufloaded(buffer)
    return 0
  endif
  let [first, same] = s:touched(document, buffer)
  let old = s:slice(document.lines, first, len(document.lines) - same)
  let new = getbufline(buffer, first + 1, s:count(buffer) - same)
  let document.tick = tick
  let document.unsure = 0
  let equal = tokenfield#text#common_lines(old, new)
  if equal == len(old) && equal == len(new)
    return 0
  endif
  let behind = tokenfield#text#common_lines_at_end(old, new, min([len(old), len(new)]) - equal)
  call s:tell(document, first + equal, s:slice(old, equal, len(old) - behind), s:slice(new, equal, len(new) - behind))
  return 1
endfunction

" The items from one index up to another, which may be the same: [0 : -1] would be all of them.
function! s:slice(list, start, end) abort
  return a:end > a:start ? a:list[a:start : a:end - 1] : []
endfunction

" How many lines at the start, and how many at the end, are the same as before: all that the hints of the editor say.
function! s:touched(document, buffer) abort
  let now = s:count(a:buffer)
  let before = len(a:document.lines)
  let changes = tokenfield#watch#take(a:buffer)
  let [first, same, total] = [before, before, now]
  for [start, end, added] in reverse(changes)
    let total -= added
    let first = min([first, start - 1])
    let same = min([same, total - end + 1])
  endfor
  if a:document.unsure || empty(changes) || total != before
    return [0, 0]
  endif
  let first = max([0, min([first, now])])
  return [first, max([0, min([same, before - first, now - first])])]
endfunction

function! s:count(buffer) abort
  return a:buffer == bufnr('%') ? line('$') : getbufinfo(a:buffer)[0].linecount
endfunction

" Tells that some lines, from a first one on, are others now. Of lines that became others the differing part is told, so
" that the daemon sees a key as a key, and a candidate that was taken as the candidate.
function! s:tell(document, first, old, new) abort
  let document = a:document
  let document.version = document.tick
  if empty(a:old) || empty(a:new)
    let change = [a:first, 0, a:first + len(a:old), 0, a:first + len(a:new), 0]
    let text = empty(a:new) ? '' : join(tokenfield#text#clean(a:new), "\n") . "\n"
  elseif len(a:old) == 1 && len(a:new) == 1
    let here = mode() =~# '^[iR]' && document.buffer == bufnr('%') && a:first == line('.') - 1
    let [before, behind] = tokenfield#text#difference(a:old[0], a:new[0], here ? col('.') - 1 : -1)
    let [end, stop] = [strlen(a:old[0]) - behind, strlen(a:new[0]) - behind]
    let change = [a:first, before, a:first, end, a:first, stop]
    let text = tokenfield#text#clean([strpart(a:new[0], before, stop - before)])[0]
  else
    let [one, other] = [join(tokenfield#text#clean(a:old), "\n"), join(tokenfield#text#clean(a:new), "\n")]
    let [before, behind] = tokenfield#text#difference(one, other, -1)
    let text = strpart(other, before, strlen(other) - behind - before)
    let [line, column] = tokenfield#text#place(one, before)
    let [last, end] = tokenfield#text#place(one, strlen(one) - behind)
    let [now, stop] = tokenfield#text#place(other, strlen(other) - behind)
    let change = [a:first + line, column, a:first + last, end, a:first + now, stop]
  endif
  call s:keep(document.lines, a:first, len(a:old), a:new)
  call add(document.changes, [document.version] + change)
  if len(document.changes) > 100
    call remove(document.changes, 0, 49)
  endif
  call tokenfield#server#notify('textDocument/didChange', {
        \ 'textDocument': {'uri': document.uri, 'version': document.version},
        \ 'contentChanges': [{'range': tokenfield#place#range(change[0], change[1], change[2], change[3]), 'text': text}]})
  call tokenfield#draw#grown(document, a:first, a:old, a:new)
  call tokenfield#chips#changed(document, change, s:typed(document, change))
  call tokenfield#caret#wrote(document, change)
endfunction

" Puts new lines in the place of old ones.
function! s:keep(lines, first, count, new) abort
  if a:count == len(a:new)
    for index in range(a:count)
      let a:lines[a:first + index] = a:new[index]
    endfor
    return
  endif
  if a:count > 0
    call remove(a:lines, a:first, a:first + a:count - 1)
  endif
  call extend(a:lines, a:new, a:first)
endfunction

" Whether a change was typed, or made by us: the editor has then moved its marks as the daemon thinks. A plug-in or a
" command may have put a line in the place of another, and with it the marks are gone.
function! s:typed(document, change) abort
  if get(a:document, 'own', 0)
    return 1
  endif
  return mode() =~# '^[iR]' && a:document.buffer == bufnr('%') && a:change[0] == a:change[2]
        \ && a:change[4] == a:change[0] && a:change[4] == line('.') - 1 && a:change[5] == col('.') - 1
endfunction
