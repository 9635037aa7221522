" Events: `User Tokenfield…' autocommands, and what is said aloud. g:tokenfield_event holds the event meanwhile.

" What the daemon tells of what no request caused.
function! tokenfield#event#told(params) abort
  let document = tokenfield#document#named(get(a:params, 'uri', ''))
  if !empty(document)
    call s:tell(document, a:params)
  endif
endfunction

" What an outcome tells.
function! tokenfield#event#of(document, outcome) abort
  for event in get(a:outcome, 'events', [])
    call s:tell(a:document, event)
  endfor
  let said = get(a:outcome, 'announce', '')
  if said !=# ''
    call s:tell(a:document, {'type': 'announce', 'text': said})
  endif
endfunction

function! s:tell(document, event) abort
  let type = type(a:event) == v:t_dict ? get(a:event, 'type', '') : ''
  if type(type) != v:t_string || type !~# '^\a\+$'
    return
  endif
  if type ==# 'announce' && (tokenfield#option#get('announce') || tokenfield#option#accessible())
    call s:announce(get(a:event, 'text', ''))
  endif
  let name = 'Tokenfield' . toupper(type[0]) . type[1:]
  if exists('#User#' . name)
    let g:tokenfield_event = extend({'buffer': a:document.buffer}, a:event)
    try
      execute 'doautocmd <nomodeline> User' name
    catch
      call tokenfield#log#add(name . ': ' . v:exception)
    finally
      unlet! g:tokenfield_event
    endtry
  endif
endfunction

" In the last line, cut so that nobody has to press Enter; a moment later, when what the key does is done.
function! s:announce(text) abort
  let text = strcharpart(a:text, 0, max([10, &columns - 15]))
  call timer_start(20, {-> s:echo(text)})
endfunction

" While one inserts, the editor writes its mode over every message; until insert mode is left it is not shown.
function! s:echo(text) abort
  if mode() =~# '^[iR]' && &showmode
    set noshowmode
    let s:mode_hidden = 1
  endif
  redraw
  echo a:text
endfunction
let s:mode_hidden = 0

" Insert mode was left.
function! tokenfield#event#rest() abort
  if s:mode_hidden
    set showmode
    let s:mode_hidden = 0
  endif
endfunction
