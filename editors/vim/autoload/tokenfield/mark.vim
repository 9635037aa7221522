" Marks: how the two editors colour a piece of text so that the colour moves with it. Text properties in Vim, extmarks in
" Neovim. A chip has one number; what is drawn for it goes by that number.

if has('nvim')
  let s:chips = nvim_create_namespace('tokenfield')
  let s:notes = nvim_create_namespace('tokenfield-notes')
  let s:inline = has('nvim-0.10')
  " Marks of a chip: its colour, its address, its caps.
  let s:kinds = 5

  function! tokenfield#mark#clear(buffer) abort
    call nvim_buf_clear_namespace(a:buffer, s:chips, 0, -1)
    call nvim_buf_clear_namespace(a:buffer, s:notes, 0, -1)
  endfunction

  function! tokenfield#mark#add(buffer, number, kind, range, group, grows) abort
    let [line, column, last, end] = a:range
    call nvim_buf_set_extmark(a:buffer, s:chips, line, column, {'id': a:number * s:kinds + a:kind,
          \ 'end_row': last, 'end_col': end, 'hl_group': a:group, 'priority': 150 + a:kind * 10,
          \ 'end_right_gravity': a:grows ? v:true : v:false})
  endfunction

  function! tokenfield#mark#remove(buffer, chip, field) abort
    for kind in range(s:kinds)
      call nvim_buf_del_extmark(a:buffer, s:chips, a:chip.id * s:kinds + kind)
    endfor
  endfunction

  function! tokenfield#mark#inline() abort
    return s:inline
  endfunction

  " Whether text may be drawn beside a line: Neovim draws it beside any.
  function! tokenfield#mark#roomy(text) abort
    return 1
  endfunction

  function! tokenfield#mark#bare(buffer, line) abort
  endfunction

  function! tokenfield#mark#cap(buffer, chip, kind, line, column, text, group) abort
    call nvim_buf_set_extmark(a:buffer, s:chips, a:line, a:column, {'id': a:chip.id * s:kinds + a:kind,
          \ 'virt_text': [[a:text, a:group]], 'virt_text_pos': 'inline', 'right_gravity': a:kind == 3 ? v:false : v:true})
  endfunction

  function! tokenfield#mark#conceal(buffer, chip, range) abort
    let [line, column, last, end] = a:range
    call nvim_buf_set_extmark(a:buffer, s:chips, line, column, {'id': a:chip.id * s:kinds + 1,
          \ 'end_row': last, 'end_col': end, 'conceal': '', 'hl_group': 'TokenfieldAddress'})
  endfunction

  " Pieces of text behind the end of a line, in the place of those that were there. Gives a handle.
  function! tokenfield#mark#note(buffer, line, pieces, handle) abort
    if a:handle
      call nvim_buf_del_extmark(a:buffer, s:notes, a:handle)
    endif
    if empty(a:pieces)
      return 0
    endif
    let text = []
    for [words, group] in a:pieces
      call extend(text, [[' ', 'None'], [words, group]])
    endfor
    return nvim_buf_set_extmark(a:buffer, s:notes, a:line, 0, {'virt_text': text, 'virt_text_pos': 'eol'})
  endfunction

  " The marks of chips in a line: [first byte, byte behind the last, highlight].
  function! tokenfield#mark#list(buffer, line) abort
    let marks = nvim_buf_get_extmarks(a:buffer, s:chips, [a:line, 0], [a:line, -1], {'details': v:true})
    return map(filter(marks, {_, mark -> has_key(mark[3], 'hl_group')}),
          \ {_, mark -> [mark[2], mark[3].end_row == a:line ? mark[3].end_col : -1, mark[3].hl_group]})
  endfunction

  " Nothing is to be kept: Neovim moves its marks when we edit.
  function! tokenfield#mark#kept(buffer, line) abort
    return []
  endfunction

  function! tokenfield#mark#put_back(buffer, line, kept, change) abort
  endfunction
