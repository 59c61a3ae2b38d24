"""python -m shmemlab run|check SCRIPT -n PES [options] [-- ARGUMENT ...]"""

import argparse
import os
import shutil
import subprocess
import sys

from shmemlab import compiled
from shmemlab.machine import Run, RunFailed, command

_NOTE = (
    "shmemlab: {file} holds the host calls of one run; the script's own branches were those of that run,"
    " and kernels and calls are checked in all orders\n")


def main(words):
    arguments = []
    if "--" in words:
        cut = words.index("--")
        words, arguments = words[:cut], words[cut + 1:]
    parser = argparse.ArgumentParser(
        prog="python -m shmemlab",
        description="Runs a Python host of an NVSHMEM program as several PEs, or checks its calls.",
        epilog="After -- stand the script's own arguments. docs/python.md describes the names of nvshmem.core.")
    parser.add_argument("action", choices=["run", "check"])
    parser.add_argument("script", help="a script that uses nvshmem.core")
    parser.add_argument("-n", "--pes", type=int, default=2, help="number of PEs (default: 2)")
    parser.add_argument("--seed", type=int, help="interleave the PEs at random, from this number")
    parser.add_argument(
        "--record", metavar="FILE",
        help="write the calls to this launch file (with check, by default SCRIPT.launch.yaml here)")
    options, more = parser.parse_known_args(words)
    if options.action == "run" and more:
        parser.error("unknown options: " + " ".join(more))
    if options.pes < 1:
        parser.error(f"-n {options.pes}: at least 1")
    if not os.path.isfile(options.script):
        parser.error(f"no such file: {options.script}")
    if options.record and not options.record.endswith(".launch.yaml"):
        parser.error(f"--record {options.record}: the name of a launch file ends in .launch.yaml")
    try:
        run = Run(options.script, arguments, options.pes, options.seed, sys.stdout)
        run.execute()
    except RunFailed as failed:
        return failed.status
    record = options.record
    if options.action == "check" and not record:
        record = os.path.splitext(os.path.basename(options.script))[0] + ".launch.yaml"
    if record:
        _write(run, record)
    if options.action == "run":
        return 0
    sys.stdout.flush()
    sys.stderr.write(_NOTE.format(file=record))
    return subprocess.run(
        command() + ["check", record, "-n", str(options.pes), *more], check=False).returncode


def _write(run, record):
    """Writes the launch file, and next to it the modules that were compiled in the run."""
    made = [path for path in run.modules() if os.path.dirname(path) == compiled.folder()]
    stem = record.removesuffix(".launch.yaml")
    names = {}
    for number, path in enumerate(made, start=1):
        copy = f"{stem}.{number}.ptx"
        shutil.copyfile(path, copy)
        names[path] = os.path.basename(copy)
    with open(record, "w", encoding="utf-8") as file:
        file.write(run.text(names=names))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
