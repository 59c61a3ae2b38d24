package org.shmemlab.model.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.arithmetic.Arithmetic;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.UnaryOp;

/** Tests bits without a value: only bits that count as such may change a result. */
class UninitializedFlowTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int RESULT = 2;

  private final Agent agent =
      new Agent(0, 0, Agent.Kind.HOST, -1, -1, 0, 0, new MemoryObject.Owner());

  UninitializedFlowTest() {
    agent.registers = new long[3];
  }

  @Property
  void noOtherBitOfAResultDependsOnThem(
      @ForAll("integers") ScalarType type,
      @ForAll BinaryOp op,
      @ForAll long x,
      @ForAll long y,
      @ForAll long inA,
      @ForAll long inB,
      @ForAll long otherwise) {
    boolean divides = op == BinaryOp.DIV || op == BinaryOp.REM;
    boolean shifts = op == BinaryOp.SHL || op == BinaryOp.SHR;
    long a = type.canonical(x);
    long b = shifts ? y & (8 * type.bytes() - 1) : type.canonical(y);
    Assume.that(!divides || b != 0);
    given(A, a, type.canonical(inA));
    given(B, b, divides || shifts ? 0 : type.canonical(inB));
    UninitializedFlow.follow(agent, new Instruction.Binary(op, type, RESULT, A, B));
    long one = Arithmetic.binary(op, type, a, b);
    long other =
        Arithmetic.binary(op, type, a ^ (unset(A) & otherwise), b ^ (unset(B) & ~otherwise));
    assertThat((one ^ other) & ~unset(RESULT)).isZero();
    if (unset(A) == 0 && unset(B) == 0) {
      assertThat(unset(RESULT)).isZero();
    }
  }

  @Property
  void bitwiseOperatorsLoseNoMoreThanTheyMust(
      @ForAll("bitwise") BinaryOp op,
      @ForAll long a,
      @ForAll long b,
      @ForAll long inA,
      @ForAll long inB) {
    given(A, a, inA);
    given(B, b, inB);
    UninitializedFlow.follow(agent, new Instruction.Binary(op, ScalarType.U64, RESULT, A, B));
    long possible = 0;
    for (int bit = 0; bit < 64; bit++) {
      boolean zero = false;
      boolean one = false;
      for (int choice = 0; choice < 4; choice++) {
        long p = (inA >>> bit & 1) == 1 ? choice & 1 : a >>> bit & 1;
        long q = (inB >>> bit & 1) == 1 ? choice >> 1 : b >>> bit & 1;
        boolean set = (Arithmetic.binary(op, ScalarType.U64, p, q) & 1) == 1;
        one |= set;
        zero |= !set;
      }
      possible |= zero && one ? 1L << bit : 0;
    }
    assertThat(unset(RESULT)).isEqualTo(possible);
  }

  @Test
  void sumsLoseWhatIsAboveAndShiftsMoveIt() {
    given(A, 0, 0x10);
    given(B, 4, 0);
    assertThat(binary(BinaryOp.ADD, ScalarType.U32)).isEqualTo(0xFFFF_FFF0L);
    assertThat(binary(BinaryOp.SHL, ScalarType.U32)).isEqualTo(0x100);
    assertThat(binary(BinaryOp.SHR, ScalarType.U32)).isEqualTo(1);
    assertThat(binary(BinaryOp.EQ, ScalarType.U32)).isZero(); // they differ in bit 2
    assertThat(binary(BinaryOp.LT, ScalarType.U32)).isOne();
    given(B, 0, 0);
    assertThat(binary(BinaryOp.EQ, ScalarType.U32)).isOne();
    given(A, 0, -1);
    assertThat(binary(BinaryOp.SHR, ScalarType.I32)).isEqualTo(-1);
    given(B, 0, 1);
    assertThat(binary(BinaryOp.SHL, ScalarType.U64)).isEqualTo(-1);
    assertThat(binary(BinaryOp.MUL, ScalarType.F32)).isEqualTo(0xFFFF_FFFFL);
    assertThat(binary(BinaryOp.LT, ScalarType.F32)).isOne();
  }

  @Property
  void oneOperandPassesThemOn(
      @ForAll("integers") ScalarType type,
      @ForAll UnaryOp op,
      @ForAll long x,
      @ForAll long in,
      @ForAll long otherwise) {
    long a = type.canonical(x);
    given(A, a, type.canonical(in));
    UninitializedFlow.follow(agent, new Instruction.Unary(op, type, RESULT, A));
    long other = a ^ (unset(A) & otherwise);
    assertThat((Arithmetic.unary(op, type, a) ^ Arithmetic.unary(op, type, other)) & ~unset(RESULT))
        .isZero();
    if (op == UnaryOp.COMPLEMENT) {
      assertThat(unset(RESULT)).isEqualTo(unset(A));
    }
    if (op == UnaryOp.NOT && (a & ~unset(A)) != 0) {
      assertThat(unset(RESULT)).isZero(); // with any other bits, it is not zero
    }
  }

  @Test
  void conversionsKeepTheBitsOfIntegersAndNoOthers() {
    given(A, 0, 0xFF0);
    UninitializedFlow.follow(
        agent, new Instruction.Convert(ScalarType.I64, ScalarType.U8, RESULT, A));
    assertThat(unset(RESULT)).isEqualTo(0xF0);
    UninitializedFlow.follow(
        agent, new Instruction.Convert(ScalarType.I64, ScalarType.F64, RESULT, A));
    assertThat(unset(RESULT)).isEqualTo(-1);
    given(A, 0, 0xF00);
    UninitializedFlow.follow(
        agent, new Instruction.Convert(ScalarType.I64, ScalarType.U8, RESULT, A));
    assertThat(unset(RESULT)).isZero();
    UninitializedFlow.follow(agent, new Instruction.Move(RESULT, A));
    assertThat(unset(RESULT)).isEqualTo(0xF00);
  }

  @Test
  void theyDecideNothing() {
    given(A, 0, 1);
    given(B, 1, 0);
    refused(new Instruction.Branch(A, 0, 0), "a condition");
    refused(new Instruction.Binary(BinaryOp.DIV, ScalarType.I64, RESULT, B, A), "a division");
    refused(new Instruction.Load(ScalarType.I64, RESULT, A, 0, false), "an address");
    refused(new Instruction.Store(ScalarType.I64, A, 0, B, false), "an address");
    refused(new Instruction.Copy(A, B, 8), "an address");
    refused(new Instruction.Copy(B, A, 8), "an address");
    refused(new Instruction.Clear(A, 8), "an address");
    refused(new Instruction.PutValue(ScalarType.I64, A, B, B, -1), "an address");
    refused(new Instruction.PutValue(ScalarType.I64, B, B, A, -1), "an argument");
    refused(new Instruction.PutValue(ScalarType.I64, B, B, B, A), "an argument");
    refused(new Instruction.Fence(A), "an argument");
    refused(new Instruction.Return(A), "the value that is returned here");
    // Values may be put and stored without being known, and what is not zero anyway decides.
    follows(new Instruction.PutValue(ScalarType.I64, B, A, B, -1));
    follows(new Instruction.Store(ScalarType.I64, B, 0, A, false));
    given(A, 2, 1);
    follows(new Instruction.Branch(A, 0, 0));
  }

  @Test
  void anAtomicLeavesThemInItsWord() {
    Uninitialized some = new Uninitialized(3, "'x'");
    ScalarType type = ScalarType.U32;
    assertThat(UninitializedFlow.update(AtomicOp.FETCH, type, some, null)).isEqualTo(some);
    assertThat(UninitializedFlow.update(AtomicOp.SET, type, some, null)).isNull();
    assertThat(UninitializedFlow.update(AtomicOp.SET, type, null, some)).isEqualTo(some);
    assertThat(UninitializedFlow.update(AtomicOp.ADD, type, null, null)).isNull();
    assertThat(UninitializedFlow.update(AtomicOp.ADD, type, some, null))
        .isEqualTo(some.with(0xFFFF_FFFFL));
  }

  private void refused(Instruction instruction, String what) {
    assertThatThrownBy(() -> UninitializedFlow.follow(agent, instruction))
        .isInstanceOf(Fault.class)
        .hasMessageStartingWith(what)
        .hasMessageContaining("'x'");
  }

  private void follows(Instruction instruction) {
    assertThatCode(() -> UninitializedFlow.follow(agent, instruction)).doesNotThrowAnyException();
  }

  private long binary(BinaryOp op, ScalarType type) {
    UninitializedFlow.follow(agent, new Instruction.Binary(op, type, RESULT, A, B));
    return unset(RESULT);
  }

  private void given(int register, long value, long unset) {
    agent.registers[register] = value;
    agent.unset(register, unset == 0 ? null : new Uninitialized(unset, "'x'"));
  }

  private long unset(int register) {
    Uninitialized unset = agent.unset(register);
    return unset == null ? 0 : unset.bits();
  }

  @Provide
  Arbitrary<BinaryOp> bitwise() {
    return Arbitraries.of(BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR);
  }

  @Provide
  Arbitrary<ScalarType> integers() {
    return Arbitraries.of(
        ScalarType.I8,
        ScalarType.U8,
        ScalarType.I16,
        ScalarType.U16,
        ScalarType.I32,
        ScalarType.U32,
        ScalarType.I64,
        ScalarType.U64);
  }
}
