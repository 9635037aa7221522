" Highlight groups. What a chip looks like is our own, since no group of the editor's is quiet, has a colour and a background,
" and can be read with a dimmed address on it in 16, 256 and all colours. What is said beside fields is linked to the colour
" scheme's groups. All are defaults: a colour scheme or the user may define any of them.

" Group: [dark, light], each as [colour, background, attributes] of 256 colours, of 16, of all. A dimmed address has a
" colour alone, so that one chip is one block.
let s:chips = {
      \ 'TokenfieldChip': [[['252', '237', 'NONE'], ['15', '4', 'NONE'], ['#d4d7de', '#353b48', 'NONE']],
      \   [['235', '253', 'NONE'], ['0', '7', 'NONE'], ['#20242c', '#c0c9dc', 'NONE']]],
      \ 'TokenfieldAddress': [[['248', 'NONE', 'NONE'], ['7', 'NONE', 'NONE'], ['#a9b0bf', 'NONE', 'NONE']],
      \   [['238', 'NONE', 'NONE'], ['4', 'NONE', 'NONE'], ['#434a59', 'NONE', 'NONE']]],
      \ 'TokenfieldUnknown': [[['222', '237', 'NONE'], ['11', '4', 'NONE'], ['#e2c98f', '#353b48', 'NONE']],
      \   [['58', '253', 'NONE'], ['5', '7', 'NONE'], ['#523b00', '#c0c9dc', 'NONE']]],
      \ 'TokenfieldDuplicate': [[['252', '237', 'underline'], ['15', '4', 'underline'], ['#d4d7de', '#353b48', 'underline']],
      \   [['235', '253', 'underline'], ['0', '7', 'underline'], ['#20242c', '#c0c9dc', 'underline']]],
      \ 'TokenfieldInvalid': [[['231', '88', 'bold'], ['15', '1', 'bold'], ['#ffffff', '#8c2f39', 'bold']],
      \   [['88', '224', 'bold'], ['15', '1', 'bold'], ['#7f0010', '#ffd3d6', 'bold']]],
      \ 'TokenfieldGroup': [[['252', '237', 'bold'], ['15', '4', 'bold'], ['#d4d7de', '#353b48', 'bold']],
      \   [['235', '253', 'bold'], ['0', '7', 'bold'], ['#20242c', '#c0c9dc', 'bold']]],
      \ 'TokenfieldPending': [[['252', '237', 'italic'], ['15', '4', 'italic'], ['#d4d7de', '#353b48', 'italic']],
      \   [['235', '253', 'italic'], ['0', '7', 'italic'], ['#20242c', '#c0c9dc', 'italic']]],
      \ 'TokenfieldDisabled': [[['248', '235', 'NONE'], ['7', '0', 'NONE'], ['#a9b0bf', '#262a33', 'NONE']],
      \   [['238', '254', 'NONE'], ['0', '7', 'italic'], ['#434a59', '#d4d9e4', 'NONE']]],
      \ }

let s:links = {
      \ 'TokenfieldSelected': 'IncSearch',
      \ 'TokenfieldFixed': 'TokenfieldGroup',
      \ 'TokenfieldDraft': 'Underlined',
      \ 'TokenfieldEdit': 'Underlined',
      \ 'TokenfieldOutside': 'WarningMsg',
      \ 'TokenfieldMention': 'Identifier',
      \ 'TokenfieldComment': 'Comment',
      \ 'TokenfieldCap': 'NonText',
      \ 'TokenfieldPlaceholder': 'Comment',
      \ 'TokenfieldTitle': 'Comment',
      \ 'TokenfieldCounter': 'Comment',
      \ 'TokenfieldError': 'ErrorMsg',
      \ 'TokenfieldWarning': 'WarningMsg',
      \ 'TokenfieldInformation': 'Comment',
      \ }

" In the accessible style states differ without any colour.
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
  return sort(keys(s:chips) + keys(s:links))
endfunction

" Defines what neither the user nor the colour scheme has defined.
function! tokenfield#highlight#define() abort
  let plain = tokenfield#option#accessible()
  for group in tokenfield#highlight#groups()
    if plain && has_key(s:attributes, group)
      let how = s:attributes[group]
      execute 'highlight default' group 'term=' . how 'cterm=' . how 'gui=' . how
    elseif has_key(s:chips, group)
      let [many, few, all] = s:chips[group][&background ==# 'light']
      let [front, back, how] = tokenfield#option#colours() >= 256 ? many : few
      " Without colours a chip is underlined, and an error reversed.
      execute 'highlight default' group 'term=' . (group ==# 'TokenfieldInvalid' ? 'reverse' : 'underline')
            \ 'ctermfg=' . front 'ctermbg=' . back 'cterm=' . how
            \ 'guifg=' . all[0] 'guibg=' . all[1] 'gui=' . all[2]
    else
      execute 'highlight default link' group s:links[group]
    endif
  endfor
endfunction