else
  let s:types = map(copy(tokenfield#highlight#groups()), {_, group -> 'tokenfield' . group})
  let s:growing = 'Grows'

  function! s:define() abort
    for group in tokenfield#highlight#groups()
      for [name, grows] in [['tokenfield' . group, 0], ['tokenfield' . group . s:growing, 1]]
        if empty(prop_type_get(name))
          call prop_type_add(name, {'highlight': group, 'start_incl': 0, 'end_incl': grows,
                \ 'priority': group ==# 'TokenfieldSelected' ? 40 : group ==# 'TokenfieldAddress' ? 30 : 20})
        endif
      endfor
    endfor
    call extend(s:types, map(copy(tokenfield#highlight#groups()), {_, group -> 'tokenfield' . group . s:growing}))
    if empty(prop_type_get('tokenfieldNote'))
      call prop_type_add('tokenfieldNote', {})
    endif
  endfunction
  call s:define()

  function! tokenfield#mark#clear(buffer) abort
    let last = a:buffer == bufnr('%') ? line('$') : getbufinfo(a:buffer)[0].linecount
    call prop_remove({'bufnr': a:buffer, 'types': s:types, 'all': 1}, 1, last)
  endfunction

  function! tokenfield#mark#add(buffer, number, kind, range, group, grows) abort
    let [line, column, last, end] = a:range
    call prop_add(line + 1, column + 1, {'bufnr': a:buffer, 'end_lnum': last + 1, 'end_col': end + 1,
          \ 'type': 'tokenfield' . a:group . (a:grows ? s:growing : ''), 'id': a:number})
  endfunction

  " Looks where the chip was first: most changes move nothing to another line.
  function! tokenfield#mark#remove(buffer, chip, field) abort
    let what = {'bufnr': a:buffer, 'types': s:types, 'id': a:chip.id, 'both': 1, 'all': 1}
    let height = line('$')
    let near = [max([1, a:chip.range[0]]), a:chip.range[2] + 2]
    if a:buffer != bufnr('%')
      let height = getbufinfo(a:buffer)[0].linecount
    endif
    if near[0] > height || prop_remove(what, near[0], min([near[1], height])) == 0
      call prop_remove(what, min([a:field.first + 1, height]), min([a:field.last + 1, height]))
    endif
    for cap in get(a:chip, 'caps', [])
      call prop_remove({'bufnr': a:buffer, 'id': cap, 'all': 1}, max([1, a:field.first + 1]), min([a:field.last + 1, height]))
    endfor
  endfunction

  function! tokenfield#mark#inline() abort
    return 1
  endfunction

  " Whether text may be drawn beside a line, or into it. In a line with such a text Vim looks at every property of the line
  " for every character that it draws: half a second a key with 500 people in the line, where colours alone cost nothing.
  function! tokenfield#mark#roomy(text) abort
    return strlen(a:text) <= s:roomy
  endfunction
  let s:roomy = 1000

  " Takes away all texts of ours in a line and beside it.
  function! tokenfield#mark#bare(buffer, line) abort
    for prop in prop_list(a:line + 1, {'bufnr': a:buffer})
      if prop.id < 0 && prop.type =~# '^tokenfield'
        call prop_remove({'bufnr': a:buffer, 'id': prop.id, 'all': 1}, a:line + 1)
      endif
    endfor
  endfunction

  function! tokenfield#mark#cap(buffer, chip, kind, line, column, text, group) abort
    let number = prop_add(a:line + 1, a:column + 1, {'bufnr': a:buffer, 'type': 'tokenfield' . a:group, 'text': a:text})
    let a:chip.caps = add(get(a:chip, 'caps', []), number)
  endfunction

  " Vim conceals by matches of a window: conceal.vim.
  function! tokenfield#mark#conceal(buffer, chip, range) abort
    call tokenfield#mark#add(a:buffer, a:chip.id, 1, a:range, 'TokenfieldAddress', 0)
  endfunction

  function! tokenfield#mark#note(buffer, line, pieces, handle) abort
    let height = a:buffer == bufnr('%') ? line('$') : getbufinfo(a:buffer)[0].linecount
    for number in type(a:handle) == v:t_list ? a:handle : []
      call prop_remove({'bufnr': a:buffer, 'id': number, 'all': 1}, 1, height)
    endfor
    let numbers = []
    for [words, group] in a:line < height ? a:pieces : []
      call add(numbers, prop_add(a:line + 1, 0, {'bufnr': a:buffer, 'type': 'tokenfield' . group,
            \ 'text': words, 'text_align': 'after', 'text_padding_left': 1}))
    endfor
    return numbers
  endfunction

  function! tokenfield#mark#list(buffer, line) abort
    let props = prop_list(a:line + 1, {'bufnr': a:buffer, 'types': s:types})
    return map(filter(props, {_, prop -> prop.id >= 0}),
          \ {_, prop -> [prop.col - 1, prop.end ? prop.col - 1 + prop.length : -1,
          \   substitute(prop.type, '^tokenfield\|' . s:growing . '$', '', 'g')]})
  endfunction

  " Vim forgets the properties of a line that is set anew: they are kept, and put back around the change.
  function! tokenfield#mark#kept(buffer, line) abort
    return prop_list(a:line + 1, {'bufnr': a:buffer, 'types': s:types})
  endfunction

  function! tokenfield#mark#put_back(buffer, line, kept, change) abort
    let [start, end, grown] = a:change
    for prop in a:kept
      let [column, stop] = [prop.col - 1, prop.col - 1 + prop.length]
      if prop.id < 0 || !prop.start || !prop.end || (stop > start && column < end)
        continue
      endif
      call prop_add(a:line + 1, (column >= end ? column + grown : column) + 1,
            \ {'bufnr': a:buffer, 'type': prop.type, 'id': prop.id, 'length': prop.length})
    endfor
  endfunction
endif
