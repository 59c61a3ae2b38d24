"""Executes a script as one PE: python -m shmemlab.pe SCRIPT ARGUMENT..."""

import io
import os
import runpy
import sys
import traceback

from shmemlab import recording


def main():
    script = sys.argv[1]
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "stand_ins"))
    record = recording.connect()
    sys.stdout = io.StringIO()
    status = 0
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if isinstance(end.code, str):
            sys.stderr.write(end.code + "\n")
    except (recording.NvshmemInvalid, recording.NvshmemError) as wrong:
        place = [one for one in traceback.extract_tb(wrong.__traceback__) if one.filename == script]
        line = f":{place[-1].lineno}" if place else ""
        sys.stderr.write(f"{script}{line}: error: {wrong} (PE {record.pe})\n")
        status = 1
    except BaseException:
        traceback.print_exc()
        status = 1
    record.end(status)
    sys.exit(status)


if __name__ == "__main__":
    main()
