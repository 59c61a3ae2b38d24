"""Names of NVSHMEM4Py's nvshmem.core whose calls are executed by ShmemLab's machine.

A call of the host becomes a step of a launch file (docs/launch-files.md). Arrays are
shmemlab.arrays.SymmetricArray: NumPy reads and writes them by the same calls.
"""

from shmemlab.arrays import SymmetricArray as _Array
from shmemlab.arrays import element_type as _element_type
from shmemlab.recording import NvshmemError, NvshmemInvalid, Stream
from shmemlab.recording import recording as _recording

import dataclasses as _dataclasses
import enum as _enum
import math as _math

import numpy as _numpy

__all__ = [
    "ComparisonType", "InitStatus", "NvshmemError", "NvshmemInvalid", "SignalOp", "Stream", "Teams",
    "UniqueID", "Version", "alltoall", "array", "array_get_buffer", "barrier", "barrier_all", "broadcast",
    "buffer", "bytearray", "fcollect", "finalize", "free", "free_array", "get", "get_unique_id",
    "get_version", "init", "init_status", "library_finalize", "library_init", "module_finalize",
    "module_init", "my_pe", "n_pes", "put", "put_signal", "quiet", "reduce",
    "reducescatter", "signal_op", "signal_wait", "sync", "sync_all", "team_destroy", "team_my_pe",
    "team_n_pes", "team_split_2d", "team_split_strided", "team_translate_pe",
]


class SignalOp(_enum.IntEnum):
    """How a signal changes its word."""

    SIGNAL_SET = 9
    SIGNAL_ADD = 10
    SET = 9
    ADD = 10


class ComparisonType(_enum.IntEnum):
    """How a wait compares a word with a value."""

    CMP_EQ = 0
    CMP_NE = 1
    CMP_GT = 2
    CMP_LE = 3
    CMP_LT = 4
    CMP_GE = 5
    EQ = 0
    NE = 1
    GT = 2
    LE = 3
    LT = 4
    GE = 5


class InitStatus(_enum.IntEnum):
    """Whether the library is ready for calls."""

    STATUS_NOT_INITIALIZED = 0
    STATUS_IS_INITIALIZED = 2


class Teams:
    """Names of teams; team_split_strided makes others."""

    TEAM_WORLD = "world"
    TEAM_SHARED = "shared"
    TEAM_NODE = "node"


class UniqueID:
    """Stands for the job, which has started already."""

    def __init__(self):
        self._data = _numpy.zeros(128, "int8")


def get_unique_id(empty=False):
    """An id for init(uid=...), which has no meaning here."""
    return UniqueID()


def init(device=None, uid=None, rank=None, nranks=None, mpi_comm=None, initializer_method=""):
    """Joins the job; every method of joining is the same here."""
    _recording().initialize()


def finalize():
    """Leaves the job after all that was called has been done."""
    _recording().finalize()


def init_status():
    """Whether init was called."""
    return InitStatus.STATUS_IS_INITIALIZED if _recording().ready else InitStatus.STATUS_NOT_INITIALIZED


@_dataclasses.dataclass
class Version:
    """Releases, as texts."""

    openshmem_spec_version: str = "1.3"
    nvshmem4py_version: str = "0.1.2"
    libnvshmem_version: str = "3.4.5"


def get_version():
    """The releases whose calls these are."""
    return Version()


def module_init(kernels):
    """Has no meaning here: every module knows the job."""


module_finalize = library_init = library_finalize = module_init


def my_pe():
    """The number of this PE."""
    return _recording().checked().pe


def n_pes():
    """The number of PEs."""
    return _recording().checked().pes


# ---- memory


def array(shape, dtype="float32", release=False, morder="C", except_on_del=True):
    """An array in symmetric memory, whose elements are not written yet; every PE calls it."""
    return _Array.allocate(_recording().checked(), shape, dtype)


def bytearray(shape, dtype="float32", release=False, device_id=None, morder="C", except_on_del=True):
    """Bytes in symmetric memory, as many as an array of this shape and type has."""
    count = _math.prod((shape,) if isinstance(shape, int) else tuple(shape))
    return array((count * _element_type(dtype).itemsize,), "int8")


