" Keys: in a field the daemon is asked what a key does. It answers within the time limit, or the key does what it does.

let s:plain = {'Backspace': "\<BS>", 'Delete': "\<Del>", 'Enter': "\<CR>", 'Tab': "\<Tab>", 'ShiftTab': "\<S-Tab>",
      \ 'Left': "\<Left>", 'Right': "\<Right>", 'Home': "\<Home>", 'End': "\<End>",
      \ 'ShiftLeft': "\<S-Left>", 'ShiftRight': "\<S-Right>"}

" The maps: name of the <Plug> map, key, what is pressed.
let s:maps = [['backspace', '<BS>', 'Backspace'], ['backspace', '<C-H>', 'Backspace'], ['delete', '<Del>', 'Delete'],
      \ ['enter', '<CR>', 'Enter'], ['tab', '<Tab>', 'Tab'], ['shift-tab', '<S-Tab>', 'ShiftTab']]
let s:arrows = [['left', '<Left>', 'Left'], ['right', '<Right>', 'Right'], ['shift-left', '<S-Left>', 'ShiftLeft'],
      \ ['shift-right', '<S-Right>', 'ShiftRight'], ['home', '<Home>', 'Home'], ['end', '<End>', 'End']]
let s:others = [['n', 'next', ']f'], ['n', 'previous', '[f'], ['x', 'next', ']f'], ['x', 'previous', '[f'],
      \ ['o', 'a-chip', 'ac'], ['x', 'a-chip', 'ac'], ['o', 'inner-chip', 'ic'], ['x', 'inner-chip', 'ic']]

" Defines the <Plug> maps, once.
function! tokenfield#keys#define() abort
  for [name, _, key] in s:maps + s:arrows
    execute printf('inoremap <silent> <Plug>(tokenfield-%s) <Cmd>call tokenfield#keys#press(%s)<CR>', name, string(key))
  endfor
  for mode in ['n', 'x']
    execute mode . 'noremap <silent> <Plug>(tokenfield-next) <Cmd>call tokenfield#keys#go("next")<CR>'
    execute mode . 'noremap <silent> <Plug>(tokenfield-previous) <Cmd>call tokenfield#keys#go("previous")<CR>'
  endfor
  for mode in ['o', 'x']
    execute mode . 'noremap <silent> <Plug>(tokenfield-a-chip) <Cmd>call tokenfield#object#select(1, v:count1)<CR>'
    execute mode . 'noremap <silent> <Plug>(tokenfield-inner-chip) <Cmd>call tokenfield#object#select(0, v:count1)<CR>'
  endfor
endfunction

