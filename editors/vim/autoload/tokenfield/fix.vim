" Code actions: what can be done about a finding, or with the chip at the cursor.

" Asks what can be done in the lines and offers it. With a bang the first remedy is taken without a question.
function! tokenfield#fix#run(first, last, bang) abort
  let document = tokenfield#document#here()
  if empty(document)
    return tokenfield#log#warn('this buffer has no fields')
  endif
  call tokenfield#document#flush(document)
  let edition = document.version
  let lines = tokenfield#place#range(a:first - 1, 0, a:last - 1, strlen(document.lines[a:last - 1]))
  let actions = []
  if a:first == a:last && a:first == line('.')
    let cursor = tokenfield#place#cursor()
    let actions = s:wanted(s:asked(document, {'start': cursor, 'end': cursor}), a:bang)
  endif
  if empty(actions)
    " Nothing at the cursor itself: what its lines have to offer.
    let actions = s:wanted(s:asked(document, lines), a:bang)
  endif
  if empty(actions)
    call tokenfield#log#say('nothing to mend here')
  elseif a:bang
    call tokenfield#fix#make(document, edition, actions[0])
  else
    call s:choose(document, edition, actions)
  endif
endfunction

" All actions, or the remedies that the daemon is sure of.
function! s:wanted(actions, sure) abort
  return a:sure ? filter(a:actions, {_, action -> get(action, 'isPreferred', v:false) is v:true}) : a:actions
endfunction

function! s:asked(document, range) abort
  let found = filter(copy(get(a:document, 'findings', [])), {_, one -> s:meet(one.range, a:range)})
  let actions = tokenfield#server#ask('textDocument/codeAction', {'textDocument': {'uri': a:document.uri},
        \ 'range': a:range, 'context': {'diagnostics': found}})
  return type(actions) == v:t_list ? filter(actions, {_, action -> type(action) == v:t_dict && has_key(action, 'edit')}) : []
endfunction

" Whether two ranges have a place in common.
function! s:meet(one, other) abort
  return s:before(a:one.start, a:other.end) && s:before(a:other.start, a:one.end)
endfunction

function! s:before(one, other) abort
  return a:one.line < a:other.line || (a:one.line == a:other.line && a:one.character <= a:other.character)
endfunction

function! s:choose(document, edition, actions) abort
  let titles = map(copy(a:actions), {_, action -> get(action, 'title', '')})
  let Chosen = {index -> index >= 0 && index < len(a:actions)
        \ ? tokenfield#fix#make(a:document, a:edition, a:actions[index]) : 0}
  if has('nvim')
    let s:Chosen = Chosen
    call luaeval('require("tokenfield.select").choose(_A)', titles)
  else
    let lines = map(copy(titles), {index, title -> (index + 1) . '. ' . title})
    call Chosen(inputlist(['What is to be done?'] + lines) - 1)
  endif
endfunction

" Neovim's own choice has been made.
function! tokenfield#fix#chosen(index) abort
  call s:Chosen(a:index)
endfunction

" Makes the edit of an action, if the text is still the one that was asked about.
function! tokenfield#fix#make(document, edition, action) abort
  call tokenfield#document#flush(a:document)
  if a:document.version != a:edition
    return tokenfield#log#warn('the text has changed meanwhile')
  endif
  for change in get(a:action.edit, 'documentChanges', [])
    let told = get(get(change, 'textDocument', {}), 'version', v:null)
    if get(change.textDocument, 'uri', '') !=# a:document.uri || (told isnot v:null && told != a:edition)
          \ || !tokenfield#edit#apply(a:document, change.edits, v:null)
      return tokenfield#log#warn('nothing was changed')
    endif
  endfor
  " The question is wiped away, or the answer to it would ask for Enter.
  redraw
  call tokenfield#log#say(get(a:action, 'title', ''))
endfunction