def buffer(size, release=False, except_on_del=True):
    """So many bytes in symmetric memory; signals are their 8-byte words."""
    if size % 8 == 0:
        return array((size // 8,), "uint64")
    return array((size,), "uint8")


def array_get_buffer(one):
    """An array as a buffer, with its bytes and the name of its type."""
    return one, one.nbytes, str(one.dtype)


def free_array(one):
    """Frees an array; every PE calls it."""
    one.free()


free = free_array


# ---- transfers


def _stream(stream):
    if stream is None:
        return {}
    return {"stream": getattr(stream, "name", "0")}


def _count(dst, src):
    if dst.dtype != src.dtype:
        raise NvshmemInvalid(f"{dst.dtype} and {src.dtype}: both arrays have one type")
    return min(dst.size, src.size)


def put(dst, src, remote_pe=-1, stream=None):
    """Copies src of this PE to dst of another one."""
    part = src.part(_count(dst, src))
    _recording().step({"put": dst.part(), "from": part, "pe": remote_pe, **_stream(stream)})


def get(dst, src, remote_pe=-1, stream=None):
    """Copies src of another PE to dst of this one."""
    part = src.part(_count(dst, src))
    _recording().step({"get": dst.part(), "from": part, "pe": remote_pe, **_stream(stream)})


def _operation(operation):
    return "add" if operation == SignalOp.SIGNAL_ADD else "set"


def put_signal(dst, src, signal_var, signal_val, signal_op, remote_pe=-1, stream=None):
    """Copies src to dst of another PE, and then changes a signal there."""
    _recording().step({
        "put_signal": dst.part(), "from": src.part(_count(dst, src)), "signal": signal_var.word(),
        "value": int(signal_val), "op": _operation(signal_op), "pe": remote_pe, **_stream(stream),
    })


def signal_op(signal_var, signal_val, signal_op, remote_pe=-1, stream=None):
    """Changes a signal of another PE."""
    _recording().step({
        "signal": signal_var.word(), "value": int(signal_val), "op": _operation(signal_op),
        "pe": remote_pe, **_stream(stream),
    })


def signal_wait(signal_var, signal_val, signal_op, stream=None):
    """Waits until a signal of this PE compares so with a value."""
    comparison = ComparisonType(signal_op).name[-2:].lower()
    _recording().step({"wait": signal_var.word(), comparison: int(signal_val), **_stream(stream)})


def quiet(stream=None):
    """Waits until all transfers of this PE are complete."""
    _recording().step({"quiet": None, **_stream(stream)})


# ---- collectives


def barrier(team, stream=None):
    """Waits for all PEs of a team, and completes their transfers."""
    _recording().step({"barrier": None, "team": team, **_stream(stream)})


def sync(team, stream=None):
    """Waits for all PEs of a team."""
    _recording().step({"sync": None, "team": team, **_stream(stream)})


def barrier_all(stream=None):
    """Waits for all PEs, and completes their transfers."""
    _recording().step({"barrier": None, **_stream(stream)})


def sync_all(stream=None):
    """Waits for all PEs."""
    _recording().step({"sync": None, **_stream(stream)})


def _collective(name, team, dst, src, stream, **more):
    _recording().step(
        {name: dst.part(), "from": src.part(), "team": team, **more, **_stream(stream)})


def reduce(team, dst_array, src_array, op, stream=None):
    """Combines the arrays of all PEs of a team, element by element."""
    _collective("reduce", team, dst_array, src_array, stream, op=op)


def reducescatter(team, dst_array, src_array, op, stream=None):
    """Combines arrays and gives each PE a part of the result."""
    _collective("reducescatter", team, dst_array, src_array, stream, op=op)


def alltoall(team, dst_array, src_array, stream=None):
    """Gives each PE a part of the array of every other one."""
    _collective("alltoall", team, dst_array, src_array, stream)


def fcollect(team, dst_array, src_array, stream=None):
    """Puts the arrays of all PEs one after another."""
    _collective("fcollect", team, dst_array, src_array, stream)


def broadcast(team, dst_array, src_array, root=0, stream=None):
    """Copies the array of one PE to all others."""
    _collective("broadcast", team, dst_array, src_array, stream, root=root)


# ---- teams


def team_split_strided(
        parent_team, start, stride, size, config=None, config_mask=0, new_team_name=None):
    """Makes a team of every stride-th PE; all PEs of the parent call it."""
    return _recording().team(parent_team, start, stride, size)


def team_split_2d(
        parent_team, xrange, xaxis_config=None, xaxis_mask=0, yaxis_config=None, yaxis_mask=0,
        new_team_name=None):
    """Makes teams of xrange PEs next to each other, and those of every xrange-th; gives both of this PE."""
    pes = len(_recording().members(parent_team))
    width = min(xrange, pes)
    rows = [
        team_split_strided(parent_team, first, 1, min(width, pes - first)) for first in range(0, pes, width)]
    columns = [
        team_split_strided(parent_team, first, width, (pes - first + width - 1) // width)
        for first in range(width)]
    mine = [[team for team in teams if team_my_pe(team) >= 0] for teams in (rows, columns)]
    return tuple(teams[0] if teams else None for teams in mine)


def team_translate_pe(src_team, src_pe, dest_team):
    """The number in one team of a PE of another, or -1."""
    members, others = _recording().members(src_team), _recording().members(dest_team)
    inside = 0 <= src_pe < len(members) and members[src_pe] in others
    return others.index(members[src_pe]) if inside else -1


def team_destroy(team):
    """Forgets a team; the machine keeps it until the end."""


def team_my_pe(team):
    """The number of this PE in a team, or -1."""
    members = _recording().members(team)
    pe = my_pe()
    return members.index(pe) if pe in members else -1


def team_n_pes(team):
    """The number of PEs in a team, or -1 for a PE outside."""
    members = _recording().members(team)
    return len(members) if my_pe() in members else -1
