"""Captures the screens of editors/vim/screens: the plug-in in Vim and in Neovim, in a dark and a light terminal.

usage: vim_screens.py [FOLDER]

Needs tmux, pyte and pillow (`pip install pyte pillow`) and the fonts of fonts-dejavu-core. The program is $TOKENFIELD, or
else the release build. The pictures are for people to look at; no test compares them.
"""
import os
import sys
import tempfile
import time
import unicodedata

import mail_programs
from vim_world import Editor
from world import ROOT, World

SIZE = 18
COLUMNS, ROWS = 96, 15
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono%s.ttf"
NAMED = {"black": "000000", "red": "cd0000", "green": "00a000", "brown": "b08000", "blue": "3b6ed8", "magenta": "b040b0",
         "cyan": "009090", "white": "d8d8d8", "brightblack": "7f7f7f", "brightred": "ff4040", "brightgreen": "40d040",
         "brightbrown": "e0c040", "brightblue": "6c8cff", "brightmagenta": "e070e0", "bfightmagenta": "e070e0",
         "brightcyan": "40d0d0", "brightwhite": "ffffff"}

DRAFT = """From: Ana Ruiz <ana.ruiz@example.org>
To: "Köhler, Eva" <eva@example.net>, José García <jose.garcia@example.org>, ming@example.org
Cc: Omar Haddad <omar@example.com>, eva@example.net, zoe@gmial.com, k..reyes@example.org
Bcc: 
Subject: Thursday

Dear all,
"""


def picture(text, path, foreground, background):
    """Draws what tmux captured, escape sequences and all."""
    import pyte
    from PIL import Image, ImageDraw, ImageFont
    screen = pyte.Screen(COLUMNS, ROWS)
    screen.set_mode(pyte.modes.LNM)
    pyte.Stream(screen).feed("\r\n".join(text.rstrip("\n").split("\n")))
    fonts = {bold: ImageFont.truetype(FONT % ("-Bold" if bold else ""), SIZE) for bold in (False, True)}
    wide = "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"
    width, height = int(fonts[False].getlength("M")), SIZE + 6
    image = Image.new("RGB", (COLUMNS * width, ROWS * height), "#" + background)
    draw = ImageDraw.Draw(image)

    def colour(name, default):
        return "#" + (default if name == "default" else NAMED.get(name, name))

    cells = [(x, y, screen.buffer[y][x]) for y in range(ROWS) for x in range(COLUMNS)]
    for x, y, cell in cells:
        back = colour(cell.fg, foreground) if cell.reverse else colour(cell.bg, background)
        draw.rectangle([x * width, y * height, (x + 1) * width - 1, (y + 1) * height - 1], fill=back)
    for x, y, cell in cells:
        front = colour(cell.bg, background) if cell.reverse else colour(cell.fg, foreground)
        if cell.data.strip():
            font = fonts[cell.bold]
            if unicodedata.east_asian_width(cell.data[0]) in "WF" and os.path.exists(wide):
                font = ImageFont.truetype(wide, SIZE)
            draw.text((x * width, y * height + 2), cell.data, fill=front, font=font)
        if cell.underscore:
            draw.line([x * width, (y + 1) * height - 3, (x + 1) * width, (y + 1) * height - 3], fill=front)
    image.save(path)


def capture(kind, name, folder, script, steps, colours):
    """One screen: an editor is opened on the draft, keys are pressed, and what is then shown becomes a picture."""
    world = World(os.path.realpath(tempfile.mkdtemp(prefix="tokenfield-")), mail_programs.PEOPLE)
    editor = Editor(world, kind)
    try:
        editor.open(DRAFT, script=script)
        world.tmux("resize-window", "-x", str(COLUMNS), "-y", str(ROWS))
        editor.until("[&columns, &lines]", [COLUMNS, ROWS])
        editor.until("tokenfield#document#of(bufnr('%')).fields.To.chips[0].class", "token")
        steps(editor)
        time.sleep(0.5)  # For a person to look at: whatever still moves has come to rest.
        picture(world.tmux("capture-pane", "-e", "-p"), os.path.join(folder, name), *colours)
    finally:
        editor.end()
        world.end()


def completing(editor):
    """A name is half typed, and the menu is open with one candidate chosen."""
    editor.place(4, 5)
    editor.world.type("Ajos")
    editor.world.shows("José da Silva")
    editor.world.keys("C-n")


def selecting(editor):
    """Backspace has selected the last recipient."""
    editor.place(2, 1)
    editor.world.type("A, ")
    editor.world.keys("BSpace")
    editor.until("len(tokenfield#document#of(bufnr('%')).selection)", 1)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "editors/vim/screens")
    os.makedirs(folder, exist_ok=True)
    base = "set laststatus=2 statusline=%f\\ %m%=%{tokenfield#statusline()}\nsyntax on\n"
    capture("vim", "vim.png", folder, base + "set background=dark t_Co=256 completeopt=menuone\n",
            completing, ("d0d0d0", "101418"))
    capture("neovim 0.11", "neovim.png", folder, base + "set background=light termguicolors\n", selecting,
            ("14161b", "e0e2ea"))


if __name__ == "__main__":
    main()
