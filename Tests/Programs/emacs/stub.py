#!/usr/bin/env python3
"""A daemon that misbehaves, for the tests of Emacs' client.

usage: stub.py MANNER

It keeps the text of each document by the changes that it is told, in Python's characters, and gives it to who asks
`test/text`, its length to who asks `test/size`. What it does beside that is its manner:

mirror   nothing is wrong, and no key is handled
late     an answer to a key comes only when `test/release` asks for it, and would delete the text
twice    each answer comes twice, and each picture
stale    pictures, findings and answers hold for the version before
range    edits, pictures and findings lie outside of the text, or overlap
garbage  bytes that are no frame, bodies that are no JSON, and values of wrong types come before each answer
silent   nothing but the greeting is answered
deaf     nothing is read after the greeting
mute     not even the greeting is answered
dies     the process ends at the first key
eager    every key is handled, by an edit that is right
"""
import json
import os
import sys
import time

MANNER = sys.argv[1]
texts, versions, held = {}, {}, []


def write(message):
    body = json.dumps(message).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def read():
    length = None
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            sys.exit(0)
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
        elif line == b"\r\n" and length is not None:
            return json.loads(sys.stdin.buffer.read(length))


def garbage():
    sys.stdout.buffer.write(b"\r\nContent-Length: 3\r\n\r\n{\"aContent-Length: 4\r\n\r\ntrueContent-Length: 2\r\n\r\n[]")
    for method, params in (("tokenField/publishChips", {"uri": 7, "version": [], "fields": 3, "gone": "x"}),
                           ("tokenField/publishChips", {"uri": next(iter(texts), ""), "version": 1, "full": True,
                                                        "fields": [{"field": 3}, 5, None], "gone": [None]}),
                           ("textDocument/publishDiagnostics", {"uri": next(iter(texts), ""), "version": 1,
                                                                "diagnostics": [{"range": "here", "message": {}}]}),
                           ("tokenField/event", {"uri": next(iter(texts), ""), "type": {"a": 1}}), (5, [])):
        write({"jsonrpc": "2.0", "method": method, "params": params})
    write({"jsonrpc": "2.0", "id": 987654, "result": {"edits": "all"}, "surplus": True})


def offset(text, position):
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[:position["line"]]) + position["character"]


def change(uri, changes):
    text = texts[uri]
    for one in changes:
        if "range" in one:
            start, end = (offset(text, one["range"][key]) for key in ("start", "end"))
            if not 0 <= start <= end <= len(text):
                text = f"A range that is not in the text: {one}"
                break
            text = text[:start] + one["text"] + text[end:]
        else:
            text = one["text"]
    texts[uri] = text


def spot(line, start, end):
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


def picture(uri):
    """The first line as one field; out of range where that is the manner."""
    far = 5000 if MANNER == "range" else 0
    width = len(texts[uri].split("\n")[0])
    version = versions[uri] - (1 if MANNER == "stale" else 0)
    chips = [{"range": spot(far, 4, width), "display": "all", "class": "token", "address": spot(far, 0, 9999)}]
    field = {"field": "To", "name": "To", "label": "To", "range": spot(0, 0, width), "nameRange": spot(0, 0, 2),
             "valueRange": spot(0, 3, width), "state": "normal", "direction": "ltr", "total": 1, "start": 0,
             "removed": 0, "chips": chips}
    return {"uri": uri, "version": version, "full": True, "fields": [field], "gone": []}


def push(uri):
    chips = picture(uri)
    for _ in range(2 if MANNER == "twice" else 1):
        write({"jsonrpc": "2.0", "method": "tokenField/publishChips", "params": chips})
    where = spot(70, 3, 2) if MANNER == "range" else spot(0, 0, 2)
    write({"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": {
        "uri": uri, "version": chips["version"],
        "diagnostics": [{"range": where, "severity": 1, "code": "stub", "source": "tokenfield", "message": "stub"}]}})


def outcome(uri, params):
    """What a key does: nothing here, but for the manners that would harm the text."""
    edits = []
    if MANNER in ("late", "stale", "twice"):
        edits = [{"range": spot(0, 0, 4), "newText": "HARM"}]
    if MANNER == "eager":
        edits = [{"range": {"start": params["position"], "end": params["position"]}, "newText": "<>"}]
    if MANNER == "range":
        edits = [{"range": spot(0, 0, 3), "newText": "HARM"}, {"range": spot(0, 2, 5), "newText": "HARM"},
                 {"range": spot(9999, 0, 3), "newText": "HARM"}]
    handled = MANNER in ("late", "stale", "twice", "range", "eager")
    return {"handled": handled, "edits": edits, "selection": [spot(0, 0, 99999)] if handled else [], "state": None,
            "events": []}


def answer(method, params):
    uri = params.get("textDocument", {}).get("uri")
    if method == "test/text":
        return texts.get(params["uri"])
    if method == "test/size":
        return len(texts[params["uri"]])
    if method == "tokenField/chips":
        return picture(uri)
    if method in ("tokenField/key", "tokenField/paste", "tokenField/navigate"):
        if MANNER == "dies":
            os._exit(3)
        return outcome(uri, params)
    return None


def main():
    while True:
        message = read()
        method, params = message["method"], message.get("params") or {}
        if method == "initialize":
            if MANNER == "mute":
                continue
            write({"jsonrpc": "2.0", "id": message["id"], "result": {"capabilities": {"positionEncoding": "utf-32"}}})
            if MANNER == "deaf":
                time.sleep(600)
            continue
        if method == "exit":
            return
        if method == "textDocument/didOpen":
            uri = params["textDocument"]["uri"]
            texts[uri], versions[uri] = params["textDocument"]["text"], params["textDocument"]["version"]
            if MANNER != "silent":
                push(uri)
        elif method == "textDocument/didChange":
            uri = params["textDocument"]["uri"]
            if params["textDocument"]["version"] != versions[uri] + 1:
                texts[uri] = "A version that does not follow the last one"
            versions[uri] = params["textDocument"]["version"]
            change(uri, params["contentChanges"])
            if MANNER not in ("silent", "late"):
                push(uri)
        elif method == "textDocument/didClose":
            texts.pop(params["textDocument"]["uri"], None)
        elif method == "test/release":
            for reply in held:
                write(reply)
            write({"jsonrpc": "2.0", "id": message["id"], "result": len(held)})
            held.clear()
        elif "id" in message:
            if MANNER == "silent" and not method.startswith("test/"):
                continue
            if MANNER == "garbage":
                garbage()
            reply = {"jsonrpc": "2.0", "id": message["id"], "result": answer(method, params)}
            if MANNER == "late" and method == "tokenField/key":
                held.append(reply)
                continue
            if MANNER == "stale" and method == "tokenField/key":
                # The text is another one by the time that this is read.
                reply["error"] = {"code": -32801, "message": "stale"}
                del reply["result"]
            for _ in range(2 if MANNER == "twice" else 1):
                write(reply)


main()
