"""Executes a script as one PE: python -m shmemlab.pe SCRIPT ARGUMENT..."""

import importlib.util
import io
import os
import runpy
import sys
import traceback

from shmemlab import numba_kernels, recording, stand_ins, triton_kernels


def _take_places(text):
    """Puts this package where a script looks for GPUs."""
    for language, kernels in (("numba", numba_kernels), ("triton", triton_kernels)):
        if language in text and importlib.util.find_spec(language):
            kernels.take_launches()
    stand_ins.install(text)


def _place(wrong, script):
    """The line of the script in which an exception came up."""
    lines = [one.lineno for one in traceback.extract_tb(wrong.__traceback__) if one.filename == script]
    return f"{script}:{lines[-1]}" if lines else script


def main():
    script = sys.argv[1]
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    record = recording.connect()
    sys.stdout = io.StringIO()
    status = 0
    try:
        with open(script, encoding="utf-8") as file:
            _take_places(file.read())
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if isinstance(end.code, str):
            sys.stderr.write(end.code + "\n")
    except (recording.NvshmemInvalid, recording.NvshmemError) as wrong:
        sys.stderr.write(f"{_place(wrong, script)}: error: {wrong} (PE {record.pe})\n")
        status = 1
    except ImportError as missing:
        sys.stderr.write(f"{_place(missing, script)}: error: {missing} (PE {record.pe})\n")
        status = 1
    except BaseException as failed:
        own = failed.__traceback__
        while own.tb_next and own.tb_frame.f_code.co_filename != script:
            own = own.tb_next
        traceback.print_exception(failed.with_traceback(own))
        status = 1
    record.end(status)
    sys.exit(status)


if __name__ == "__main__":
    main()
