-- Which lines of a buffer were touched; see autoload/tokenfield/watch.vim.
local M, changes = {}, {}

function M.start(buffer)
  if changes[buffer] then return true end
  changes[buffer] = {}
  return vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function(_, _, _, first, last, new)
      local list = changes[buffer]
      if not list then return true end
      list[#list + 1] = { first + 1, last + 1, new - last }
    end,
    -- The text was read anew: no hint is right, and the next comparison looks at all of it.
    on_reload = function() if changes[buffer] then changes[buffer] = {} end end,
    on_detach = function() changes[buffer] = nil end,
  })
end

function M.stop(buffer) changes[buffer] = nil end

function M.take(buffer)
  local list = changes[buffer]
  if list then changes[buffer] = {} else M.start(buffer) end
  return list or {}
end

return M
