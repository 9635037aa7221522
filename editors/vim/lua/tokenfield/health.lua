-- :checkhealth tokenfield
local M = {}

function M.check()
  local health = vim.health or require('health')
  local start = health.start or health.report_start
  local ok = health.ok or health.report_ok
  local warn = health.warn or health.report_warn
  local fail = health.error or health.report_error

  start('tokenfield')
  local command = vim.fn['tokenfield#server#command']()
  if #command == 0 then
    fail('no program found', { 'see :help tokenfield-install' })
    return
  end
  local version = vim.fn.systemlist({ command[1], '--version' })[1] or ''
  if vim.v.shell_error == 0 then
    ok('program: ' .. command[1] .. ' (' .. version .. ')')
  else
    fail(command[1] .. ' does not run')
  end
  local state = vim.fn['tokenfield#server#state']()
  local say = (state == 'ready' or state == 'off') and ok or warn
  say('daemon: ' .. (state == 'off' and 'not started, no buffer wants it' or state))
  if vim.fn.has('nvim-0.10') == 0 then
    ok('caps and brackets around chips need Neovim 0.10; colours are drawn')
  end

  start('tokenfield: address books')
  for _, line in ipairs(vim.fn.systemlist({ command[1], 'doctor' })) do
    ok(line)
  end
end

return M
