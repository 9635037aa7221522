" Names of files as URIs.

" The URI of a path, which is made absolute.
function! tokenfield#uri#of(path) abort
  let path = fnamemodify(a:path, ':p')
  return 'file://' . substitute(path, '[^A-Za-z0-9/._~-]', '\=s:escaped(submatch(0))', 'g')
endfunction

" The URI of a buffer; one without a file has a name of its own.
function! tokenfield#uri#buffer(buffer) abort
  let name = bufname(a:buffer)
  return name ==# '' ? 'untitled:' . a:buffer : tokenfield#uri#of(name)
endfunction

function! s:escaped(text) abort
  return join(map(range(strlen(a:text)), {_, index -> printf('%%%02X', char2nr(a:text[index], 0) % 256)}), '')
endfunction
