" Drawing: chips become marks. Only what the daemon sent is drawn again. Separators stay as they are.

let s:groups = {'token': 'TokenfieldChip', 'draft': 'TokenfieldDraft', 'edit': 'TokenfieldEdit',
      \ 'invalid': 'TokenfieldInvalid', 'duplicate': 'TokenfieldDuplicate', 'pending': 'TokenfieldPending',
      \ 'unknown': 'TokenfieldUnknown', 'group': 'TokenfieldGroup', 'mention': 'TokenfieldMention',
      \ 'disabled': 'TokenfieldDisabled', 'fixed': 'TokenfieldFixed', 'comment': 'TokenfieldComment'}
" Only of these an address is dimmed: where something is the matter with somebody, it is read.
let s:dimmed = {'token': 1, 'fixed': 1}
let s:growing = {'draft': 1, 'edit': 1}
let s:capless = {'draft': 1, 'edit': 1, 'comment': 1, 'mention': 1}

function! tokenfield#draw#clear(document) abort
  if bufloaded(a:document.buffer)
    call tokenfield#mark#clear(a:document.buffer)
    call tokenfield#conceal#clear(a:document)
  endif
endfunction

" Draws the chips that came, in the place of those that went.
function! tokenfield#draw#splice(document, field, old, new) abort
  let buffer = a:document.buffer
  if !bufloaded(buffer)
    return
  endif
  for chip in a:old
    if has_key(chip, 'drawn')
      call tokenfield#mark#remove(buffer, chip, a:field)
    endif
  endfor
  let caps = s:caps(buffer)
  for chip in a:new
    let group = get(s:groups, chip.class, '')
    if group ==# '' || chip.range[0:1] == chip.range[2:3]
      continue
    endif
    let chip.drawn = 1
    call tokenfield#mark#add(buffer, chip.id, 0, chip.range, group, has_key(s:growing, chip.class))
    let address = has_key(s:dimmed, chip.class) ? chip.address : []
    if chip.outside
      call tokenfield#mark#add(buffer, chip.id, 1, empty(address) ? chip.range : address, 'TokenfieldOutside', 0)
    elseif !empty(address) && chip.hides && tokenfield#option#of(buffer, 'conceal')
      call tokenfield#mark#conceal(buffer, chip, address)
    elseif !empty(address)
      call tokenfield#mark#add(buffer, chip.id, 1, address, 'TokenfieldAddress', 0)
    endif
    if !empty(caps) && !has_key(s:capless, chip.class) && tokenfield#mark#roomy(a:document.lines[chip.range[0]])
      call tokenfield#mark#cap(buffer, chip, 3, chip.range[0], chip.range[1], caps[0], 'TokenfieldCap')
      call tokenfield#mark#cap(buffer, chip, 4, chip.range[2], chip.range[3], caps[1], 'TokenfieldCap')
    endif
  endfor
endfunction

" What stands before and behind a chip.
function! s:caps(buffer) abort
  let style = tokenfield#option#of(a:buffer, 'style')
  if (style !=# 'caps' && style !=# 'brackets') || !tokenfield#mark#inline()
    return []
  endif
  return style ==# 'brackets' || tokenfield#option#ascii() ? ['[', ']'] : ['▐', '▌']
endfunction

" Says of a field, behind its first line, what it lacks or is called.
function! tokenfield#draw#note(document, field, pieces) abort
  if !bufloaded(a:document.buffer) || (a:field.note == a:pieces && get(a:field, 'noted', -1) == a:field.first)
    return
  endif
  let roomy = tokenfield#mark#roomy(get(a:document.lines, a:field.first, ''))
  let a:field.note = a:pieces
  let a:field.noted = roomy ? a:field.first : -1
  let a:field.handle = tokenfield#mark#note(a:document.buffer, a:field.first, roomy ? a:pieces : [],
        \ get(a:field, 'handle', 0))
endfunction

" Some lines are others now: where one has become too long for texts beside it, they go.
function! tokenfield#draw#grown(document, first, old, new) abort
  for index in range(len(a:new))
    if !tokenfield#mark#roomy(a:new[index]) && (len(a:old) != len(a:new) || tokenfield#mark#roomy(a:old[index]))
      call tokenfield#mark#bare(a:document.buffer, a:first + index)
      for field in values(a:document.fields)
        let field.noted = -1
      endfor
    endif
  endfor
endfunction
