" Beside Neovim's own LSP client: `vim.lsp.enable('tokenfield')' serves completion and findings, the plug-in the rest.

function! tokenfield#lsp#attached(buffer) abort
  if luaeval('require("tokenfield.beside").serves(_A)', a:buffer)
    call tokenfield#yield(a:buffer, 1)
  endif
endfunction
