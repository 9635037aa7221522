" Edits of the daemon: made only if the text is the one for which they were, and then as one step of undo.

" Does what an outcome says. Gives whether the key or command was handled.
function! tokenfield#edit#outcome(document, outcome) abort
  if type(a:outcome) != v:t_dict || get(a:outcome, 'handled', v:false) isnot v:true
    return 0
  endif
  let edits = get(a:outcome, 'edits', [])
  let caret = get(a:outcome, 'caret', v:null)
  if !empty(edits)
    let text = s:typed(a:document, edits, caret)
    if text !=# ''
      " What was typed before, this, and what is typed on are a step of undo each.
      call feedkeys("\<C-G>u" . text . "\<C-G>u", 'in')
    elseif !tokenfield#edit#apply(a:document, edits, caret)
      return 0
    elseif mode() =~# '^[iR]'
      call feedkeys("\<C-G>u", 'in')
    endif
  elseif tokenfield#place#inside(caret, a:document.lines) && a:document.buffer == bufnr('%')
    call tokenfield#place#go(caret)
  endif
  call tokenfield#selection#set(a:document, get(a:outcome, 'selection', []))
  call tokenfield#caret#moved()
  call tokenfield#event#of(a:document, a:outcome)
  return 1
endfunction

" The text of an edit that only writes on at the cursor: it is typed then, so that `.' and macros repeat it.
function! s:typed(document, edits, caret) abort
  if mode() !~# '^i' || len(a:edits) != 1 || type(a:caret) != v:t_dict || a:document.buffer != bufnr('%')
    return ''
  endif
  let [range, text] = [get(a:edits[0], 'range', {}), get(a:edits[0], 'newText', '')]
  let cursor = tokenfield#place#cursor()
  let end = {'line': cursor.line, 'character': cursor.character + strlen(text)}
  return range == {'start': cursor, 'end': cursor} && a:caret == end && text !~# '[[:cntrl:]]' ? text : ''
endfunction

" Makes edits in a document's buffer. Gives whether they were made: all of them, or none.
function! tokenfield#edit#apply(document, edits, caret) abort
  let buffer = a:document.buffer
  let edits = s:sorted(a:document, a:edits)
  if empty(edits) || !getbufvar(buffer, '&modifiable')
    return 0
  endif
  let here = buffer == bufnr('%')
  let place = here ? [line('.') - 1, col('.') - 1] : []
  let simple = 1
  call s:step()
  for edit in reverse(edits)
    let simple = s:replace(buffer, edit) && simple
    let place = here ? tokenfield#place#before(place[0], place[1], edit.change) : []
  endfor
  call s:step()
  if here
    call cursor(place[0] + 1, place[1] + 1)
  endif
  let a:document.own = simple
  try
    call tokenfield#document#flush(a:document)
  finally
    let a:document.own = 0
  endtry
  if here && tokenfield#place#inside(a:caret, a:document.lines)
    call tokenfield#place#go(a:caret)
  endif
  return 1
endfunction

" Edits from the first to the last, as {line, column, last, end, new, change}; none if one of them cannot be made: out of
" the text, over another one, at one place with it, or in a line that the daemon was not told as it is (it holds bytes
" that no message can).
function! s:sorted(document, edits) abort
  let lines = a:document.lines
  let sorted = []
  for edit in type(a:edits) == v:t_list ? a:edits : []
    let range = type(edit) == v:t_dict ? get(edit, 'range', v:null) : v:null
    if !tokenfield#place#valid(range, lines) || type(get(edit, 'newText', v:null)) != v:t_string
      return []
    endif
    let [first, last] = [range.start.line, min([range.end.line, len(lines) - 1])]
    let there = getbufline(a:document.buffer, first + 1, last + 1)
    if there !=# lines[first : last] || there !=# tokenfield#text#clean(there)
      return []
    endif
    call add(sorted, s:placed(range, edit.newText, lines))
  endfor
  call sort(sorted, {one, other -> one.line != other.line ? one.line - other.line : one.column - other.column})
  for index in range(1, len(sorted) - 1)
    let [one, other] = [sorted[index - 1], sorted[index]]
    if one.last > other.line || (one.last == other.line && one.end > other.column)
          \ || [one.line, one.column] == [other.line, other.column]
      return []
    endif
  endfor
  return sorted
endfunction

" An edit in lines of the buffer. The daemon's text ends with a line end that the buffer does not have as a line.
function! s:placed(range, text, lines) abort
  let [line, column, last, end] = [a:range.start.line, a:range.start.character, a:range.end.line, a:range.end.character]
  let text = a:text
  let height = len(a:lines)
  if line == height
    let [line, column] = [height - 1, strlen(a:lines[-1])]
    let text = "\n" . substitute(text, '\n$', '', '')
  endif
  if last == height
    let [last, end] = [height - 1, strlen(a:lines[-1])]
    let text = a:range.start.line == height ? text : substitute(text, '\n$', '', '')
  endif
  let new = split(text, "\n", 1)
  let change = [line, column, last, end, line + len(new) - 1, strlen(new[-1]) + (len(new) == 1 ? column : 0)]
  return {'line': line, 'column': column, 'last': last, 'end': end, 'new': new, 'change': change}
endfunction

" Puts new text in the place of old. Gives whether the marks were kept.
function! s:replace(buffer, edit) abort
  let [line, column, last, end, new] = [a:edit.line, a:edit.column, a:edit.last, a:edit.end, a:edit.new]
  if has('nvim')
    call nvim_buf_set_text(a:buffer, line, column, last, end, new)
    return 1
  endif
  let head = strpart(getbufline(a:buffer, line + 1)[0], 0, column)
  let tail = strpart(getbufline(a:buffer, last + 1)[0], end)
  let lines = copy(new)
  let lines[0] = head . lines[0]
  let lines[-1] .= tail
  let more = len(lines) - (last - line + 1)
  let simple = line == last && len(lines) == 1 && tokenfield#option#of(a:buffer, 'style') !~# 'caps\|brackets'
  let kept = simple ? tokenfield#mark#kept(a:buffer, line) : []
  if more > 0
    call appendbufline(a:buffer, last + 1, repeat([''], more))
  elseif more < 0
    call deletebufline(a:buffer, line + 1, line - more)
  endif
  call setbufline(a:buffer, line + 1, lines)
  if simple
    call tokenfield#mark#put_back(a:buffer, line, kept, [column, end, strlen(new[0]) - (end - column)])
  endif
  return simple
endfunction

" Ends a step of undo, so that what comes is one of its own.
function! s:step() abort
  let &g:undolevels = &g:undolevels
endfunction
