"""Times what a key costs in Vim and Neovim with the plug-in: milliseconds of the editor's own time, told by the editor.

usage: vim_bench.py [KEYS]

Each row types letters one by one, and sums the time that every function of the plug-in takes until the daemon's answer is
drawn: autocommands, messages that come in, keys. Nothing is compared with a limit here. The program is $TOKENFIELD, or else
the release build.
"""
import os
import sys
import tempfile

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
    if s:depth == 0
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
    ("a field of 10,000 in folded lines", people(10000, ",\n ") + "\nSubject: x\n\nbody\n", 10000),
    ("a field of 10,000 in one line", people(10000, ", ") + "\nSubject: x\n\nbody\n", 1),
    ("a body of 1 MB, outside of fields", people(3, ", ") + "\nSubject: x\n\n" + "a line that nobody reads\n" * 40000, 20000),
]


def time_row(kind, name, text, line, keys):
    """Types letters at the end of a line and gives milliseconds a key: on average, and the longest single call."""
    world = World(os.path.realpath(tempfile.mkdtemp(prefix="tokenfield-")))
    editor = Editor(world, kind)
    try:
        editor.open(text, script=CLOCK, before="let g:tokenfield_collapse = 0\nset nowrap synmaxcol=200")
        editor.place(line, 1)
        world.type("A, ")
        editor.until("mode()", "i")
        # The picture has come to the cursor: in a long field only what is near it is drawn.
        editor.until(f"getline({line})[-2:]", ", ")
        editor.in_step()
        if "outside" not in name:
            editor.until(f"len(tokenfield#mark#list(bufnr('%'), {line - 1})) > 0", 1)
        eventually("the clock", lambda: editor.ask("Clock()"))
        editor.ask("execute('let [g:spent, g:worst] = [0.0, 0.0]')")
        length = editor.ask(f"strlen(getline({line}))")
        for number in range(keys):
            world.type("abcdefghij"[number % 10])
            editor.until(f"strlen(getline({line}))", length + number + 1)
            if "outside" not in name:
                editor.until("tokenfield#document#of(bufnr('%')).pushed == tokenfield#document#of(bufnr('%')).version", 1)
        eventually("rest", lambda: editor.ask("1"))
        spent, worst = editor.ask("[g:spent, g:worst]")
        return spent / keys, worst
    finally:
        editor.end()
        world.end()


def main():
    keys = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    print(f"{'':50}{'ms a key':>8}{'longest':>10}")
    for kind in SETUPS:
        for name, text, line in ROWS:
            mean, worst = time_row(kind, name, text, line, keys)
            print(f"{kind + ': ' + name:50}{mean:8.2f}{worst:10.2f}", flush=True)


if __name__ == "__main__":
    main()
