" Options: what the buffer says, else what the editor says, else the default.

let s:defaults = {
      \ 'enabled': 1,
      \ 'command': '',
      \ 'settings': {},
      \ 'filetypes': ['mail', 'gitcommit', 'markdown', 'org', 'yaml', 'bib', 'tex', 'plaintex', 'debcontrol',
      \   'gitsendemail', 'codeowners'],
      \ 'style': 'colour',
      \ 'ascii': -1,
      \ 'conceal': 0,
      \ 'collapse': 1,
      \ 'keys': 1,
      \ 'arrows': 0,
      \ 'separators': [',', ';'],
      \ 'complete': 1,
      \ 'complete_delay': 150,
      \ 'diagnostics': 1,
      \ 'virtual_text': 1,
      \ 'announce': 0,
      \ 'lsp': 0,
      \ 'timeout': 100,
      \ 'max_bytes': 16777216,
      \ }

" The value of an option in the current buffer.
function! tokenfield#option#get(name) abort
  return get(b:, 'tokenfield_' . a:name, get(g:, 'tokenfield_' . a:name, s:defaults[a:name]))
endfunction

" The value in a buffer that need not be the current one.
function! tokenfield#option#of(buffer, name) abort
  return getbufvar(a:buffer, 'tokenfield_' . a:name, get(g:, 'tokenfield_' . a:name, s:defaults[a:name]))
endfunction

" Whether nothing may be shown that a screen reader or a braille line would stumble over.
function! tokenfield#option#accessible() abort
  return tokenfield#option#get('style') ==# 'accessible'
endfunction

" Whether only ASCII signs may be drawn: as said, or where the terminal is known to have no more.
function! tokenfield#option#ascii() abort
  let said = tokenfield#option#get('ascii')
  return said >= 0 ? said : !has('gui_running') && ($TERM ==# 'linux' || $TERM =~# '^vt' || tokenfield#option#colours() < 16)
endfunction

" How many colours the terminal has; Neovim does not say it by 't_Co' any more.
function! tokenfield#option#colours() abort
  return has('nvim') || &termguicolors ? 256 : str2nr(&t_Co)
endfunction
