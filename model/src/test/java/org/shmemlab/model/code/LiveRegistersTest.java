package org.shmemlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.BitSet;
import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;

/** Tests that a register is live from where it is written to where it is read last. */
class LiveRegistersTest {
  @Test
  void aRegisterMattersUntilItIsReadLast() {
    LiveRegisters live =
        of(
            new Instruction.Const(0, 1),
            new Instruction.Const(1, 2),
            new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, 1, 0, 1),
            new Instruction.Return(1));
    assertThat(live.before(0)).isEqualTo(registers());
    assertThat(live.before(1)).isEqualTo(registers(0));
    assertThat(live.before(2)).isEqualTo(registers(0, 1));
    assertThat(live.before(3)).isEqualTo(registers(1));
  }

  @Test
  void whatEitherBranchReadsMattersBefore() {
    LiveRegisters live =
        of(
            new Instruction.Branch(0, 1, 2),
            new Instruction.Return(1),
            new Instruction.Jump(3),
            new Instruction.Return(2));
    assertThat(live.before(0)).isEqualTo(registers(0, 1, 2));
    assertThat(live.before(1)).isEqualTo(registers(1));
    assertThat(live.before(2)).isEqualTo(registers(2));
  }

  @Test
  void whatTheNextRoundReadsMattersInTheOneBefore() {
    LiveRegisters live =
        of(
            new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, 0, 0, 1),
            new Instruction.Branch(2, 0, 2),
            new Instruction.Return(3));
    assertThat(live.before(0)).isEqualTo(registers(0, 1, 2, 3));
    assertThat(live.before(1)).isEqualTo(registers(0, 1, 2, 3));
    assertThat(live.before(2)).isEqualTo(registers(3));
  }

  /** The collective may access its operands until it returns. */
  @Test
  void theArgumentsOfACollectiveMatterUntilItsReturn() {
    LiveRegisters live =
        of(
            new Instruction.Arrive(
                MeetingKind.BARRIER,
                Family.OPENSHMEM,
                null,
                null,
                CallScope.THREAD,
                ImmutableIntArray.of(4)),
            new Instruction.Depart(5),
            new Instruction.Return(5));
    assertThat(live.before(1)).isEqualTo(registers(4));
    assertThat(live.before(2)).isEqualTo(registers(5));
  }

  private static LiveRegisters of(Instruction... body) {
    return new Code(
            new AgentCode(
                "f",
                false,
                ImmutableList.of(),
                8,
                ImmutableList.of(),
                ImmutableList.copyOf(body),
                ImmutableList.copyOf(Collections.nCopies(body.length, new SourceLine("f", 1)))))
        .live();
  }

  private static BitSet registers(int... numbers) {
    BitSet set = new BitSet();
    IntStream.of(numbers).forEach(set::set);
    return set;
  }
}
