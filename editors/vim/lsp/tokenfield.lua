-- For Neovim 0.11 or later: vim.lsp.enable('tokenfield') gives completion, findings, hover and the like without chips.
-- Where the plug-in serves a buffer it declines, or a second daemon would run; g:tokenfield_lsp asks for both.
return {
  root_dir = function(buffer, start)
    if vim.fn['tokenfield#serves'](buffer) == 0 or vim.fn['tokenfield#option#of'](buffer, 'lsp') == 1 then
      start(vim.fs.root(buffer, { '.obsidian', '.zk', '.git' }) or vim.fn.getcwd())
    end
  end,
  cmd = function(dispatchers)
    local command = vim.fn['tokenfield#server#command']()
    return vim.lsp.rpc.start(#command > 0 and command or { 'tokenfield', 'serve' }, dispatchers)
  end,
  filetypes = { 'mail', 'gitcommit', 'markdown', 'org', 'yaml', 'bib', 'tex', 'plaintex', 'debcontrol', 'gitsendemail',
    'codeowners' },
}
