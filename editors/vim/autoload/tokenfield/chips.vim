" Chips: the lists that the daemon sends, kept by its splices, and the fields by their lines.
" A chip here is what was drawn: {id, range as [line, column, last, end], class, address}. The marks of the editor move
" with the text, so its place is only that at the time of drawing.

" The name of the field that holds the tags and mentions of running text, in which the keys are the editor's own.
let s:running = 'inline-tags'

function! tokenfield#chips#reset(document) abort
  call extend(a:document, {'fields': {}, 'pushed': -1, 'stale': 0, 'asking': 0, 'next': 1, 'selection': [],
        \ 'lowest': v:null})
  call tokenfield#caret#forget(a:document)
endfunction

" Takes all chips away. Where the fields were is remembered for formatexpr, until the next daemon says better.
function! tokenfield#chips#forget(document) abort
  let fields = a:document.fields
  call tokenfield#draw#clear(a:document)
  call tokenfield#collapse#clear(a:document)
  call tokenfield#chips#reset(a:document)
  let a:document.fields = map(fields, {_, field -> extend(field, {'chips': [], 'note': [], 'moved': s:nowhere})})
endfunction

" The field in whose lines a line is, or an empty dictionary. Lines of running text are no field.
function! tokenfield#chips#field(document, line) abort
  let near = get(a:document.fields, get(a:document, 'near', ''), {})
  if !empty(near) && near.first <= a:line && a:line <= near.last && near.name !=# s:running
    return near
  endif
  for field in values(a:document.fields)
    if field.first <= a:line && a:line <= field.last && field.name !=# s:running
      let a:document.near = field.id
      return field
    endif
  endfor
  return {}
endfunction

