package org.shmemlab.scenarios.frontend.ir;

import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;

/** Lowers the arguments of calls that launch: kernels, and the sizes of grids and blocks. */
final class LaunchArguments {
  /** The distance between the address of a function and that of the next. */
  private static final long ONE_FUNCTION = Address.of(Space.NONE, 0, 1);

  private final FunctionValues f;

  LaunchArguments(FunctionValues f) {
    this.f = f;
  }

  /** The address of the kernel that a pointer of the host stands for. */
  int kernel(long pointer) {
    if (f.llvm().valueKind.of(pointer) == ValueKind.FUNCTION) {
      int kernel = f.functions().kernel(f.side(), pointer);
      return f.code().constant(kernel < 0 ? f.number(pointer) : Address.ofFunction(kernel));
    }
    int one = f.code().constant(ONE_FUNCTION);
    return f.binary(BinaryOp.SUB, ScalarType.U64, f.register(pointer), one);
  }

  /** The three numbers of a {@code dim3} that arrives in two registers, as an object. */
  int extent(long first, long second) {
    int place = f.slot("extent", 12);
    f.code().emit(new Instruction.Store(ScalarType.U64, place, 0, f.register(first), false));
    f.code().emit(new Instruction.Store(ScalarType.I32, place, 8, f.register(second), false));
    return place;
  }
}
