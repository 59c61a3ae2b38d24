package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.code.Tidying;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.ObjectSize;
import org.shmemlab.scenarios.frontend.emit.Pointer;
import org.shmemlab.scenarios.frontend.emit.ScalarAccesses;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.Opcode;
import org.shmemlab.scenarios.runtime.cuda.CudaAsyncCopies;

/**
 * Lowers one function from its parameters to its last return. Where the result has several scalars,
 * the caller hands over an address for it first; where more arguments may follow, the address of
 * those comes last.
 */
final class FunctionLowering {
  private static final int KERNEL = 71;

  private final Symbols symbols;
  private final ModuleSide side;
  private final Llvm llvm;
  private final long function;
  private final long type;
  private final boolean kernel;
  private final List<Parameter> parameters = new ArrayList<>();

  FunctionLowering(Symbols symbols, long function) {
    this.symbols = symbols;
    this.side = symbols.side();
    this.llvm = side.llvm();
    this.function = function;
    this.type = llvm.functionType.of(function);
    this.kernel = llvm.callConvention.of(function) == KERNEL;
  }

  AgentCode lower() {
    String name = SourceNames.symbol(llvm.name(function));
    boolean byAddress = side.types().givesByAddress(type);
    boolean more = side.types().takesMore(type);
    if (byAddress) {
      parameters.add(Parameter.of(ScalarType.U64));
    }
    List<int[]> registers = new ArrayList<>();
    for (int i = 0; i < llvm.parameters.of(function); i++) {
      registers.add(parameter(i));
    }
    int rest = parameters.size();
    if (more) {
      parameters.add(Parameter.of(ScalarType.U64));
    }
    CodeBuilder code =
        new CodeBuilder(
            name, kernel, parameters, side.lines().first(function, symbols.whole().path()));
    FunctionValues f = new FunctionValues(symbols, code, more ? rest : Instruction.NO_REGISTER);
    for (int i = 0; i < registers.size(); i++) {
      long parameter = llvm.parameter.of(function, i);
      int[] own = registers.get(i);
      long bytes = structureBytes(i);
      if (kernel && bytes > 0 && isChanged(parameter)) {
        int copy = f.slot(SourceNames.variable(llvm.name(parameter)), bytes);
        code.emit(new Instruction.Copy(copy, own[0], ObjectSize.of(bytes)));
        own = new int[] {copy};
      } else if (kernel && bytes == 0) {
        own = arrived(f, parameter, own);
      }
      f.define(parameter, own);
    }
    boolean isMain = llvm.name(function).equals("main") && !side.onDevice();
    if (isMain) {
      new StartAndEnd(f).start();
    }
    new FunctionBody(
            f,
            function,
            value -> {
              if (isMain) {
                new StartAndEnd(f).end();
              }
              give(f, value, byAddress);
            })
        .lower();
    return Tidying.tidy(code.build());
  }

  /** Adds the scalars of a parameter to the function's parameters; returns their registers. */
  private int[] parameter(int index) {
    long bytes = structureBytes(index);
    int first = parameters.size();
    if (kernel && bytes > 0) {
      parameters.add(Parameter.aggregate(ObjectSize.of(bytes)));
      return new int[] {first};
    }
    long parameterType = llvm.typeOf.of(llvm.parameter.of(function, index));
    ImmutableList<Leaf> leaves = side.types().leaves(parameterType);
    if (kernel && leaves.size() > 1) {
      parameters.add(Parameter.aggregate(ObjectSize.of(side.types().size(parameterType))));
      return new int[] {first};
    }
    int[] registers = new int[leaves.size()];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = first + i;
      parameters.add(Parameter.of(leaves.get(i).scalar()));
    }
    return registers;
  }

  /** The scalars of a kernel's argument of several, which the launch copied. */
  private int[] arrived(FunctionValues f, long parameter, int[] own) {
    ImmutableList<Leaf> leaves = f.leaves(parameter);
    if (leaves.size() < 2) {
      return own;
    }
    return new ScalarAccesses(f).load(leaves, new Pointer(own[0], 0), false);
  }

  /** Bytes of the structure that a parameter is, or 0. */
  private long structureBytes(int index) {
    return side.attributes().structureBytes(function, index);
  }

  /** Whether a kernel may write to its copy of a structure, which all threads share. */
  private boolean isChanged(long pointer) {
    for (long use = llvm.firstUse.of(pointer); use != 0; use = llvm.nextUse.of(use)) {
      long user = llvm.userOf.of(use);
      boolean harmless =
          switch (llvm.opcode.of(user)) {
            case Opcode.LOAD -> true;
            case Opcode.GEP, Opcode.ADDRESS_SPACE_CAST -> !isChanged(user);
            case Opcode.CALL ->
                llvm.name(llvm.calledValue.of(user)).startsWith("llvm.memcpy")
                    && llvm.operand.of(user, 0) != pointer;
            default -> false;
          };
      if (!harmless) {
        return true;
      }
    }
    return false;
  }

  private void give(FunctionValues f, long value, boolean byAddress) {
    if (kernel && side.storesInBulk()) { // copies end with their grid
      int bulk = f.code().constant(1);
      f.ask(CudaAsyncCopies.ASYNC_GROUP, bulk);
      f.ask(CudaAsyncCopies.ASYNC_WAIT, bulk, f.code().constant(0));
    }
    if (value == 0) {
      f.code().emit(new Instruction.Return(Instruction.NO_REGISTER));
      return;
    }
    int[] registers = f.registers(value);
    if (byAddress) {
      new ScalarAccesses(f).store(f.leaves(value), new Pointer(0, 0), registers, false);
    }
    int result = registers.length == 1 ? registers[0] : Instruction.NO_REGISTER;
    f.code().emit(new Instruction.Return(result));
  }
}
