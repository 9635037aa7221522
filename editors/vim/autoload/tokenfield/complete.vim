" Completion: 'omnifunc', and a menu that opens by itself after a pause. The daemon finds and sorts; nothing is filtered
" here, and every key asks anew.

let s:timer = -1
let s:shown = {}
let s:found = []

" Candidates of the daemon as the editor takes them: where they begin, and the items. Each writes one line at the cursor;
" what an item changes before that in the same line becomes part of it, so that nobody ever gets half of it.
function! s:items(document, answer) abort
  let items = type(a:answer) == v:t_dict ? get(a:answer, 'items', []) : a:answer
  let cursor = tokenfield#place#cursor()
  let text = getline('.')
  let taken = []
  for item in type(items) == v:t_list ? items : []
    let edit = type(item) == v:t_dict ? get(item, 'textEdit', {}) : {}
    let range = get(edit, 'range', v:null)
    if !tokenfield#place#valid(range, a:document.lines) || range.start.line != cursor.line || range.end.line != cursor.line
          \ || range.end.character < cursor.character || range.start.character > cursor.character
          \ || stridx(get(edit, 'newText', "\n"), "\n") >= 0
      continue
    endif
    let [start, word, elsewhere] = [range.start.character, edit.newText, []]
    let more = get(item, 'additionalTextEdits', [])
    for other in type(more) == v:t_list ? more : []
      if tokenfield#place#valid(get(other, 'range', v:null), a:document.lines) && other.range.start.line == cursor.line
            \ && other.range.end.line == cursor.line && other.range.end.character <= start
        let word = other.newText . strpart(text, other.range.end.character, start - other.range.end.character) . word
        let start = other.range.start.character
      else
        call add(elsewhere, other)
      endif
    endfor
    call add(taken, {'start': start, 'end': range.end.character, 'item': item, 'word': word, 'elsewhere': elsewhere})
  endfor
  return s:menu(taken, text, cursor.character)
endfunction

" All items of a menu begin at one column: what stands between is written before those that begin later.
function! s:menu(taken, text, column) abort
  let start = min(map(copy(a:taken), {_, one -> one.start}) + [a:column])
  let s:found = a:taken
  return [start, map(copy(a:taken), {index, one -> {
        \ 'word': strpart(a:text, start, one.start - start) . one.word,
        \ 'abbr': get(one.item, 'label', one.word), 'menu': get(one.item, 'detail', ''),
        \ 'info': &completeopt =~# 'popup' ? ' ' : '', 'equal': 1, 'dup': 1, 'icase': 1,
        \ 'user_data': 'tokenfield:' . index}})]
endfunction

function! s:params(document, kind) abort
  return {'textDocument': {'uri': a:document.uri}, 'position': tokenfield#place#cursor(),
        \ 'context': {'triggerKind': a:kind}}
endfunction

" 'omnifunc'.
function! tokenfield#complete#omni(findstart, base) abort
  if !a:findstart
    return {'words': s:omni, 'refresh': 'always'}
  endif
  let document = tokenfield#document#here()
  if empty(document)
    return -3
  endif
  call tokenfield#document#flush(document)
  let answer = tokenfield#server#ask('textDocument/completion', s:params(document, 1))
  let [start, s:omni] = tokenfield#log#guard(function('s:items'), document, answer)
  let s:shown = s:place(document)
  return empty(s:omni) ? -3 : start
endfunction
let s:omni = []

" Where a menu is shown: it may be changed later only if all of this is as it was.
function! s:place(document) abort
  return {'uri': a:document.uri, 'version': a:document.version, 'line': line('.'), 'column': col('.')}
endfunction

" Whether text was typed for which no menu was thought of yet.
function! tokenfield#complete#due(document) abort
  if mode() !~# '^[iR]' || get(a:document, 'completed', 0) == a:document.version
    return 0
  endif
  let a:document.completed = a:document.version
  return 1
endfunction

