-- Findings of the daemon as diagnostics of Neovim.
local M = {}

function M.set(namespace, buffer, found, virtual_text)
  local list = {}
  for _, one in ipairs(found) do
    list[#list + 1] = {
      lnum = one.range.start.line,
      col = one.range.start.character,
      end_lnum = one.range['end'].line,
      end_col = one.range['end'].character,
      severity = one.severity or 1,
      message = one.message or '',
      code = one.code,
      source = 'tokenfield',
    }
  end
  -- Hints, such as a comma behind which one goes on typing, are no reason to disturb.
  local severity = vim.diagnostic.severity
  vim.diagnostic.set(namespace, buffer, list, {
    signs = { severity = { min = severity.INFO } },
    underline = { severity = { min = severity.WARN } },
    virtual_text = virtual_text and { severity = { min = severity.WARN } } or false,
  })
end

return M
