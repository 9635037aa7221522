" Texts: what the daemon is told of lines, and where two of them differ.

" A text as it is told: same bytes in number, but no NUL and no byte that is no UTF-8, which no message can hold. In a line
" of the editor "\n" stands for a NUL.
function! tokenfield#text#clean(lines) abort
  let text = join(a:lines, '') . ' '
  " Plain ASCII is the same in Latin-1. This runs in C; a pattern takes half a second for a line of 400 KB.
  if stridx(text, "\n") < 0 && iconv(text, 'utf-8', 'latin1') ==# text
    return a:lines
  endif
  return map(copy(a:lines), {_, line -> s:clean(line)})
endfunction

function! s:clean(line) abort
  let line = tr(a:line, "\n", '?')
  if s:valid(line)
    return line
  endif
  let line = substitute(line, '[^\x01-\x7f]', '\=strlen(submatch(0)) == 1 ? "?" : submatch(0)', 'g')
  let line = substitute(line, '[\ud800-\udfff]', '???', 'g')
  return s:valid(line) ? line : substitute(line, '[^\x01-\x7f]', '\=repeat("?", strlen(submatch(0)))', 'g')
endfunction

" Whether a line stays the same when it is written as JSON. Neovim refuses bytes that are no UTF-8, Vim changes them.
function! s:valid(line) abort
  try
    return json_decode(json_encode(a:line)) ==# a:line
  catch
    return 0
  endtry
endfunction

" How many lines, or bytes of a string, two have in common at the start. `==#' compares in C, so halving beats any loop.
function! tokenfield#text#common_lines(one, other) abort
  let [low, high] = [0, min([len(a:one), len(a:other)])]
  while low < high
    let middle = (low + high + 1) / 2
    if a:one[low : middle - 1] ==# a:other[low : middle - 1]
      let low = middle
    else
      let high = middle - 1
    endif
  endwhile
  return low
endfunction

function! tokenfield#text#common_lines_at_end(one, other, most) abort
  let [ones, others] = [len(a:one), len(a:other)]
  let [low, high] = [0, a:most]
  while low < high
    let middle = (low + high + 1) / 2
    if a:one[ones - middle : ones - low - 1] ==# a:other[others - middle : others - low - 1]
      let low = middle
    else
      let high = middle - 1
    endif
  endwhile
  return low
endfunction

" Where two strings differ: how many bytes are equal before and behind, cut between characters. Of several ways to see it
" the one that ends at the cursor is right, if there is one: `a' before `ana' is not the same as an `a' behind it.
function! tokenfield#text#difference(one, other, cursor) abort
  let [ones, others] = [strlen(a:one), strlen(a:other)]
  let most = min([ones, others])
  let rest = others - a:cursor
  if a:cursor >= 0 && rest >= 0 && rest <= ones && strpart(a:one, ones - rest) ==# strpart(a:other, a:cursor)
    return [s:cut(a:one, a:other, s:common(a:one, a:other, most - rest)), rest]
  endif
  let before = s:cut(a:one, a:other, s:common(a:one, a:other, most))
  let behind = s:common_at_end(a:one, a:other, most - before)
  while behind > 0 && (s:inside(a:one, ones - behind) || s:inside(a:other, others - behind))
    let behind -= 1
  endwhile
  return [before, behind]
endfunction

" The last place up to one that lies between characters of both.
function! s:cut(one, other, place) abort
  let place = a:place
  while place > 0 && (s:inside(a:one, place) || s:inside(a:other, place))
    let place -= 1
  endwhile
  return place
endfunction

function! s:common(one, other, most) abort
  if a:most <= 0 || strpart(a:one, 0, a:most) ==# strpart(a:other, 0, a:most)
    return max([0, a:most])
  endif
  let [low, high] = [0, a:most - 1]
  while low < high
    let middle = (low + high + 1) / 2
    if strpart(a:one, low, middle - low) ==# strpart(a:other, low, middle - low)
      let low = middle
    else
      let high = middle - 1
    endif
  endwhile
  return low
endfunction

function! s:common_at_end(one, other, most) abort
  let [ones, others] = [strlen(a:one), strlen(a:other)]
  let [low, high] = [0, a:most]
  while low < high
    let middle = (low + high + 1) / 2
    if strpart(a:one, ones - middle, middle - low) ==# strpart(a:other, others - middle, middle - low)
      let low = middle
    else
      let high = middle - 1
    endif
  endwhile
  return low
endfunction

" Whether a byte continues a character of UTF-8.
function! s:inside(text, index) abort
  return a:text[a:index] >=# "\x80" && a:text[a:index] <# "\xc0"
endfunction

" The line and column of a byte in joined lines.
function! tokenfield#text#place(text, offset) abort
  let before = strpart(a:text, 0, a:offset)
  return [count(before, "\n"), a:offset - strridx(before, "\n") - 1]
endfunction
