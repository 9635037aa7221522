#!/usr/bin/env python3
"""Takes pictures of Emacs' client in a terminal, for a person to look at, into editors/emacs/screens/.

usage: emacs_screens.py

Needs tmux, Emacs, and of Python pyte and Pillow (Debian's python3-pyte and python3-pil, fonts-dejavu-core).
The program is $TOKENFIELD, or else the release build.
"""
import os
import re
import tempfile

import pyte
from PIL import Image, ImageDraw, ImageFont

import mail_programs
from emacs_client import Emacs
from world import ROOT, World, eventually

COLUMNS, ROWS, SIZE = 100, 30, 17
FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono"
NAMED = {"black": "000000", "red": "cd0000", "green": "00cd00", "brown": "cdcd00", "blue": "3b78ff", "magenta": "cd00cd",
         "cyan": "00cdcd", "white": "e5e5e5", "brightblack": "7f7f7f", "brightwhite": "ffffff"}


def paint(text, place, ink, paper, rows):
    """Paints the first rows of what a terminal shows."""
    screen = pyte.Screen(COLUMNS, ROWS)
    screen.set_mode(pyte.modes.LNM)
    pyte.Stream(screen).feed("\r\n".join(text.rstrip("\n").split("\n")))
    fonts = {}

    def font(cell):
        style = "-" + "Bold" * cell.bold + "Oblique" * cell.italics
        path = f"{FONTS}{style}.ttf"
        style = path if os.path.exists(path) else f"{FONTS}.ttf"
        return fonts.setdefault(style, ImageFont.truetype(style, SIZE))

    width = int(ImageFont.truetype(f"{FONTS}.ttf", SIZE).getlength("M"))
    height = SIZE + 6
    image = Image.new("RGB", (COLUMNS * width, rows * height), f"#{paper}")
    draw = ImageDraw.Draw(image)
    for row in range(rows):
        for column in range(COLUMNS):
            cell = screen.buffer[row][column]
            front = ink if cell.fg == "default" else NAMED.get(cell.fg, cell.fg)
            back = paper if cell.bg == "default" else NAMED.get(cell.bg, cell.bg)
            if cell.reverse:
                front, back = back, front
            left, top = column * width, row * height
            draw.rectangle([left, top, left + width - 1, top + height - 1], fill=f"#{back}")
            if cell.data.strip():
                draw.text((left, top + 2), cell.data, fill=f"#{front}", font=font(cell))
            for drawn, line in ((cell.underscore, height - 3), (cell.strikethrough, height // 2)):
                if drawn:
                    draw.line([left, top + line, left + width - 1, top + line], fill=f"#{front}")
    image.save(place)
    print(place)


def theme(name):
    """Lines that set a theme of Emacs, and leave out what is no part of the picture."""
    return (f"(load-theme '{name} t)\n(menu-bar-mode -1)\n(setq mode-line-format '(\" %b  \" mode-name minor-mode-alist))\n"
            "(setq-default mode-line-format mode-line-format)\n")


def draft(world):
    """A mail that is being written, with a list of candidates."""
    world.write("home/mail/draft.eml", """From: Ana Ruiz <ana.ruiz@example.org>
To: "Köhler, Eva" <eva@example.net>, Lena Köhl <lena@gmail.com>, Bo Lind <bo@example.com>
Cc: Omar Haddad <omar@example.com>, eva@example.net, lena@@example.org,
  Board: cy@example.com, di@example.net;
Bcc: 
Subject: Thursday
--text follows this line--
Hello all,

shall we meet on Thursday?
""")
    emacs = Emacs(world, "+5:6", world.draft, more=theme("modus-vivendi"))
    world.tmux("resize-window", "-x", str(COLUMNS), "-y", "24")
    emacs.settled()
    eventually("the address books", lambda: "omar@example.com>=token" in emacs.faces())
    world.type("jos")
    emacs.settled()
    world.keys("Tab")
    world.shows("Possible completions")
    return "draft.png", "ffffff", "000000", 24


def note(world):
    """A note with tags, one of which is selected."""
    path = world.write("home/notes/garden.md", """---
title: Beds for spring
tags: [garden, planning, 2026, garden, draft]
---
# Beds for spring

Ask @josephine about the seeds, see #garden/beds and #planning.

- [ ] peas #todo
""")
    emacs = Emacs(world, "+3:25", path, more=theme("modus-operandi") + "(setq tokenfield-style 'caps)\n"
                  "(setq tokenfield-languages '((text-mode . \"markdown\")))\n"
                  "(add-to-list 'auto-mode-alist '(\"\\\\.md\\\\'\" . text-mode))\n")
    world.tmux("resize-window", "-x", str(COLUMNS), "-y", "24")
    emacs.settled()
    world.keys("BSpace")
    emacs.until("(length (tokenfield--selection))", "1")
    return "note.png", "000000", "ffffff", 10


def main():
    folder = os.path.join(ROOT, "editors/emacs/screens")
    os.makedirs(folder, exist_ok=True)
    for scene in (draft, note):
        world = World(os.path.realpath(tempfile.mkdtemp(prefix="tokenfield-")), mail_programs.PEOPLE)
        try:
            name, ink, paper, rows = scene(world)
            text = eventually("a picture", lambda: world.tmux("capture-pane", "-e", "-p"))
            paint(re.sub(re.escape(world.folder), "", text), os.path.join(folder, name), ink, paper, rows)
        finally:
            world.end()


main()
