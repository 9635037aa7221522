" The selection: tokens that the next key acts on. It is the client's: the daemon is sent it with each key, so that no
" late answer can delete what nobody saw selected. It ends when the cursor moves or the text changes.

let s:number = 0
let s:any = 0

" Whether anything may be selected: one buffer is typed in at a time, and leaving it ends its selection.
function! tokenfield#selection#any() abort
  return s:any
endfunction

" Selects ranges of the daemon's.
function! tokenfield#selection#set(document, ranges) abort
  call tokenfield#selection#clear(a:document)
  let ranges = filter(copy(a:ranges), {_, range -> tokenfield#place#valid(range, a:document.lines)})
  if empty(ranges)
    return
  endif
  let s:any = 1
  let a:document.selection = ranges
  let a:document.selected_at = [line('.'), col('.'), a:document.version]
  let a:document.selected = []
  for range in ranges
    let s:number += 1
    let place = [range.start.line, range.start.character, range.end.line, range.end.character]
    let chip = {'id': 1000000 + s:number, 'range': place}
    call tokenfield#mark#add(a:document.buffer, chip.id, 2, place, 'TokenfieldSelected', 0)
    call add(a:document.selected, chip)
  endfor
endfunction

function! tokenfield#selection#clear(document) abort
  if empty(a:document.selection)
    return
  endif
  let s:any = 0
  for chip in a:document.selected
    if bufloaded(a:document.buffer)
      call tokenfield#mark#remove(a:document.buffer, chip, {'first': chip.range[0], 'last': chip.range[2]})
    endif
  endfor
  let a:document.selection = []
endfunction

" Ends the selection if the cursor is elsewhere or the text another.
function! tokenfield#selection#follow(document) abort
  if !empty(a:document.selection)
        \ && (a:document.selected_at != [line('.'), col('.'), a:document.version] || mode() !~# '^[iRn]')
    call tokenfield#selection#clear(a:document)
    redrawstatus
  endif
endfunction