" The text was changed in insert mode: after a pause the menu opens, or is renewed.
function! tokenfield#complete#wrote() abort
  call timer_stop(s:timer)
  let document = tokenfield#document#here()
  if empty(document) || !s:wanted() || !s:offered(document)
    return
  endif
  let s:timer = timer_start(pumvisible() ? 0 : tokenfield#option#get('complete_delay'),
        \ {-> tokenfield#log#guard('tokenfield#complete#ask', document)})
endfunction

" Whether a menu may open by itself.
function! s:wanted() abort
  return tokenfield#option#get('complete') && !tokenfield#option#accessible() && !&paste
        \ && !get(b:, 'tokenfield_yields', 0) && (!pumvisible() || s:ours())
endfunction

" Whether there are tags or people in the line.
function! s:offered(document) abort
  return !empty(tokenfield#chips#field(a:document, line('.') - 1)) || tokenfield#chips#running(a:document, line('.') - 1)
endfunction

" What was typed outside of fields has been told at a pause. It may have made a field, of which the daemon will say so.
function! tokenfield#complete#paused(document) abort
  if tokenfield#complete#due(a:document) && s:wanted()
    let a:document.hoped = a:document.version
    call tokenfield#complete#drawn(a:document)
  endif
endfunction

" A picture has come in.
function! tokenfield#complete#drawn(document) abort
  if get(a:document, 'hoped', -1) == a:document.version && mode() =~# '^[iR]' && s:offered(a:document)
    let a:document.hoped = -1
    call tokenfield#complete#ask(a:document)
  endif
endfunction

function! tokenfield#complete#ask(document) abort
  if a:document.buffer != bufnr('%') || mode() !~# '^[iR]' || tokenfield#server#busy()
    return
  endif
  call tokenfield#document#flush(a:document)
  let place = s:place(a:document)
  call tokenfield#server#request('textDocument/completion', s:params(a:document, 3),
        \ {answer, fault -> s:show(a:document, place, answer)})
endfunction

" Better candidates have come in for the list that is shown, or would have been.
function! tokenfield#complete#suggested(params) abort
  let document = tokenfield#document#here()
  if !empty(document) && get(a:params, 'uri', '') ==# document.uri && get(a:params, 'version', -1) == document.version
        \ && get(a:params, 'position', {}) == tokenfield#place#cursor() && s:shown == s:place(document)
        \ && !get(b:, 'tokenfield_yields', 0)
    call s:show(document, s:shown, a:params)
  endif
endfunction

let s:showing = 0

function! s:show(document, place, answer) abort
  if a:document.buffer != bufnr('%') || mode() !~# '^[iR]' || a:place != s:place(a:document)
        \ || b:changedtick != a:document.tick || (pumvisible() && !s:ours())
        \ || (pumvisible() && complete_info(['selected']).selected != -1)
    return
  endif
  let s:shown = a:place
  " Nothing may be inserted that nobody chose, whatever the user's own completions do.
  if !exists('s:completeopt')
    let s:completeopt = &completeopt
    set completeopt=menuone,noinsert,noselect
    if s:completeopt =~# 'popup'
      set completeopt+=popup
    endif
  endif
  let [start, items] = s:items(a:document, a:answer)
  if empty(items) && !pumvisible()
    call s:restore()
  else
    " A menu that is open ends here, and says so: the option stays as it is for the one that follows.
    let s:showing = 1
    try
      call complete(start + 1, items)
    finally
      let s:showing = 0
    endtry
  endif
endfunction

function! s:restore() abort
  if exists('s:completeopt')
    let &completeopt = s:completeopt
    unlet s:completeopt
  endif
endfunction

" Whether the menu that is open is of ours.
function! s:ours() abort
  return get(get(complete_info(['items']).items, 0, {}), 'user_data', '') =~# '^tokenfield:'
endfunction

function! s:chosen(item) abort
  let data = type(a:item) == v:t_dict ? get(a:item, 'user_data', '') : ''
  return type(data) == v:t_string && data =~# '^tokenfield:\d\+$' ? get(s:found, str2nr(data[11:]), {}) : {}
endfunction

" The menu has closed. What an item changes in other lines is done now, if it was taken as it is.
function! tokenfield#complete#done() abort
  if s:showing
    return
  endif
  call s:restore()
  let one = s:chosen(v:completed_item)
  if !empty(one)
    call tokenfield#log#guard('tokenfield#complete#finish', one)
  endif
endfunction

function! tokenfield#complete#finish(one) abort
  let document = tokenfield#document#here()
  let rest = a:one.end - get(s:shown, 'column', 1) + 1
  if empty(document) || s:shown.line != line('.')
    return
  endif
  call tokenfield#document#flush(document)
  " The candidate stands for the word to its end, of which the editor has replaced only what is before the cursor.
  let edits = copy(a:one.elsewhere)
  if rest > 0
    let cursor = tokenfield#place#cursor()
    call add(edits, {'range': {'start': cursor, 'end': {'line': cursor.line, 'character': cursor.character + rest}},
          \ 'newText': ''})
  endif
  if !empty(edits) && !tokenfield#edit#apply(document, edits, v:null)
    call tokenfield#log#warn('the candidate could not be written as a whole; undo it')
  endif
  call tokenfield#keys#wrote(line('.'), col('.'))
  if mode() =~# '^i'
    call feedkeys("\<C-G>u", 'in')
  endif
  " No menu opens on what was just taken.
  let document.completed = document.version
endfunction

" A candidate is highlighted: its card is shown beside the menu.
function! tokenfield#complete#highlighted() abort
  let one = s:chosen(v:event.completed_item)
  if !empty(one) && !tokenfield#server#busy() && &completeopt =~# 'popup'
    call tokenfield#server#request('completionItem/resolve', one.item, function('s:resolved', [one]))
  endif
endfunction

function! s:resolved(one, item, fault) abort
  let documentation = type(a:item) == v:t_dict ? get(a:item, 'documentation', '') : ''
  let text = type(documentation) == v:t_dict ? get(documentation, 'value', '') : documentation
  if text ==# '' || !pumvisible()
    return
  endif
  if has('nvim')
    let index = complete_info(['selected']).selected
    if exists('*nvim__complete_set') && index >= 0
      call nvim__complete_set(index, {'info': text})
    endif
  elseif exists('*popup_findinfo') && popup_findinfo()
    call popup_settext(popup_findinfo(), split(text, "\n"))
    call popup_show(popup_findinfo())
  endif
endfunction
