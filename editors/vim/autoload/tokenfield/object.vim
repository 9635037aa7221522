" Text objects: a chip (`ic'), and a chip with what goes when it is removed (`ac').

" The chips of a document as the daemon sees them now: lists of chips by field, or an empty dictionary.
function! tokenfield#object#chips(document) abort
  call tokenfield#document#flush(a:document)
  let picture = tokenfield#server#ask('tokenField/chips', {'textDocument': {'uri': a:document.uri}})
  let fields = {}
  if type(picture) == v:t_dict && get(picture, 'version', -1) == a:document.version
    for field in get(picture, 'fields', [])
      let fields[field.field] = filter(copy(field.chips),
            \ {_, chip -> index(['separator', 'comment', 'draft'], chip.class) < 0})
    endfor
  endif
  return fields
endfunction

" The chips at the cursor, or the next ones of its field: [field, chips].
function! tokenfield#object#here(document, count) abort
  let field = tokenfield#chips#field(a:document, line('.') - 1)
  if empty(field)
    return ['', []]
  endif
  let [line, column] = [line('.') - 1, col('.') - 1]
  let chips = get(tokenfield#object#chips(a:document), field.id, [])
  call filter(chips, {_, chip -> chip.range.end.line > line
        \ || (chip.range.end.line == line && chip.range.end.character > column)})
  return [field.id, chips[0 : a:count - 1]]
endfunction

" Selects chips in visual mode, or gives up so that the operator changes nothing.
function! tokenfield#object#select(all, count) abort
  let range = tokenfield#log#guard('tokenfield#object#range', a:all, a:count)
  if empty(range)
    call feedkeys("\<Esc>", 'n')
    return
  endif
  if mode() =~# "^[vV\<C-V>]"
    execute "normal! \<Esc>"
  endif
  call tokenfield#place#go(range.start)
  normal! v
  call tokenfield#place#go(range.end)
  if &selection !=# 'exclusive'
    call search('\_.', 'bW')
  endif
endfunction

" The range of a text object, or 0. What goes with a chip is what the daemon would remove, so no list is ever torn.
function! tokenfield#object#range(all, count) abort
  let document = tokenfield#document#here()
  let chips = empty(document) ? [] : tokenfield#object#here(document, a:count)[1]
  if empty(chips)
    return 0
  endif
  let range = {'start': chips[0].range.start, 'end': chips[-1].range.end}
  if a:all
    let outcome = tokenfield#server#ask('tokenField/remove', {'selection': map(chips, {_, chip -> chip.range}),
          \ 'textDocument': {'uri': document.uri, 'version': document.version}})
    let edits = type(outcome) == v:t_dict ? get(outcome, 'edits', []) : []
    if len(edits) == 1 && edits[0].newText ==# ''
      let range = edits[0].range
    elseif !empty(edits)
      return s:one(edits, document.lines)
    else
      return 0
    endif
  endif
  return tokenfield#place#valid(range, document.lines) ? range : 0
endfunction

" Deletions that lie side by side are one range.
function! s:one(edits, lines) abort
  let range = a:edits[0].range
  for edit in a:edits
    if edit.newText !=# '' || !tokenfield#place#valid(edit.range, a:lines)
      return 0
    endif
  endfor
  for edit in a:edits[1:]
    if edit.range.start != range.end
      return 0
    endif
    let range = {'start': range.start, 'end': edit.range.end}
  endfor
  return range
endfunction
