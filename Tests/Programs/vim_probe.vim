" Lets a test look into a running Vim or Neovim: it connects to $TOKENFIELD_PROBE and answers each line, an expression as
" JSON, with its value as JSON. Keys come from the terminal, never from here.

function! s:answer(line) abort
  try
    let answer = {'value': eval(json_decode(a:line))}
  catch
    let answer = {'fault': v:exception . ' at ' . v:throwpoint}
  endtry
  return json_encode(answer) . "\n"
endfunction

if has('nvim')
  let s:rest = ''
  function! s:heard(channel, lines, event) abort
    let lines = split(s:rest . join(a:lines, "\n"), "\n", 1)
    let s:rest = remove(lines, -1)
    for line in lines
      call chansend(a:channel, s:answer(line))
    endfor
  endfunction
  call sockconnect('tcp', $TOKENFIELD_PROBE, {'on_data': function('s:heard')})
else
  let s:channel = ch_open($TOKENFIELD_PROBE, {'mode': 'nl', 'waittime': 5000,
        \ 'callback': {channel, line -> ch_sendraw(channel, s:answer(line))}})
endif
