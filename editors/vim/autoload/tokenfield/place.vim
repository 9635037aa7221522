" Places: the daemon counts lines and bytes from 0, the editor from 1.

function! tokenfield#place#range(line, column, last, end) abort
  return {'start': {'line': a:line, 'character': a:column}, 'end': {'line': a:last, 'character': a:end}}
endfunction

" The cursor as the daemon counts.
function! tokenfield#place#cursor() abort
  return {'line': line('.') - 1, 'character': col('.') - 1}
endfunction

" Whether something is a range that lies in lines: nothing else is drawn, edited or selected.
function! tokenfield#place#valid(range, lines) abort
  try
    let [line, column, last, end] = [a:range.start.line, a:range.start.character, a:range.end.line, a:range.end.character]
    return line >= 0 && column >= 0 && end >= 0 && (line < last || (line == last && column <= end))
          \ && (last < len(a:lines) || (last == len(a:lines) && end == 0))
          \ && column <= strlen(get(a:lines, line, '')) && (last == len(a:lines) || end <= strlen(a:lines[last]))
          \ && type(line) + type(column) + type(last) + type(end) == 4 * v:t_number
  catch
    return 0
  endtry
endfunction

" Whether a position lies in lines.
function! tokenfield#place#inside(position, lines) abort
  return type(a:position) == v:t_dict
        \ && tokenfield#place#valid({'start': a:position, 'end': a:position}, a:lines)
endfunction

" Where a place is after a change [line, column, last, end, new last, new end]. What stands at the end of the change
" goes with the text behind it.
function! tokenfield#place#after(line, column, change) abort
  let [line, column, last, end, now, stop] = a:change
  if a:line < line || (a:line == line && a:column < column)
    return [a:line, a:column]
  endif
  if a:line > last
    return [a:line + now - last, a:column]
  endif
  if a:line == last && a:column >= end
    return [now, a:column - end + stop]
  endif
  return [line, column]
endfunction

" Moves the cursor to a position of the daemon. In insert mode it may stand behind the last character.
function! tokenfield#place#go(position) abort
  call cursor(a:position.line + 1, a:position.character + 1)
endfunction

" The same for the end of something: what is inserted right there does not belong to it.
function! tokenfield#place#before(line, column, change) abort
  let [line, column, last, end, now, stop] = a:change
  return [a:line, a:column] == [line, column] ? [line, column] : tokenfield#place#after(a:line, a:column, a:change)
endfunction
