package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Service;
import org.shmemlab.scenarios.frontend.ir.FunctionLowering.Pointer;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;
import org.shmemlab.scenarios.source.Diagnostic;

/** Calls: of functions of the program, through pointers, of libraries, and of what LLVM knows. */
final class Calls {
  private final FunctionLowering f;
  private final Launches launches;
  private int furtherArguments = Instruction.NO_REGISTER;
  private @Nullable Runnable landing;

  Calls(FunctionLowering f) {
    this.f = f;
    this.launches = new Launches(f);
  }

  private CodeBuilder code() {
    return f.code();
  }

  private Llvm llvm() {
    return f.llvm();
  }

  /** Says in which register the address of the arguments after the named ones arrives. */
  void furtherArguments(int register) {
    furtherArguments = register;
  }

  int furtherArguments() {
    return furtherArguments;
  }

  /** Says what is to follow a call of a function at once; null: nothing. */
  void landing(@Nullable Runnable emission) {
    landing = emission;
  }

  void call(long call) {
    long callee = llvm().calledValue.of(call);
    while (llvm().valueKind.of(callee) == ValueKind.GLOBAL_ALIAS) {
      callee = llvm().aliasee.of(callee);
    }
    switch (llvm().valueKind.of(callee)) {
      case ValueKind.INLINE_ASSEMBLY -> InlinePtx.lower(f, call, callee);
      case ValueKind.FUNCTION -> direct(call, callee);
      default -> own(call, callee, -1);
    }
  }

  private void direct(long call, long callee) {
    String name = llvm().name(callee);
    if (name.startsWith("llvm.")) {
      new Intrinsics(f).lower(name, call);
    } else if (f.side().isDefined(callee)) {
      own(call, callee, f.side().linking().index(f.side(), callee));
    } else if (ParallelRegions.isFork(name)) {
      ParallelRegions.fork(f, call, name);
    } else if (!launches.configures(name, call)) {
      LibraryCall.lower(f, call, name);
    }
  }

  // ---------------------------------------------------------------- functions of the program

  private void own(long call, long callee, int index) {
    long type = index < 0 ? llvm().calledType.of(call) : llvm().functionType.of(callee);
    boolean byAddress = Definition.givesByAddress(f.types(), llvm(), type);
    boolean takesMore = Definition.takesMore(llvm(), type);
    ImmutableIntArray.Builder arguments = ImmutableIntArray.builder();
    int place = Instruction.NO_REGISTER;
    if (byAddress) {
      place = f.memory().slot("result", f.types().size(llvm().returnType.of(type)));
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
    if (landing != null) {
      landing.run();
    }
    if (byAddress) {
      int[] registers = new int[result.size()];
      for (int i = 0; i < registers.length; i++) {
        registers[i] = f.memory().load(result.get(i), new Pointer(place, 0), false);
      }
      f.define(call, registers);
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
    int copy = f.memory().slot("argument", bytes);
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
    int area = f.memory().slot("further arguments", Math.max(end, 1));
    for (int i = first; i < count; i++) {
      int at = ObjectSize.of(offsets[i]);
      long value = f.operand(call, i);
      long structure = f.side().attributes().structureBytesAt(call, i);
      if (structure > 0) {
        int to = f.binary(BinaryOp.ADD, ScalarType.U64, area, code().constant(at));
        code().emit(new Instruction.Copy(to, f.register(value), ObjectSize.of(structure)));
        continue;
      }
      ImmutableList<Leaf> leaves = f.leaves(value);
      int[] registers = f.registers(value);
      for (int k = 0; k < registers.length; k++) {
        f.memory().store(leaves.get(k), new Pointer(area, at), registers[k], false);
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
    if (!f.side().onDevice()) {
      return 8;
    }
    return Math.max(1, Math.min(Long.highestOneBit(bytes), 16));
  }

  // ---------------------------------------------------------------- what is not known

  /** Says once that a construct is not known, and lets the program fail where it is reached. */
  void unknown(String construct) {
    String text = construct.replaceFirst("^" + Diagnostic.GAP, "");
    f.side().linking().diagnostics().warning(code().line(), Diagnostic.GAP + text);
    fails(Service.NOT_SUPPORTED, text);
  }

  /** Says so of an instruction; what it would give is zero. */
  void unknown(long instruction, String construct) {
    unknown(construct);
    int[] registers = f.registers(instruction);
    for (int register : registers) {
      code().emit(new Instruction.Const(register, 0));
    }
  }

  /** Lets the program fail here. */
  void fails(String message) {
    fails(Service.FAIL, message);
  }

  private void fails(Service service, String message) {
    long text = f.side().linking().program().literal(message, code().line());
    ends(service, code().constant(text));
  }

  /** Ends the thread of the grid. */
  void exit() {
    ends(Service.GRID_THREAD_EXIT);
  }

  private void ends(Service service, int... arguments) {
    code()
        .emit(
            new Instruction.Invoke(
                service, Instruction.NO_REGISTER, ImmutableIntArray.copyOf(arguments)));
    code().emit(new Instruction.Return(Instruction.NO_REGISTER)); // where no way leads on
  }

  Launches launches() {
    return launches;
  }
}
