"""Executes the calls of all PEs on ShmemLab's machine.

Each PE runs its script until it needs a value of the machine's memory. Once all do, or have ended, the
steps so far are a launch file, which ShmemLab runs from its start; a PE that needs a value waits without
end after it. The PEs whose values came go on. So the machine gives the same bytes for the same seed, and
the last launch file is the recording of the whole run.
"""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile

_MARK = "shmemlab-value"
_WAITING = "python_waits"
_COLLECTIVE = ("allocate", "free", "team")


class RunFailed(Exception):
    """The end of a run that is no success."""

    def __init__(self, status):
        super().__init__(status)
        self.status = status


def command():
    """The shmemlab command: SHMEMLAB, else the one that this package came with, else that of PATH."""
    given = os.environ.get("SHMEMLAB")
    if given:
        return given.split("\n")
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    for path in (os.path.join(root, "shmemlab"), os.path.join(root, "bin", "shmemlab")):
        if os.path.isfile(path):
            return [path]
    found = shutil.which("shmemlab")
    if found:
        return [found]
    raise SystemExit("shmemlab: the command shmemlab is not found; name it by SHMEMLAB=PATH")


class Pe:
    """One PE, as the machine knows it."""

    def __init__(self, number, process):
        self.number = number
        self.process = process
        self.connection = None
        self.steps = []
        self.reads = []  # the values that it was given
        self.message = {}
        self.status = None
        self.waits = False

    def receive(self):
        """Waits for its next need of a value, or for its end."""
        line = self.connection.readline()
        if not line:
            self.status = self.process.wait() or 1
            self.message = {"end": self.status, "steps": [], "out": ""}
        else:
            self.message = json.loads(line)
        self.steps += [json.loads(step) for step in self.message["steps"]]
        self.waits = "read" in self.message
        if "end" in self.message:
            self.status = self.message["end"]

    def answer(self, message):
        self.waits = False
        self.connection.write(json.dumps(message) + "\n")
        self.connection.flush()


