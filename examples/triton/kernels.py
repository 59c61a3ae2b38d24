"""Kernels in Triton that call NVSHMEM's device functions by their names."""

import triton
import triton.language as tl
from triton.language import core

i32, i64 = core.dtype("int32"), core.dtype("int64")
SIGNAL_SET, SIGNAL_ADD = core.constexpr(9), core.constexpr(10)
CMP_EQ, CMP_GE = core.constexpr(0), core.constexpr(3)


@core.extern
def my_pe(_semantic=None):
    return core.extern_elementwise("", "", [], {(): ("nvshmem_my_pe", i32)}, is_pure=False, _semantic=_semantic)


@core.extern
def n_pes(_semantic=None):
    return core.extern_elementwise("", "", [], {(): ("nvshmem_n_pes", i32)}, is_pure=False, _semantic=_semantic)


@core.extern
def _putmem_signal_block(dest, source, size, signal, value, op, pe, _semantic=None):
    return core.extern_elementwise(
        "", "", [dest, source, size, signal, value, op, pe],
        {(i64, i64, i64, i64, i64, i32, i32): ("nvshmemx_putmem_signal_block", i32)},
        is_pure=False, _semantic=_semantic)


@core.extern
def _putmem_nbi_block(dest, source, size, pe, _semantic=None):
    return core.extern_elementwise(
        "", "", [dest, source, size, pe],
        {(i64, i64, i64, i32): ("nvshmemx_putmem_nbi_block", i32)},
        is_pure=False, _semantic=_semantic)


@core.extern
def _signal_op(signal, value, op, pe, _semantic=None):
    return core.extern_elementwise(
        "", "", [signal, value, op, pe],
        {(i64, i64, i32, i32): ("nvshmemx_signal_op", i32)},
        is_pure=False, _semantic=_semantic)


@core.extern
def _signal_wait_until(signal, cmp, value, _semantic=None):
    return core.extern_elementwise(
        "", "", [signal, cmp, value],
        {(i64, i32, i64): ("nvshmem_signal_wait_until", i64)},
        is_pure=False, _semantic=_semantic)


@core.extern
def fence(_semantic=None):
    return core.extern_elementwise("", "", [], {(): ("nvshmem_fence", i32)}, is_pure=False, _semantic=_semantic)


@core.extern
def quiet(_semantic=None):
    return core.extern_elementwise("", "", [], {(): ("nvshmem_quiet", i32)}, is_pure=False, _semantic=_semantic)


@triton.jit
def putmem_signal_block(dest, source, size, signal, value, op: tl.constexpr, pe):
    _putmem_signal_block(dest.to(tl.int64), source.to(tl.int64), size.to(tl.int64), signal.to(tl.int64),
                         value.to(tl.int64), tl.full([], op, tl.int32), pe)


@triton.jit
def putmem_nbi_block(dest, source, size, pe):
    _putmem_nbi_block(dest.to(tl.int64), source.to(tl.int64), size.to(tl.int64), pe)


@triton.jit
def signal_op(signal, value, op: tl.constexpr, pe):
    _signal_op(signal.to(tl.int64), value.to(tl.int64), tl.full([], op, tl.int32), pe)


@triton.jit
def signal_wait_until(signal, cmp: tl.constexpr, value):
    return _signal_wait_until(signal.to(tl.int64), tl.full([], cmp, tl.int32), value.to(tl.int64))


@triton.jit
def ring_put(inbox, outbox, flag, result, N: tl.constexpr):
    """Puts the block's words into the next PE's inbox, and doubles what the previous one put here."""
    words = tl.arange(0, N)
    next_pe = (my_pe() + 1) % n_pes()
    putmem_signal_block(inbox, outbox, tl.full([], N * 4, tl.int64), flag, tl.full([], 1, tl.int64), SIGNAL_SET, next_pe)
    signal_wait_until(flag, CMP_EQ, tl.full([], 1, tl.int64))
    tl.debug_barrier()
    tl.store(result + words, tl.load(inbox + words) * 2)


@triton.jit
def signal_overtakes(inbox, outbox, flag, result, N: tl.constexpr):
    """The signal is not ordered after the non-blocking put: a fence is missing between them."""
    words = tl.arange(0, N)
    next_pe = (my_pe() + 1) % n_pes()
    putmem_nbi_block(inbox, outbox, tl.full([], N * 4, tl.int64), next_pe)
    signal_op(flag, tl.full([], 1, tl.int64), SIGNAL_SET, next_pe)
    signal_wait_until(flag, CMP_EQ, tl.full([], 1, tl.int64))
    tl.debug_barrier()
    tl.store(result + words, tl.load(inbox + words) * 2)


@triton.jit
def no_wait(inbox, outbox, flag, result, N: tl.constexpr):
    """Reads the inbox without waiting for the signal."""
    words = tl.arange(0, N)
    next_pe = (my_pe() + 1) % n_pes()
    putmem_signal_block(inbox, outbox, tl.full([], N * 4, tl.int64), flag, tl.full([], 1, tl.int64), SIGNAL_SET, next_pe)
    tl.store(result + words, tl.load(inbox + words) * 2)
    signal_wait_until(flag, CMP_EQ, tl.full([], 1, tl.int64))


@triton.jit
def reuses_source(inbox, outbox, flag, result, N: tl.constexpr):
    """Overwrites the source of a non-blocking put before a quiet."""
    words = tl.arange(0, N)
    next_pe = (my_pe() + 1) % n_pes()
    putmem_nbi_block(inbox, outbox, tl.full([], N * 4, tl.int64), next_pe)
    tl.store(outbox + words, words)
    tl.debug_barrier()
    quiet()
    signal_op(flag, tl.full([], 1, tl.int64), SIGNAL_SET, next_pe)
    signal_wait_until(flag, CMP_EQ, tl.full([], 1, tl.int64))
    tl.debug_barrier()
    tl.store(result + words, tl.load(inbox + words) * 2)
