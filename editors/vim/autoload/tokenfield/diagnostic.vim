" Findings: signs, a remark behind the line, the location list. In Neovim they are the editor's own diagnostics.

let s:names = ['', 'Error', 'Warning', 'Information', 'Hint']
let s:group = 'tokenfield-findings'

if has('nvim')
  let s:space = nvim_create_namespace('tokenfield-findings')
endif

" The daemon says what is wrong. A list for another version is dropped; when the document rests it comes again.
function! tokenfield#diagnostic#published(params) abort
  let document = tokenfield#document#named(get(a:params, 'uri', ''))
  let found = get(a:params, 'diagnostics', v:null)
  if empty(document) || !document.opened || type(found) != v:t_list
    return
  endif
  call tokenfield#document#flush(document)
  if get(a:params, 'version', document.version) != document.version
    return
  endif
  let document.findings = filter(copy(found),
        \ {_, one -> type(one) == v:t_dict && tokenfield#place#valid(get(one, 'range', v:null), document.lines)})
  if document.buffer != bufnr('%') || mode() !~# '^[iR]' || has('nvim')
    call tokenfield#diagnostic#show(document)
  endif
endfunction

" Shows what is known. Signs and remarks stay as they are while one types, and are renewed when insert mode is left.
function! tokenfield#diagnostic#show(document) abort
  let buffer = a:document.buffer
  if !bufloaded(buffer) || !tokenfield#option#of(buffer, 'diagnostics') || getbufvar(buffer, 'tokenfield_yields', 0)
    return
  endif
  let found = get(a:document, 'findings', [])
  if has('nvim')
    call luaeval('require("tokenfield.diagnostic").set(_A[1], _A[2], _A[3], _A[4])',
          \ [s:space, buffer, found, tokenfield#option#of(buffer, 'virtual_text') ? v:true : v:false])
    return
  endif
  call s:define()
  let worst = {}
  for one in found
    let line = one.range.start.line
    if get(one, 'severity', 1) < get(get(worst, line, {}), 'severity', 5)
      let worst[line] = one
    endif
  endfor
  call sign_unplace(s:group, {'buffer': buffer})
  call sign_placelist(map(filter(values(worst), {_, one -> get(one, 'severity', 1) <= 3}), {_, one -> {'buffer': buffer,
        \ 'group': s:group, 'name': 'tokenfield' . s:names[get(one, 'severity', 1)], 'lnum': one.range.start.line + 1}}))
  call s:remarks(a:document, worst)
endfunction

function! s:define() abort
  for [name, text, group] in [['Error', 'E', 'TokenfieldError'], ['Warning', 'W', 'TokenfieldWarning'],
        \ ['Information', 'I', 'TokenfieldInformation']]
    if empty(sign_getdefined('tokenfield' . name))
      call sign_define('tokenfield' . name, {'text': text, 'texthl': group})
    endif
    if empty(prop_type_get('tokenfieldRemark' . name))
      call prop_type_add('tokenfieldRemark' . name, {'highlight': group})
    endif
  endfor
endfunction

" One remark a line, of the worst finding; hints are no reason to disturb. Vim draws remarks wrongly in lines that are
" scrolled sideways.
function! s:remarks(document, worst) abort
  let buffer = a:document.buffer
  let types = map(copy(s:names[1:3]), {_, name -> 'tokenfieldRemark' . name})
  call prop_remove({'bufnr': buffer, 'types': types, 'all': 1}, 1,
        \ getbufinfo(buffer)[0].linecount)
  if !tokenfield#option#of(buffer, 'virtual_text') || !getwinvar(bufwinid(buffer), '&wrap', 1)
    return
  endif
  for [line, one] in items(a:worst)
    if get(one, 'severity', 1) <= 2 && tokenfield#mark#roomy(a:document.lines[line])
      call prop_add(str2nr(line) + 1, 0, {'bufnr': buffer, 'type': 'tokenfieldRemark' . s:names[get(one, 'severity', 1)],
            \ 'text': (tokenfield#option#ascii() ? '* ' : '■ ') . get(one, 'message', ''), 'text_align': 'after',
            \ 'text_padding_left': 2})
    endif
  endfor
endfunction

" Takes all of it away.
function! tokenfield#diagnostic#clear(document) abort
  let a:document.findings = []
  if bufloaded(a:document.buffer)
    call tokenfield#diagnostic#show(a:document)
  endif
endfunction

" Insert mode was left: what came in meanwhile is shown.
function! tokenfield#diagnostic#rest() abort
  let document = tokenfield#document#here()
  if !empty(document) && !has('nvim')
    call tokenfield#diagnostic#show(document)
  endif
endfunction

" The findings as items of a location list.
function! tokenfield#diagnostic#items(document) abort
  return map(copy(get(a:document, 'findings', [])), {_, one -> {'bufnr': a:document.buffer,
        \ 'lnum': one.range.start.line + 1, 'col': one.range.start.character + 1,
        \ 'end_lnum': one.range.end.line + 1, 'end_col': one.range.end.character + 1,
        \ 'type': 'EWIN'[get(one, 'severity', 1) - 1], 'text': get(one, 'message', '') . ' [' . get(one, 'code', '') . ']'}})
endfunction
