"""A daemon that misbehaves: the real one behind it, and what it says comes late, twice, with another version, with places
that are none, among garbage, or not at all.

usage: vim_stub.py PROGRAM FILE serve …

How it misbehaves now is the word in FILE: `late', `twice', `old', `new', `beyond', `overlap', `garbage', `strange', `silent',
`deaf' (it reads nothing), `dies', or nothing for well.
"""
import json
import os
import subprocess
import sys
import threading
import time

program, place, *words = sys.argv[1:]
child = subprocess.Popen([program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
lock = threading.Lock()


def mood():
    """How to behave now."""
    try:
        with open(place, encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


def frame(message):
    """A message as bytes."""
    body = json.dumps(message, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def say(data):
    """Writes to the editor."""
    with lock:
        os.write(1, data)


def shifted(value, lines, columns):
    """The same with every place moved."""
    if isinstance(value, dict):
        if set(value) == {"line", "character"}:
            return {"line": value["line"] + lines, "character": value["character"] + columns}
        return {key: shifted(item, lines, columns) for key, item in value.items()}
    return [shifted(item, lines, columns) for item in value] if isinstance(value, list) else value


def versioned(message, by):
    """The same with another version."""
    params = message.get("params")
    if isinstance(params, dict) and isinstance(params.get("version"), int):
        params = {**params, "version": params["version"] + by}
        return {**message, "params": params}
    return message


def doubled(message):
    """The same with every edit of an outcome given twice, the second one over the first."""
    result = message.get("result")
    if isinstance(result, dict) and result.get("edits"):
        return {**message, "result": {**result, "edits": result["edits"] + result["edits"]}}
    return message


GARBAGE = (b"Segmentation fault (not really)\n", b"Content-Length: 9\r\n\r\n{\"broken\"", b"Content-Length: 7\r\n\r\n[1,2,3]",
           b"Content-Length: 99999999999\r\n\r\n", b"\xff\xfe\x00\x01\r\n\r\n", frame({"id": 4711, "result": {"edits": [{}]}}),
           frame({"method": 5}), frame({"method": "tokenField/publishChips", "params": {"uri": 1, "fields": {}}}),
           frame({"method": "textDocument/publishDiagnostics", "params": None}))


def strange(message):
    """The same with values of other types, in every place that a client reads."""
    message = json.loads(json.dumps(message))
    target = message.get("result") if "result" in message else message.get("params")
    if isinstance(target, dict):
        for key in ("edits", "fields", "diagnostics", "selection", "events", "items", "gone", "state"):
            if key in target:
                target[key] = "strange"
    elif isinstance(target, list):
        message["result"] = {"strange": target}
    return message


def pass_on(message):
    """Says to the editor what the real daemon said, as the mood wants it."""
    now = mood()
    if now == "dies":
        os.kill(child.pid, 9)
        os._exit(9)
    if now == "silent":
        return
    if now == "late" and "id" in message:
        threading.Timer(0.4, say, (frame(message),)).start()
        return
    if now == "old":
        message = versioned(message, -1)
    elif now == "new":
        message = versioned(message, 1000)
    elif now == "beyond":
        message = shifted(message, 5, 3)
    elif now == "overlap":
        message = doubled(message)
    elif now == "strange":
        message = strange(message)
    if now == "garbage":
        for piece in GARBAGE:
            say(piece)
    say(frame(message))
    if now == "twice":
        say(frame(message))


def listen():
    """Reads what the real daemon says."""
    while True:
        length = 0
        while True:
            line = child.stdout.readline()
            if not line:
                os._exit(child.wait())
            if line == b"\r\n":
                break
            length = int(line.split(b":")[1])
        pass_on(json.loads(child.stdout.read(length)))


threading.Thread(target=listen, daemon=True).start()
while True:
    while mood() == "deaf":
        time.sleep(0.02)
    data = os.read(0, 1 << 16)
    if not data:
        child.stdin.close()
        child.wait()
        sys.exit(0)
    child.stdin.write(data)
    child.stdin.flush()
