"""Modules in place of those that a script's beginning needs: cuda.core and mpi4py.

mpi4py is only replaced where it is not installed. Of an installed cuda.core, other packages use more than
a host does; there, only the names that stand for GPUs are replaced.
"""

import importlib
import importlib.util
import sys
import types

from shmemlab.stand_ins import cuda_core, mpi


def _is_installed(name):
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


def _put(name, module):
    """Makes a module the one that an import of this name finds."""
    parent, _, last = name.rpartition(".")
    if parent:
        if parent not in sys.modules:
            outer = types.ModuleType(parent)
            outer.__path__ = []
            _put(parent, outer)
        setattr(sys.modules[parent], last, module)
    sys.modules[name] = module


def install(text):
    """Puts them in the places where a script with this text looks for them."""
    if "mpi4py" in text and not _is_installed("mpi4py"):
        _put("mpi4py.MPI", mpi)
    if "cuda.core" not in text:
        return
    if _is_installed("cuda.core"):
        real = importlib.import_module("cuda.core")
        for name in cuda_core.__all__:
            setattr(real, name, getattr(cuda_core, name))
    else:
        cuda_core.__path__ = []
        _put("cuda.core", cuda_core)
    _put("cuda.core.experimental", cuda_core)
