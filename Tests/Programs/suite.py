"""Runs tokenfield in real mail programs and editors, set up with the lines of the top-level README.md.

usage: suite.py [--record] [PART-OF-A-NAME…]

The program is $TOKENFIELD, or else the release build. Each test gets a home folder of its own. A program that is not
installed is skipped. As many tests run at a time as there are processors. One that fails is told in full and tried once
more by itself, since a terminal program may drop a key on a busy machine; one that fails twice has failed. With --record, what the editors say of themselves is written to Protocol/clients/.
The last line counts: `N passed, N failed, N skipped`; the exit code is 1 on a failure.
"""
import concurrent.futures
import os
import signal
import sys
import tempfile

import editors
import emacs_client
import directory
import emacs_faults
import emacs_fields
import git_hooks
import mail_programs
import vim_chips
import vim_commands
import vim_complete
import vim_keys
import vim_survival
from world import PROGRAM, Skipped, World

# Those of a client are in files of its own.
TESTS = mail_programs.TESTS + git_hooks.TESTS + directory.TESTS + editors.TESTS
TESTS += vim_chips.TESTS + vim_keys.TESTS + vim_complete.TESTS + vim_commands.TESTS + vim_survival.TESTS
TESTS += emacs_client.TESTS + emacs_faults.TESTS + emacs_fields.TESTS
CLIENTS = {**editors.CLIENTS, **emacs_client.CLIENTS}


def run(name, test, recording):
    """Runs one test, and gives what became of it."""
    world = World(os.path.realpath(tempfile.mkdtemp(prefix="tokenfield-")), mail_programs.PEOPLE)
    try:
        test(world)
        if recording and test in CLIENTS:
            editors.record(world, CLIENTS[test])
    except Skipped as reason:
        print(f"{name}: skipped: {reason}", flush=True)
        return "skipped"
    except Exception as problem:  # Any fault of a program is a failure of its test, not of the suite.
        print(f"{name}: FAILED: {type(problem).__name__}: {problem}\n{world.read('log')}\n"
              f"The screen:\n{world.screen().rstrip()}", flush=True)
        return "failed"
    finally:
        world.end()
    print(f"{name}: passed", flush=True)
    return "passed"


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # So that what runs in the terminal is ended, too.
    words = [word for word in sys.argv[1:] if word != "--record"]
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"{PROGRAM} is not built: swift build -c release --static-swift-stdlib --product tokenfield")
    count = {"passed": 0, "failed": 0, "skipped": 0}
    recording = "--record" in sys.argv
    wanted = [(name, test) for name, test in TESTS if not words or any(word in name for word in words)]
    # A test waits more than it works, and each has a world of its own.
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as workers:
        try:
            results = list(workers.map(lambda item: run(*item, recording), wanted))
        except BaseException:
            workers.shutdown(cancel_futures=True)
            raise
    for (name, test), result in zip(wanted, results):
        if result == "failed":
            print(f"{name}: once more", flush=True)
            result = run(name, test, recording)
        count[result] += 1
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 1 if count["failed"] or not sum(count.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
