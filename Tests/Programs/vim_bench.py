"""Times what a key costs in Vim and Neovim with the plug-in: milliseconds of the editor's own time, told by the editor.

usage: vim_bench.py [KEYS [PART-OF-A-NAME…]]

Each row types letters one by one, and sums the time that every function of the plug-in takes until the daemon's answer is
drawn: autocommands, messages that come in, keys, but not what is done at a pause, for which no key waits. What the editor takes to draw is not in it, but in the last two columns:
the processor's time of the whole editor, with the plug-in and without. Nothing is compared with a limit here. The program
is $TOKENFIELD, or else the release build.
"""
import os
import sys
import tempfile
import time

from vim_world import SETUPS, Editor
from world import World, eventually

# Every way into the plug-in goes through this function; in the benchmark it looks at the clock.
CLOCK = """
let g:spent = 0.0
let g:worst = 0.0
let s:depth = 0
function! Clocked(name, ...) abort
  let s:depth += 1
  let begun = reltime()
  try
    return call(a:name, a:000)
  finally
    let s:depth -= 1
    if s:depth == 0 && a:name !=# 'tokenfield#quiet#pause'
      let took = reltimefloat(reltime(begun)) * 1000
      let g:spent += took
      let g:worst = max([float2nr(g:worst * 1000), float2nr(took * 1000)]) / 1000.0
    endif
  endtry
endfunction
function! Clock() abort
  try
    function! tokenfield#log#guard(name, ...) abort
      return call('Clocked', [a:name] + a:000)
    endfunction
  catch /E127/
    " It is in use, since the editor asks while it waits for the daemon.
    return 0
  endtry
  return 1
endfunction
"""


def people(count, joiner):
    """A field of so many recipients."""
    return "To: " + joiner.join(f"Person {number} <p{number}@example.org>" for number in range(count))


ROWS = [
    ("a field of 50 in one line", people(50, ", ") + "\nSubject: x\n\nbody\n", 1),
    ("a field of 50 in folded lines", people(50, ",\n ") + "\nSubject: x\n\nbody\n", 50),
    ("a field of 500 in one line", people(500, ", ") + "\nSubject: x\n\nbody\n", 1),
    ("a field of 10,000 in folded lines", people(10000, ",\n ") + "\nSubject: x\n\nbody\n", 10000),
    ("a field of 10,000 in one line", people(10000, ", ") + "\nSubject: x\n\nbody\n", 1),
    ("a body of 1 MB, outside of fields", people(3, ", ") + "\nSubject: x\n\n" + "a line that nobody reads\n" * 40000, 20000),
]


def ran(process):
    """Milliseconds that a process has had of a processor."""
    with open(f"/proc/{process}/schedstat", encoding="utf-8") as file:
        return int(file.read().split()[0]) / 1e6


def time_row(kind, name, text, line, keys, bare=False):
    """Types letters at the end of a line and gives milliseconds a key: the plug-in's on average and the longest single call,
    and the whole editor's."""
    world = World(os.path.realpath(tempfile.mkdtemp(prefix="tokenfield-")))
    editor = Editor(world, kind)
    drawn = "outside" not in name and not bare
    try:
        editor.open(text, script=CLOCK, ready=not bare, before=f"let g:tokenfield_enabled = {0 if bare else 1}\n"
                    "let g:tokenfield_collapse = 0\nlet g:tokenfield_complete = 0\nset nowrap synmaxcol=200")
        editor.place(line, 1)
        world.type("A, ")
        editor.until("mode()", "i")
        # The picture has come to the cursor: in a long field only what is near it is drawn.
        editor.until(f"getline({line})[-2:]", ", ")
        if not bare:
            editor.in_step()
        if drawn:
            editor.until(f"len(tokenfield#mark#list(bufnr('%'), {line - 1})) > 0", 1)
        if not bare:
            eventually("the clock", lambda: editor.ask("Clock()"))
        editor.ask("execute('let [g:spent, g:worst] = [0.0, 0.0]')")
        length, process = editor.ask(f"[strlen(getline({line})), getpid()]")
        begun = ran(process)
        for number in range(keys):
            world.type("abcdefghij"[number % 10])
            time.sleep(0.1)
        spent = ran(process) - begun
        editor.until(f"strlen(getline({line}))", length + keys)
        if drawn:
            editor.until("tokenfield#document#of(bufnr('%')).pushed == tokenfield#document#of(bufnr('%')).version", 1)
        return [editor.ask("g:spent") / keys, editor.ask("g:worst"), spent / keys]
    finally:
        editor.end()
        world.end()


def main():
    keys = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    wanted = sys.argv[2:]
    print(f"{'':50}{'ms a key':>8}{'longest':>10}{'editor':>10}{'without':>10}")
    for kind in SETUPS:
        for name, text, line in ROWS:
            if wanted and not any(word in f"{kind}: {name}" for word in wanted):
                continue
            mean, worst, whole = time_row(kind, name, text, line, keys)
            without = time_row(kind, name, text, line, keys, bare=True)[2]
            print(f"{kind + ': ' + name:50}{mean:8.2f}{worst:10.2f}{whole:10.2f}{without:10.2f}", flush=True)


if __name__ == "__main__":
    main()