class Run:
    """A run of a script on some PEs.

    pes: their number; seed: of the machine's schedule, or None; out: where prints go.
    """

    def __init__(self, script, arguments, pes, seed, out):
        self.script = script
        self.arguments = arguments
        self.pes = pes
        self.seed = seed
        self.out = out
        self.all = []
        self.printed = 0  # lines of kernels

    def execute(self):
        """Runs the script to its end."""
        server = socket.create_server(("127.0.0.1", 0))
        key = secrets.token_hex(16)
        try:
            self._start(server, key)
            while True:
                for pe in self.all:
                    if pe.status is None and not pe.waits:
                        pe.receive()
                        self.out.write(pe.message["out"])
                self.out.flush()
                waiting = [pe for pe in self.all if pe.status is None]
                failed = [pe.status for pe in self.all if pe.status]
                if failed:
                    raise RunFailed(failed[0])
                self._round(waiting)
                if not waiting:
                    return
        finally:
            server.close()
            for pe in self.all:
                pe.process.kill()
                pe.process.wait()

    def _start(self, server, key):
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        path = [here] + ([os.environ["PYTHONPATH"]] if os.environ.get("PYTHONPATH") else [])
        for number in range(self.pes):
            environment = {
                **os.environ, "SHMEMLAB_PE": str(number), "SHMEMLAB_PES": str(self.pes),
                "SHMEMLAB_PORT": str(server.getsockname()[1]), "SHMEMLAB_KEY": key,
                "PYTHONPATH": os.pathsep.join(path), "PYTHONHASHSEED": "0",
            }
            process = subprocess.Popen(
                [sys.executable, "-m", "shmemlab.pe", self.script, *self.arguments], env=environment,
                stdin=subprocess.DEVNULL)
            self.all.append(Pe(number, process))
        left = self.pes
        server.settimeout(60)
        while left:
            try:
                link, _ = server.accept()
            except TimeoutError:
                sys.stderr.write("shmemlab: a PE's process has not started within a minute\n")
                raise RunFailed(1) from None
            connection = link.makefile("rw", encoding="utf-8", newline="\n")
            hello = json.loads(connection.readline())
            if hello.get("key") == key:
                self.all[hello["pe"]].connection = connection
                left -= 1
                link.settimeout(None)

    def _round(self, waiting):
        with tempfile.TemporaryDirectory(prefix="shmemlab-") as folder:
            path = os.path.join(folder, "run.launch.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.text(waiting))
            words = command() + ["run", path, "-n", str(self.pes)]
            if self.seed is not None:
                words += ["--seed", str(self.seed)]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        values = {}
        lines = []
        for line in done.stdout.splitlines(keepends=True):
            words = line.split()
            if words[:1] == [_MARK]:
                pe, number = int(words[1]), int(words[2])
                values[pe, number] = values.get((pe, number), "") + "".join(words[3:])
            else:
                lines.append(line)
        self.out.write("".join(lines[self.printed:]))
        self.printed = max(self.printed, len(lines))
        self._check(values)
        given = [pe for pe in waiting if (pe.number, len(pe.reads)) in values]
        if (waiting and not given) or (not waiting and done.returncode):
            sys.stderr.write(_said(done.stderr, path, self.script))
            raise RunFailed(done.returncode or 1)
        if done.returncode not in (0, 3):
            sys.stderr.write(_said(done.stderr, path, self.script))
            raise RunFailed(done.returncode)
        for pe in given:
            value = values[pe.number, len(pe.reads)]
            pe.reads.append(value)
            pe.answer({"value": value})
        if not waiting:
            for pe in self.all:
                if pe.connection:
                    pe.connection.close()

    def _check(self, values):
        for pe in self.all:
            for number, before in enumerate(pe.reads):
                now = values.get((pe.number, number))
                if now is not None and now != before:
                    sys.stderr.write(
                        f"shmemlab: the value of read {number + 1} of PE {pe.number} depends on the order of"
                        " the PEs, and came out otherwise when the run went on; 'python -m shmemlab check'"
                        " looks at all orders\n")
                    raise RunFailed(1)

    # ---- the launch file

    def modules(self):
        """The paths of the modules whose kernels were launched."""
        return sorted({step["module"] for pe in self.all for step in pe.steps if "module" in step})

    def text(self, waiting=None, names=None):
        """The steps so far as a launch file; with a list, of a run in which these PEs wait at its end.

        names: those of modules that are not at their paths.
        """
        lines = ["# The host calls of " + self.script + ", as python -m shmemlab recorded them."]
        lines.append(f"pes: {self.pes}")
        lines.append("files: " + json.dumps([(names or {}).get(path, path) for path in self.modules()]))
        streams = sorted({
            step["stream"] for pe in self.all for step in pe.steps if step.get("stream", "0") != "0"})
        if streams:
            lines.append("streams: " + json.dumps(streams))
        if waiting:
            lines.append("buffers: {" + _WAITING + ": uint64}")
        lines.append("steps:")
        if not any(pe.steps for pe in self.all):
            lines.append('  - {"barrier": null}')
        lines += ["  - " + json.dumps(step) for step in self._merged(waiting)]
        return "\n".join(lines) + "\n"

    def _segments(self, pe, waiting):
        """Its steps between those that all PEs take together, and these steps."""
        between, together = [[]], []
        reads = 0
        for step in pe.steps:
            step = {key: value for key, value in step.items() if key != "module"}
            verb = next(iter(step))
            if verb in _COLLECTIVE:
                together.append(step)
                between.append([])
            elif verb == "read" and waiting is not None:
                words = f"{_MARK} {pe.number} {reads} {{{step['read']}:hex}}"
                between[-1].append({"print": words, "at": step["at"]})
                reads += 1
            else:
                between[-1].append(step)
        if waiting is not None and pe in waiting:
            between[-1].append({"wait": _WAITING, "eq": 1, "at": pe.steps[-1]["at"]})
        return between, together

    def _merged(self, waiting):
        parts = [self._segments(pe, waiting) for pe in self.all]
        most = max(len(together) for _, together in parts)
        merged = []
        for number in range(most + 1):
            some = [between[number] if number < len(between) else [] for between, _ in parts]
            if all(steps == some[0] for steps in some):
                merged += some[0]
            else:
                same = 0
                while all(len(steps) > same and steps[same] == some[0][same] for steps in some):
                    same += 1
                merged += some[0][:same]
                for pe, steps in enumerate(some):
                    merged += [{**step, "if": f"me == {pe}"} for step in steps[same:]]
            calls = [together[number] for _, together in parts if number < len(together)]
            if calls:
                first = {key: value for key, value in calls[0].items() if key != "at"}
                for call in calls[1:]:
                    if {key: value for key, value in call.items() if key != "at"} != first:
                        sys.stderr.write(
                            f"{call['at']}: error: PEs make different collective calls:"
                            f" {json.dumps(call)} and {json.dumps(calls[0])}\n")
                        raise RunFailed(1)
                merged.append(calls[0])
        return merged


def _said(text, path, script):
    """The machine's messages, without advice about the file that is gone."""
    kept = (line for line in text.splitlines(keepends=True) if path not in line or "error" in line)
    return "".join(kept).replace(path, script)