" Maps the keys in the current buffer, but none that the user has mapped, or reaches by a key of their own.
function! tokenfield#keys#map() abort
  if !tokenfield#option#get('keys')
    return
  endif
  let b:tokenfield_mapped = []
  for [name, key, _] in s:maps + (tokenfield#option#get('arrows') ? s:arrows : [])
    call s:map('i', key, '<Plug>(tokenfield-' . name . ')')
  endfor
  " <C-]> expands an abbreviation, as the separator itself would have done.
  for text in tokenfield#option#get('separators')
    if strchars(text) == 1 && s:free('i', text)
      execute 'inoremap <buffer> <silent>' s:named(text) '<C-]><Cmd>call tokenfield#keys#type(' . string(text) . ')<CR>'
      call add(b:tokenfield_mapped, ['i', s:named(text)])
    endif
  endfor
  for [mode, name, key] in s:others
    call s:map(mode, key, '<Plug>(tokenfield-' . name . ')')
  endfor
endfunction

function! s:named(text) abort
  return get({' ': '<Space>', '|': '<Bar>', '<': '<lt>'}, a:text, a:text)
endfunction

function! tokenfield#keys#unmap() abort
  for [mode, key] in get(b:, 'tokenfield_mapped', [])
    execute 'silent!' mode . 'unmap <buffer>' key
  endfor
  unlet! b:tokenfield_mapped
endfunction

function! s:map(mode, key, plug) abort
  if s:free(a:mode, a:key) && !hasmapto(a:plug, a:mode)
    execute a:mode . 'map <buffer> <silent>' a:key a:plug
    call add(b:tokenfield_mapped, [a:mode, a:key])
  endif
endfunction

" Whether nobody has mapped a key. What Neovim maps by itself is nobody's wish.
function! s:free(mode, key) abort
  let map = maparg(a:key, a:mode, 0, 1)
  return empty(map) || (has('nvim') && get(map, 'desc', '') =~# '^\(vim\.\|:help \)')
endfunction

" Whether keys are the editor's own: what is written over, and what comes in a burst.
function! s:theirs() abort
  return mode(1) =~# '^R' || tokenfield#burst#now()
endfunction

" A key of insert mode.
function! tokenfield#keys#press(key) abort
  if s:theirs()
    return feedkeys(s:plain[a:key], 'in')
  endif
  let shift = a:key =~# '^Shift'
  if !s:menu("\<Cmd>call tokenfield#keys#press('" . a:key . "')\<CR>", a:key) && !s:act(
        \ a:key ==# 'ShiftTab' ? {'to': 'previous'} : {'key': substitute(a:key, '^Shift', '', ''),
        \ 'shift': shift ? v:true : v:false, 'repeat': s:held(a:key) ? v:true : v:false})
    call s:fall_back(a:key)
  endif
endfunction

" A typed text that may end a token.
function! tokenfield#keys#type(text) abort
  if s:theirs()
    return feedkeys(a:text, 'in')
  endif
  if !s:menu("\<Cmd>call tokenfield#keys#type('" . substitute(a:text, "'", "''", 'g') . "')\<CR>", 'text')
        \ && !s:act({'text': a:text})
    call feedkeys(a:text, 'in')
  endif
endfunction

" The key as the editor knows it. A snippet of Neovim's has the first say on Tab, as without us.
function! s:fall_back(key) abort
  if a:key =~# 'Tab$' && has('nvim-0.10')
    let way = a:key ==# 'Tab' ? 1 : -1
    if luaeval('vim.snippet.active({ direction = _A })', way)
      call luaeval('vim.snippet.jump(_A)', way)
      return
    endif
  endif
  call feedkeys(s:plain[a:key], 'in')
endfunction

" With a menu of candidates open: Enter, Tab and separators take the one that is chosen, and else close the menu; then the
" key comes again. All other keys are the menu's own. Gives whether the menu has had the key.
function! s:menu(again, key) abort
  if !pumvisible()
    return 0
  endif
  if a:key !~# '^\(Enter\|Tab\|text\)$'
    call feedkeys(s:plain[a:key], 'in')
    return 1
  endif
  let chosen = complete_info(['selected']).selected != -1
  call feedkeys(chosen ? "\<C-Y>" . (a:key ==# 'text' ? a:again : '') : "\<C-E>" . a:again, 'in')
  return 1
endfunction

" Asks what a key does, and does that. Gives whether it was handled.
function! s:act(params) abort
  let document = tokenfield#document#here()
  if empty(document) || (empty(document.selection) && empty(tokenfield#chips#field(document, line('.') - 1)))
    return 0
  endif
  return tokenfield#log#guard('tokenfield#keys#ask', document, has_key(a:params, 'to') ? 'navigate' : 'key', a:params)
endfunction

" Sends a request that acts at the cursor, and does what comes of it. Gives whether it was handled.
function! tokenfield#keys#ask(document, method, params) abort
  call tokenfield#document#flush(a:document)
  call tokenfield#selection#follow(a:document)
  if empty(tokenfield#chips#field(a:document, line('.') - 1)) && empty(a:document.selection)
    return 0
  endif
  let edition = a:document.version
  let outcome = tokenfield#server#ask('tokenField/' . a:method, extend({
        \ 'textDocument': {'uri': a:document.uri, 'version': edition},
        \ 'position': tokenfield#place#cursor(), 'selection': a:document.selection}, a:params))
  if type(outcome) != v:t_dict || edition != a:document.version || b:changedtick != a:document.tick
    return 0
  endif
  let handled = tokenfield#edit#outcome(a:document, outcome)
  if handled && has_key(a:params, 'text') && type(get(outcome, 'caret', 0)) == v:t_dict
    call tokenfield#keys#wrote(outcome.caret.line + 1, outcome.caret.character + 1)
  endif
  return handled
endfunction

" Where a blank has just been written behind a separator: a blank that is typed there goes without saying.
let s:written = []

function! tokenfield#keys#wrote(line, column) abort
  let s:written = [a:line, a:column]
endfunction

" A printable character while tokens are selected takes their place, so it goes to the daemon and not into the text. This
" runs for every character that is typed anywhere, and of a burst for thousands.
function! tokenfield#keys#char() abort
  let s:presses = 0
  call tokenfield#burst#char()
  if v:char ==# ' ' && s:written == [line('.'), col('.')] && strpart(getline('.'), 0, col('.') - 1) =~# ' $'
    let [v:char, s:written] = ['', []]
  elseif tokenfield#selection#any()
    call tokenfield#log#guard('tokenfield#keys#over')
  endif
endfunction

function! tokenfield#keys#over() abort
  let document = tokenfield#document#here()
  if empty(document) || empty(document.selection) || v:char ==# ''
    return
  endif
  let text = v:char
  let v:char = ''
  call feedkeys("\<Cmd>call tokenfield#keys#replace('" . substitute(text, "'", "''", 'g') . "')\<CR>", 'in')
endfunction

function! tokenfield#keys#replace(text) abort
  if !s:act({'text': a:text})
    call feedkeys(a:text, 'in')
  endif
endfunction

" From field to field, as often as the count says.
function! tokenfield#keys#go(where) abort
  let document = tokenfield#document#here()
  for _ in empty(document) ? [] : range(v:count1)
    call tokenfield#document#flush(document)
    let outcome = tokenfield#server#ask('tokenField/navigate', {'to': a:where,
          \ 'textDocument': {'uri': document.uri, 'version': document.version}, 'position': tokenfield#place#cursor()})
    if !tokenfield#log#guard('tokenfield#edit#outcome', document, outcome)
      return
    endif
  endfor
endfunction

let s:presses = 0
let s:last = ['', reltime()]

" Whether a key is being held down: pressed for the fourth time in a row, faster than any finger. In a macro nobody holds.
function! s:held(key) abort
  let [key, time] = s:last
  let s:last = [a:key, reltime()]
  let quick = key ==# a:key && reltimefloat(reltime(time)) < 0.06
  let s:presses = quick && reg_executing() ==# '' ? s:presses + 1 : 0
  return s:presses >= 3
endfunction
