-- Whether a client of Neovim's own serves tokenfield in a buffer.
local M = {}

function M.serves(buffer)
  local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
  return #clients({ bufnr = buffer, name = 'tokenfield' }) > 0
end

return M
