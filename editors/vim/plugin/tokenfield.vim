" tokenfield for Vim 9.0 and Neovim 0.7.2 or later. See :help tokenfield.

if exists('g:loaded_tokenfield') || &compatible
  finish
endif
let g:loaded_tokenfield = 1
if !has('nvim-0.7.2') && !(has('patch-9.0.0067') && has('textprop') && has('channel') && has('job') && has('timers'))
  finish
endif

command! -nargs=* -bang -range -complete=customlist,tokenfield#command#complete Tokenfield
      \ call tokenfield#command#run(<line1>, <line2>, <bang>0, <q-args>)

call tokenfield#keys#define()

augroup tokenfield
  autocmd!
  autocmd FileType * call tokenfield#log#guard('tokenfield#begin')
  autocmd ColorScheme * call tokenfield#log#guard('tokenfield#recolour')
  autocmd VimResized * call tokenfield#log#guard('tokenfield#entered')
  autocmd VimLeavePre * call tokenfield#log#guard('tokenfield#server#stop')
  if has('nvim-0.8')
    autocmd LspAttach * call tokenfield#log#guard('tokenfield#lsp#attached', str2nr(expand('<abuf>')))
    autocmd LspDetach * call tokenfield#log#guard('tokenfield#yield', str2nr(expand('<abuf>')), 0)
  endif
augroup END
