"""Kernels in Triton, compiled to PTX."""

import inspect

import numpy

from shmemlab import compiled
from shmemlab.arrays import SymmetricArray
from shmemlab.kernels import Kernel
from shmemlab.recording import NvshmemInvalid

_SCRATCH = 2  # addresses of memory for a kernel's own use, which Triton adds
_LETTERS = {"i": "i", "u": "u", "f": "fp"}


def triton(function, signature, constexprs=None, num_warps=4, capability=90):
    """A function of Triton, compiled to PTX for arguments of this signature."""
    try:
        from triton._C.libtriton import ir
        from triton.backends.compiler import GPUTarget
        from triton.compiler import ASTSource
        from triton.compiler.compiler import make_backend
    except ImportError:
        raise compiled.missing("Triton", "asm['ptx'] of triton.compile") from None
    target = GPUTarget("cuda", capability, 32)
    source = ASTSource(fn=function, signature=signature, constexprs=constexprs or {})
    backend = make_backend(target)
    options = backend.parse_options({"num_warps": num_warps})
    stages = {}
    backend.add_stages(stages, options, source.language)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    made = source.make_ir(
        target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
    metadata = {"target": target, **options.__dict__}
    for name, stage in stages.items():  # the assembler comes after, and knows no external functions
        made = stage(made, metadata)
        if name == "ptx":
            break
    kernel = compiled.kernel(TritonKernel, str(made))
    kernel.block = 32 * num_warps
    kernel.shared = metadata.get("shared", 0)
    return kernel


class TritonKernel(Kernel):
    """A kernel with Triton's own parameters, and the block and shared memory that it was compiled for."""

    block = 128
    shared = 0

    def launch(self, grid, block, arguments, shared=0, stream=None, collective=False):
        super().launch(grid, block, arguments, shared or self.shared, stream, collective)

    def arguments(self, given):
        return super().arguments(given) + ["null"] * _SCRATCH


def _type(one):
    kind = one.dtype if isinstance(one, (SymmetricArray, numpy.generic)) else None
    if kind is not None and kind.kind in _LETTERS:
        name = _LETTERS[kind.kind] + str(8 * kind.itemsize)
        return "*" + name if isinstance(one, SymmetricArray) else name
    if isinstance(one, bool):
        return "i1"
    if isinstance(one, int):
        return "i32" if -(2**31) <= one < 2**31 else "i64"
    if isinstance(one, float):
        return "fp32"
    raise NvshmemInvalid(f"an argument of a kernel in Triton is an array or a number, not {type(one).__name__}")


def take_launches():
    """Makes launches of functions with triton.jit launches here; Triton itself compiles them."""
    from triton.runtime.jit import JITFunction

    made = {}

    def run(self, *words, grid, warmup=False, num_warps=4, num_stages=None, num_ctas=1, stream=None, **more):
        bound = inspect.signature(self.fn).bind(*words, **more)
        bound.apply_defaults()
        given = bound.arguments
        constant = {p.name for p in self.params if p.is_constexpr}
        constexprs = {(i,): given[name] for i, name in enumerate(given) if name in constant}
        signature = {name: "constexpr" if name in constant else _type(one) for name, one in given.items()}
        key = (self, tuple(signature.items()), tuple(constexprs.items()), num_warps)
        if key not in made:
            made[key] = triton(self, signature, constexprs, num_warps)
        kernel = made[key]
        sizes = grid(dict(given)) if callable(grid) else grid
        kernel.launch(sizes, kernel.block, [one for name, one in given.items() if name not in constant])

    JITFunction.run = run
