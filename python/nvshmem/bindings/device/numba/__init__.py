"""NVSHMEM's functions for kernels in Numba, whose arguments are arrays.

A function of Numba calls the one of NVSHMEM by its symbol, which ShmemLab's machine executes. Sizes are
numbers of elements.
"""

from numba import __version__ as _version
from numba import cuda, types
from numba.core import cgutils as _cgutils

try:
    from numba.cuda.extending import intrinsic as _intrinsic
except ImportError:
    from numba.extending import intrinsic as _intrinsic

from shmemlab.recording import NvshmemInvalid

_SIZE, _WORD, _INT, _ADDRESS = types.uint64, types.uint64, types.int32, types.uint64


def _function(symbol, result, *arguments):
    try:
        return cuda.declare_device(symbol, result(*arguments), abi="c")
    except TypeError:
        raise NvshmemInvalid(
            f"this Numba ({_version}) cannot call functions of C: its cuda.declare_device has no 'abi'; Numba 0.68"
            " with numba-cuda 0.30 can") from None


@_intrinsic
def _address(_, array):
    """The address of an array's first element."""

    def code(context, builder, signature, arguments):
        structure = _cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        return builder.ptrtoint(structure.data, context.get_value_type(_ADDRESS))

    return _ADDRESS(array), code


def _transfer(symbol):
    call = _function(symbol, types.void, _ADDRESS, _ADDRESS, _SIZE, _INT)

    @cuda.jit(device=True)
    def transfer(dst, src, count, pe):
        call(_address(dst), _address(src), count * dst.itemsize, pe)

    return transfer


def _transfer_with_signal(symbol):
    call = _function(symbol, types.void, _ADDRESS, _ADDRESS, _SIZE, _ADDRESS, _WORD, _INT, _INT)

    @cuda.jit(device=True)
    def transfer(dst, src, count, signal, value, operation, pe):
        call(_address(dst), _address(src), count * dst.itemsize, _address(signal), value, operation, pe)

    return transfer


my_pe = _function("nvshmem_my_pe", _INT)
n_pes = _function("nvshmem_n_pes", _INT)
fence = _function("nvshmem_fence", types.void)
quiet = _function("nvshmem_quiet", types.void)
barrier_all = _function("nvshmem_barrier_all", types.void)
sync_all = _function("nvshmem_sync_all", types.void)

put = _transfer("nvshmem_putmem")
put_block = _transfer("nvshmemx_putmem_block")
put_warp = _transfer("nvshmemx_putmem_warp")
put_nbi = _transfer("nvshmem_putmem_nbi")
put_nbi_block = _transfer("nvshmemx_putmem_nbi_block")
put_nbi_warp = _transfer("nvshmemx_putmem_nbi_warp")
get = _transfer("nvshmem_getmem")
get_block = _transfer("nvshmemx_getmem_block")
get_warp = _transfer("nvshmemx_getmem_warp")
get_nbi = _transfer("nvshmem_getmem_nbi")
get_nbi_block = _transfer("nvshmemx_getmem_nbi_block")
get_nbi_warp = _transfer("nvshmemx_getmem_nbi_warp")
put_signal = _transfer_with_signal("nvshmem_putmem_signal")
put_signal_block = _transfer_with_signal("nvshmemx_putmem_signal_block")
put_signal_warp = _transfer_with_signal("nvshmemx_putmem_signal_warp")
put_signal_nbi = _transfer_with_signal("nvshmem_putmem_signal_nbi")
put_signal_nbi_block = _transfer_with_signal("nvshmemx_putmem_signal_nbi_block")
put_signal_nbi_warp = _transfer_with_signal("nvshmemx_putmem_signal_nbi_warp")

_signal_op = _function("nvshmemx_signal_op", types.void, _ADDRESS, _WORD, _INT, _INT)
_wait_until = _function("nvshmem_signal_wait_until", _WORD, _ADDRESS, _INT, _WORD)


@cuda.jit(device=True)
def signal_op(signal, value, operation, pe):
    _signal_op(_address(signal), value, operation, pe)


@cuda.jit(device=True)
def signal_wait_until(signal, comparison, value):
    return _wait_until(_address(signal), comparison, value)
