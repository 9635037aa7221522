-- A choice by Neovim's own means, which the user may have replaced.
local M = {}

function M.choose(titles)
  vim.ui.select(titles, { prompt = 'What is to be done?' }, function(_, index)
    vim.fn['tokenfield#fix#chosen'](index and index - 1 or -1)
  end)
end

return M