" The last line of the last field; -1 without any.
function! tokenfield#chips#lowest(document) abort
  if a:document.lowest is v:null
    let fields = filter(values(a:document.fields), {_, field -> field.name !=# s:running})
    let a:document.lowest = max(map(fields, {_, field -> field.last}) + [-1])
  endif
  return a:document.lowest
endfunction

" Whether a line holds tags or mentions of running text.
function! tokenfield#chips#running(document, line) abort
  let field = get(a:document.fields, s:running, {})
  return !empty(field) && field.first <= a:line && a:line <= field.last
endfunction

" The ids of the fields, in the order of the text.
function! tokenfield#chips#names(document) abort
  let fields = filter(values(a:document.fields), {_, field -> field.name !=# s:running})
  return map(sort(fields, {one, other -> one.first - other.first}), {_, field -> field.id})
endfunction

" The text has changed. Fields below move along; where the editor's marks may have gone astray, the picture is asked for.
function! tokenfield#chips#changed(document, change, typed) abort
  let [line, column, last, end, now, _] = a:change
  let touched = 0
  let a:document.lowest = v:null
  for field in values(a:document.fields)
    if line > field.last
      continue
    endif
    if (now != last || last >= field.first) && (line < field.moved[0] || (line == field.moved[0] && column < field.moved[1]))
      let field.moved = [line, column]
    endif
    if last < field.first || (last == field.first && end == 0 && line < field.first)
      let field.first += now - last
    else
      let touched = 1
      let field.first = min([field.first, line])
    endif
    let field.last = max([field.first, field.last + now - last])
  endfor
  if !a:typed
    call tokenfield#selection#clear(a:document)
    if touched
      call tokenfield#conceal#clear(a:document)
      let a:document.stale = 1
      call tokenfield#chips#ask(a:document)
    endif
  endif
endfunction

" Asks for the whole picture, once at a time.
function! tokenfield#chips#ask(document) abort
  if a:document.asking
    return
  endif
  let a:document.asking = 1
  let a:document.stale = 0
  call tokenfield#server#request('tokenField/chips', {'textDocument': {'uri': a:document.uri}},
        \ function('s:answered', [a:document]))
endfunction

function! s:answered(document, result, fault) abort
  let a:document.asking = 0
  if type(a:result) == v:t_dict
    call tokenfield#chips#published(extend(copy(a:result), {'full': v:true, 'uri': a:document.uri}))
  endif
endfunction

" The daemon says what is to be drawn. A picture of an older version is drawn as well: its places are carried over what
" was typed since, so that fast typing neither loses chips nor makes the daemon send them all again.
function! tokenfield#chips#published(params) abort
  let document = tokenfield#document#named(get(a:params, 'uri', ''))
  let edition = get(a:params, 'version', -1)
  if empty(document) || !document.opened || type(edition) != v:t_number
    return
  endif
  call tokenfield#document#flush(document)
  if edition > document.version
    call tokenfield#log#add('chips for version ' . edition . ', which is none')
    return
  endif
  let changes = filter(copy(document.changes), {_, change -> change[0] > edition})
  let known = empty(changes) || len(changes) < len(document.changes) || len(document.changes) < 50
  let full = get(a:params, 'full', v:false) is v:true
  if !known || (!full && get(a:params, 'base', -1) != document.pushed) || !s:take(document, a:params, full, changes)
    let document.pushed = -1
    call tokenfield#chips#ask(document)
    return
  endif
  let document.pushed = edition
  let document.lowest = v:null
  if document.stale
    call tokenfield#chips#ask(document)
  endif
  call tokenfield#conceal#update(document)
  call tokenfield#collapse#changed(document)
  if document.buffer == bufnr('%')
    call tokenfield#complete#drawn(document)
  endif
  if full
    call tokenfield#caret#moved()
  endif
  call s:say(document)
endfunction

" Has the status line drawn again if it would say something else; to draw it costs more than all the rest of a key.
function! s:say(document) abort
  if a:document.buffer == bufnr('%')
    let said = tokenfield#statusline()
    if said !=# get(a:document, 'said', '')
      let a:document.said = said
      redrawstatus
    endif
  endif
endfunction

" Takes what was sent into the lists and draws it. Gives whether it fitted.
function! s:take(document, params, full, changes) abort
  let fields = get(a:params, 'fields', [])
  let gone = get(a:params, 'gone', [])
  if type(fields) != v:t_list || type(gone) != v:t_list
    return 0
  endif
  if a:full
    call tokenfield#draw#clear(a:document)
    let a:document.fields = {}
  endif
  for name in gone
    if has_key(a:document.fields, name)
      let field = remove(a:document.fields, name)
      call tokenfield#draw#splice(a:document, field, field.chips, [])
      call tokenfield#draw#note(a:document, field, [])
    endif
  endfor
  for sent in fields
    if type(sent) != v:t_dict || !s:splice(a:document, sent, a:changes)
      return 0
    endif
  endfor
  return 1
endfunction

" More chips than this at once are compared with those that are drawn: of a field of thousands the daemon sends those
" around the caret, and of the next such list nearly all are the same.
let s:many = 50

" The place from which on chips may have moved since they were drawn, when none has.
let s:nowhere = [1000000000, 0]

" The chips of a part of a field that stand where they were drawn, by what the daemon says of them.
function! s:unmoved(field, start, end) abort
  let kept = {}
  let [line, column] = a:field.moved
  for chip in a:field.chips[a:start : a:end - 1]
    if has_key(chip, 'key') && (chip.range[2] < line || (chip.range[2] == line && chip.range[3] < column))
      let kept[chip.key] = chip
    endif
  endfor
  return kept
endfunction

function! s:key(sent) abort
  return type(a:sent) == v:t_dict ? string([get(a:sent, 'range'), get(a:sent, 'class'), get(a:sent, 'display'),
        \ get(a:sent, 'mayHide'), get(a:sent, 'outside')]) : ''
endfunction

function! s:splice(document, sent, changes) abort
  let range = s:carried(get(a:sent, 'range', v:null), a:changes, a:document.lines)
  let [name, start, removed] = [get(a:sent, 'field', 0), get(a:sent, 'start', -1), get(a:sent, 'removed', -1)]
  let chips = get(a:sent, 'chips', v:null)
  if empty(range) || type(name) != v:t_string || type(start) != v:t_number || type(removed) != v:t_number
        \ || type(chips) != v:t_list
    return 0
  endif
  let field = get(a:document.fields, name, {'id': name, 'chips': [], 'note': [], 'moved': s:nowhere})
  if start < 0 || removed < 0 || start + removed > len(field.chips)
    return 0
  endif
  let a:document.fields[name] = field
  let field.first = range[0]
  " A field that ends with its line ends at the start of the next one.
  let field.last = range[3] == 0 && range[2] > range[0] ? range[2] - 1 : range[2]
  let field.name = get(a:sent, 'name', name)
  let field.label = get(a:sent, 'label', name)
  let field.total = get(a:sent, 'total', 0)
  let field.state = get(a:sent, 'state', 'normal')
  let kept = removed > s:many && empty(a:changes) ? s:unmoved(field, start, start + removed) : {}
  let [new, made] = [[], []]
  for sent in chips
    let key = empty(kept) ? '' : s:key(sent)
    let chip = has_key(kept, key) ? remove(kept, key) : s:chip(a:document, sent, a:changes)
    if empty(chip)
      return 0
    endif
    call add(new, chip)
    if !has_key(chip, 'drawn')
      call add(made, chip)
    endif
  endfor
  let old = removed > 0 ? remove(field.chips, start, start + removed - 1) : []
  call extend(field.chips, new, start)
  if removed > s:many
    let there = {}
    for chip in new
      let there[chip.id] = 1
    endfor
    call filter(old, {_, chip -> !has_key(there, chip.id)})
  endif
  if start == 0 && len(field.chips) == len(new)
    let field.moved = s:nowhere
  endif
  call tokenfield#draw#splice(a:document, field, old, made)
  call tokenfield#draw#note(a:document, field, a:document.fields[name].name ==# s:running ? [] : s:note(a:sent))
  return 1
endfunction

" Separators count in the lists, and are not drawn.
let s:separator = {'id': 0, 'class': 'separator', 'range': [0, 0, 0, 0], 'display': '', 'address': [],
      \ 'hides': 0, 'outside': 0}

" A chip as it is kept, or an empty dictionary if it cannot be one.
function! s:chip(document, sent, changes) abort
  if type(a:sent) == v:t_dict && get(a:sent, 'class', '') ==# 'separator'
    return s:separator
  endif
  let range = type(a:sent) == v:t_dict ? s:carried(get(a:sent, 'range', v:null), a:changes, a:document.lines) : []
  if empty(range)
    return {}
  endif
  let chip = {'id': a:document.next, 'range': range, 'class': get(a:sent, 'class', 'token'),
        \ 'display': get(a:sent, 'display', ''), 'hides': get(a:sent, 'mayHide', v:false) is v:true,
        \ 'outside': get(a:sent, 'outside', v:false) is v:true}
  let a:document.next += 1
  if empty(a:changes)
    let chip.key = s:key(a:sent)
  endif
  let chip.address = has_key(a:sent, 'address') ? s:carried(a:sent.address, a:changes, a:document.lines) : []
  return chip
endfunction

" A range carried over changes, as a list, or an empty list if it lies outside of the text.
function! s:carried(range, changes, lines) abort
  if empty(a:changes)
    return tokenfield#place#valid(a:range, a:lines) ? [a:range.start.line, a:range.start.character,
          \ a:range.end.line, a:range.end.character] : []
  endif
  try
    let [line, column] = [a:range.start.line, a:range.start.character]
    let [last, end] = [a:range.end.line, a:range.end.character]
  catch
    return []
  endtry
  for change in a:changes
    let [line, column] = tokenfield#place#after(line, column, change[1:])
    let [last, end] = tokenfield#place#before(last, end, change[1:])
  endfor
  let [last, end] = [last, end] == [line, column] || last < line || (last == line && end < column)
        \ ? [line, column] : [last, end]
  return tokenfield#place#valid(tokenfield#place#range(line, column, last, end), a:lines) ? [line, column, last, end] : []
endfunction

" What is said of a field beside it: pieces of [text, highlight].
function! s:note(sent) abort
  let note = []
  if has_key(a:sent, 'icon')
    call add(note, [a:sent.icon, 'TokenfieldTitle'])
  endif
  if has_key(a:sent, 'error')
    call add(note, [a:sent.error, 'TokenfieldError'])
  elseif get(a:sent, 'titleVisible', v:false) is v:true && has_key(a:sent, 'title')
    call add(note, [a:sent.title, 'TokenfieldTitle'])
  endif
  if has_key(a:sent, 'placeholder')
    call add(note, [a:sent.placeholder, 'TokenfieldPlaceholder'])
  endif
  if has_key(a:sent, 'max')
    call add(note, [get(a:sent, 'total', 0) . '/' . a:sent.max, 'TokenfieldCounter'])
  endif
  if has_key(a:sent, 'accessory')
    call add(note, [a:sent.accessory, 'TokenfieldTitle'])
  endif
  return filter(note, {_, piece -> type(piece[0]) == v:t_string && piece[0] !=# ''})
endfunction
