"""A process that is spoken to in LSP frames, and a session of the daemon."""
import json
import os
import subprocess


class Peer:
    """One process spoken to in LSP frames."""

    def __init__(self, command, environment=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment)
        self.buffer = b""
        self.last = 0
        self.pushed = []

    def write(self, message):
        body = json.dumps(message, ensure_ascii=False).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        while True:
            head, mark, rest = self.buffer.partition(b"\r\n\r\n")
            if mark:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    return json.loads(rest[:length])
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                raise SystemExit("the process closed its output")
            self.buffer += chunk

    def request(self, method, params):
        self.last += 1
        self.write({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.last and "method" not in message:
                return message
            self.pushed.append(message)

    def notify(self, method, params):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def resident(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def start(binary, environment, options, draws=False):
    daemon = Peer([binary, "serve"], environment)
    capabilities = {"general": {"positionEncodings": ["utf-8"]}}
    if draws:
        capabilities["experimental"] = {"tokenField": {}}
    daemon.request("initialize", {"processId": os.getpid(), "rootUri": None, "initializationOptions": options,
                                  "capabilities": capabilities})
    daemon.notify("initialized", {})
    return daemon


def stop(daemon):
    daemon.request("shutdown", None)
    daemon.notify("exit", None)
    return daemon.process.wait()
