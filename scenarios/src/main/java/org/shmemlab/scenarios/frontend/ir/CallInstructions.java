package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.ObjectSize;
import org.shmemlab.scenarios.frontend.emit.Pointer;
import org.shmemlab.scenarios.frontend.emit.ScalarAccesses;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;
import org.shmemlab.scenarios.frontend.ptx.InlinePtx;
import org.shmemlab.scenarios.frontend.ptx.PtxOperand;

/**
 * Lowers calls: of functions of the program, through pointers, of libraries, and of LLVM's
 * intrinsics.
 */
final class CallInstructions {
  private final FunctionValues f;
  private final ScalarAccesses accesses;
  private final Intrinsics intrinsics;
  private final LaunchConfiguration launches;
  private final InlinePtx ptx;

  CallInstructions(FunctionValues f) {
    this.f = f;
    this.accesses = new ScalarAccesses(f);
    this.intrinsics = new Intrinsics(f);
    this.launches = new LaunchConfiguration(f);
    this.ptx = new InlinePtx(f);
  }

  private CodeBuilder code() {
    return f.code();
  }

  private Llvm llvm() {
    return f.llvm();
  }

  /**
   * Lowers a call.
   *
   * @param landing emits the code right after the call of a function
   */
  void call(long call, Runnable landing) {
    long callee = llvm().calledValue.of(call);
    while (llvm().valueKind.of(callee) == ValueKind.GLOBAL_ALIAS) {
      callee = llvm().aliasee.of(callee);
    }
    switch (llvm().valueKind.of(callee)) {
      case ValueKind.INLINE_ASSEMBLY -> assembly(call, callee);
      case ValueKind.FUNCTION -> direct(call, callee, landing);
      default -> own(call, callee, -1, landing);
    }
  }

  private void direct(long call, long callee, Runnable landing) {
    String name = f.side().libraryName(callee);
    if (name.startsWith("llvm.")) {
      intrinsics.lower(name, call);
    } else if (f.side().isDefined(callee)) {
      own(call, callee, f.symbols().index(callee), landing);
    } else if (ParallelRegions.isFork(name)) {
      ParallelRegions.fork(f, call, name);
    } else if (!launches.configures(name, call)) {
      LibraryCall.lower(f, call, name);
    }
  }

  private void assembly(long call, long assembly) {
    int[] results =
        ptx.lower(
            llvm().assembly(assembly),
            llvm().constraints(assembly),
            f.leaves(call),
            i -> {
              long value = f.operand(call, i);
              return new PtxOperand(f.register(value), f.leaf(value));
            });
    if (results.length > 0) {
      f.define(call, results);
    }
  }

  // ---------------------------------------------------------------- functions of the program

  private void own(long call, long callee, int index, Runnable landing) {
    long type = index < 0 ? llvm().calledType.of(call) : llvm().functionType.of(callee);
    boolean byAddress = f.types().givesByAddress(type);
    boolean takesMore = f.types().takesMore(type);
    ImmutableIntArray.Builder arguments = ImmutableIntArray.builder();
    int place = Instruction.NO_REGISTER;
    if (byAddress) {
      place = f.slot("result", f.types().size(llvm().returnType.of(type)));
      arguments.add(place);
    }
    int count = llvm().arguments.of(call);
    int named = takesMore ? llvm().parameterTypes.of(type) : count;
    for (int i = 0; i < named; i++) {
      for (int register : argument(call, i)) {
        arguments.add(register);
      }
    }
    if (takesMore) {
      arguments.add(further(call, named));
    }
    ImmutableList<Leaf> result = f.types().leaves(llvm().returnType.of(type));
    int dst = result.size() == 1 ? code().register() : Instruction.NO_REGISTER;
    ImmutableIntArray all = arguments.build();
    code()
        .emit(
            index < 0
                ? new Instruction.CallIndirect(f.register(callee), dst, all)
                : new Instruction.Call(index, dst, all));
    landing.run();
    if (byAddress) {
      f.define(call, accesses.load(result, new Pointer(place, 0), false));
    } else if (dst != Instruction.NO_REGISTER && !f.leaves(call).isEmpty()) {
      f.define(call, dst);
    }
  }

  /** The registers of an argument; a structure handed over by value is copied first. */
  private int[] argument(long call, int index) {
    long value = f.operand(call, index);
    long bytes = f.side().attributes().structureBytesAt(call, index);
    if (bytes == 0) {
      return f.registers(value);
    }
    int copy = f.slot("argument", bytes);
    code().emit(new Instruction.Copy(copy, f.register(value), ObjectSize.of(bytes)));
    return new int[] {copy};
  }

  /** Puts the arguments after the named ones where {@code va_arg} looks for them. */
  private int further(long call, int first) {
    int count = llvm().arguments.of(call);
    long[] offsets = new long[count];
    long end = 0;
    for (int i = first; i < count; i++) {
      long structure = f.side().attributes().structureBytesAt(call, i);
      long type = llvm().typeOf.of(f.operand(call, i));
      long bytes = structure > 0 ? structure : f.types().size(type);
      long align = cell(type, bytes);
      offsets[i] = (end + align - 1) / align * align;
      end = offsets[i] + bytes;
    }
    int area = f.slot("further arguments", Math.max(end, 1));
    for (int i = first; i < count; i++) {
      int at = ObjectSize.of(offsets[i]);
      long value = f.operand(call, i);
      long structure = f.side().attributes().structureBytesAt(call, i);
      if (structure > 0) {
        int to = f.binary(BinaryOp.ADD, ScalarType.U64, area, code().constant(at));
        code().emit(new Instruction.Copy(to, f.register(value), ObjectSize.of(structure)));
      } else {
        accesses.store(f.leaves(value), new Pointer(area, at), f.registers(value), false);
      }
    }
    return area;
  }

  /**
   * Alignment of a further argument: cells of eight bytes on the host (System V ABI, "Variable
   * Argument Lists"), the type's own on devices (PTX ISA, "Variadic Functions").
   */
  private long cell(long type, long bytes) {
    if (f.types().isExtendedFloat(type)) {
      return 16;
    }
    if (!f.onDevice()) {
      return 8;
    }
    return Math.max(1, Math.min(Long.highestOneBit(bytes), 16));
  }
}
