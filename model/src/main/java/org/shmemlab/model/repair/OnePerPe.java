package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;

/** Makes a call by the first thread of every PE but some. */
final class OnePerPe {
  private OnePerPe() {}

  static Snippet of(RepairCall call, Family family, ImmutableIntArray without) {
    Snippet inner = call.snippet(family, Instruction.NO_REGISTER, null);
    int length = 3 + 3 * without.length() + inner.length();
    // The registers that the tests need: two numbers, and for each test a constant and a result.
    int own = 2 + 2 * without.length();
    return new Snippet(
        length,
        own + inner.registers(),
        (base, register) -> {
          ImmutableList.Builder<Instruction> code = ImmutableList.builder();
          int end = base + length;
          int pe = register + 1;
          code.add(new Instruction.Special(SpecialRegister.THREAD_RANK, register));
          code.add(new Instruction.Branch(register, end, base + 2));
          code.add(new Instruction.Special(SpecialRegister.MY_PE, pe));
          int at = base + 3;
          for (int i = 0; i < without.length(); i++) {
            int constant = register + 2 + 2 * i;
            code.add(new Instruction.Const(constant, without.get(i)));
            code.add(
                new Instruction.Binary(BinaryOp.EQ, ScalarType.I32, constant + 1, pe, constant));
            code.add(new Instruction.Branch(constant + 1, end, at + 3));
            at += 3;
          }
          return code.addAll(inner.code().at(at, register + own)).build();
        });
  }
}
