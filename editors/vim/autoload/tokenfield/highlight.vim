" Highlight groups, each linked to one that every colour scheme has, so that chips look like the rest of the screen and
" can be read in light and dark, in 16, 256 and all colours: those of chips bring both a colour and a background, since the
" syntax below has colours of its own. In the accessible style they differ without any colour.

let s:links = {
      \ 'TokenfieldChip': 'TabLine',
      \ 'TokenfieldSelected': 'IncSearch',
      \ 'TokenfieldDraft': 'Underlined',
      \ 'TokenfieldEdit': 'Underlined',
      \ 'TokenfieldInvalid': 'Error',
      \ 'TokenfieldDuplicate': 'Todo',
      \ 'TokenfieldUnknown': 'Folded',
      \ 'TokenfieldOutside': 'WarningMsg',
      \ 'TokenfieldGroup': 'TabLineSel',
      \ 'TokenfieldMention': 'Identifier',
      \ 'TokenfieldPending': 'NonText',
      \ 'TokenfieldDisabled': 'Comment',
      \ 'TokenfieldFixed': 'Constant',
      \ 'TokenfieldAddress': 'Comment',
      \ 'TokenfieldComment': 'Comment',
      \ 'TokenfieldCap': 'NonText',
      \ 'TokenfieldPlaceholder': 'Comment',
      \ 'TokenfieldTitle': 'Comment',
      \ 'TokenfieldCounter': 'Comment',
      \ 'TokenfieldError': 'ErrorMsg',
      \ 'TokenfieldWarning': 'WarningMsg',
      \ 'TokenfieldInformation': 'Comment',
      \ }

let s:attributes = {
      \ 'TokenfieldChip': 'underline',
      \ 'TokenfieldSelected': 'reverse,bold',
      \ 'TokenfieldDraft': 'NONE',
      \ 'TokenfieldEdit': 'NONE',
      \ 'TokenfieldInvalid': 'reverse,underline',
      \ 'TokenfieldDuplicate': 'strikethrough,underline',
      \ 'TokenfieldUnknown': 'italic,underline',
      \ 'TokenfieldOutside': 'italic',
      \ 'TokenfieldGroup': 'bold,underline',
      \ 'TokenfieldMention': 'bold',
      \ 'TokenfieldPending': 'italic',
      \ 'TokenfieldDisabled': 'italic',
      \ 'TokenfieldFixed': 'bold,underline',
      \ 'TokenfieldAddress': 'NONE',
      \ }

function! tokenfield#highlight#groups() abort
  return sort(keys(s:links))
endfunction

" Defines what neither the user nor the colour scheme has defined.
function! tokenfield#highlight#define() abort
  let plain = tokenfield#option#accessible()
  for [group, link] in items(s:links)
    if plain && has_key(s:attributes, group)
      let how = s:attributes[group]
      execute 'highlight default' group 'term=' . how 'cterm=' . how 'gui=' . how
    else
      execute 'highlight default link' group link
    endif
  endfor
endfunction
