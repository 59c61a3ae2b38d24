"""NVSHMEM's functions for kernels in Numba, whose sizes are those of the smaller array."""

from numba import cuda

from nvshmem.bindings.device import numba as _bindings
from nvshmem.bindings.device.numba import barrier_all, my_pe, n_pes, signal_op, sync_all
from nvshmem.bindings.device.numba import signal_wait_until as signal_wait

__all__ = ["barrier_all", "my_pe", "n_pes", "signal_op", "signal_wait", "sync_all"]


def _transfer(call):
    @cuda.jit(device=True)
    def transfer(dst, src, pe):
        call(dst, src, min(dst.size, src.size), pe)

    return transfer


def _transfer_with_signal(call):
    @cuda.jit(device=True)
    def transfer(dst, src, signal, value, operation, pe):
        call(dst, src, min(dst.size, src.size), signal, value, operation, pe)

    return transfer


for _scope in ("", "_block", "_warp"):
    for _name in ("put", "put_nbi", "get", "get_nbi", "put_signal", "put_signal_nbi"):
        _made = _transfer_with_signal if "signal" in _name else _transfer
        globals()[_name + _scope] = _made(getattr(_bindings, _name + _scope))
        __all__.append(_name + _scope)
