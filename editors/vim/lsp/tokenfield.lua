-- For Neovim 0.11 or later: vim.lsp.enable('tokenfield') gives completion, findings, hover and the like without chips.
return {
  cmd = function(dispatchers)
    local command = vim.fn['tokenfield#server#command']()
    return vim.lsp.rpc.start(#command > 0 and command or { 'tokenfield', 'serve' }, dispatchers)
  end,
  filetypes = { 'mail', 'gitcommit', 'markdown', 'org', 'yaml', 'bib', 'tex', 'plaintex', 'debcontrol', 'gitsendemail',
    'codeowners' },
  root_markers = { '.obsidian', '.zk', '.git' },
}
