package org.shmemlab.model.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Block;
import org.shmemlab.model.job.Meeting;
import org.shmemlab.model.job.Meeting.Arrival;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.MeetingPlace;

/** Tests the results of meetings: for threads of a warp or block, and members of a reduction. */
class MeetingResultsTest {
  private static final SourceLine LINE = new SourceLine("sketch.cu", 1);
  private static final long MASK = 0xFFFF_FFFFL;

  // ---------------------------------------------------------------- threads

  private static Instruction.Arrive call(
      MeetingKind kind, @Nullable ReduceOp op, @Nullable Element element) {
    return new Instruction.Arrive(
        kind, Family.CUDA, element, op, CallScope.THREAD, ImmutableIntArray.of());
  }

  private static Arrival arrival(Instruction.Arrive call, int thread, long... arguments) {
    return new Arrival(
        thread + 1,
        Agent.Kind.DEVICE_THREAD,
        0,
        0,
        0,
        thread,
        call,
        ImmutableLongArray.copyOf(arguments),
        LINE);
  }

  private static long[] results(MeetingKind kind, int[] threads, long[]... arguments) {
    Instruction.Arrive call = call(kind, ReduceOp.SUM, Element.of(ScalarType.I64));
    List<Arrival> arrivals = new ArrayList<>();
    for (int i = 0; i < threads.length; i++) {
      arrivals.add(arrival(call, threads[i], arguments[i]));
    }
    return ThreadGroupExchanges.results(arrivals);
  }

  @Test
  void aBarrierOfAWarpReturnsTheLanesThatArrived() {
    long[] mask = {MASK};
    assertThat(results(MeetingKind.WARP_SYNC, new int[] {35, 32, 63}, mask, mask, mask))
        .containsOnly(1L << 3 | 1L | 1L << 31);
  }

  @Test
  void aBallotHasABitForEachVoteForIt() {
    assertThat(
            results(
                MeetingKind.WARP_BALLOT,
                new int[] {33, 32, 63},
                new long[] {MASK, 0},
                new long[] {MASK, -7},
                new long[] {MASK, 1}))
        .containsOnly(1L | 1L << 31);
  }

  @Test
  void aVoteOfABlockCountsTheThreadsForIt() {
    for (MeetingKind kind : List.of(MeetingKind.BLOCK_COUNT, MeetingKind.PART_COUNT)) {
      long[] no = kind == MeetingKind.BLOCK_COUNT ? new long[] {0} : new long[] {1, 32, 0};
      long[] yes = kind == MeetingKind.BLOCK_COUNT ? new long[] {5} : new long[] {0, 0, 5};
      assertThat(results(kind, new int[] {0, 1, 2}, yes, no, yes)).containsOnly(2);
      assertThat(results(kind, new int[] {0, 1, 2}, no, no, no)).containsOnly(0);
    }
  }

  /** A thread that reads from a lane that does not take part keeps its own value. */
  @Test
  void aShuffleGivesTheValueOfTheLaneThatIsAskedFor() {
    assertThat(
            results(
                MeetingKind.WARP_SHUFFLE,
                new int[] {33, 32, 34},
                new long[] {MASK, 10, 0},
                new long[] {MASK, 20, 2},
                new long[] {MASK, 30, 9}))
        .containsExactly(20, 30, 30);
  }

  @Test
  void aMatchReturnsTheLanesWithTheSameValue() {
    assertThat(
            results(
                MeetingKind.WARP_MATCH,
                new int[] {33, 32, 34},
                new long[] {MASK, 5},
                new long[] {MASK, 6},
                new long[] {MASK, 5}))
        .containsExactly(0b110, 0b1, 0b110);
  }

  @Test
  void aReductionOfAWarpTakesEachValueOnce() {
    assertThat(
            results(
                MeetingKind.WARP_REDUCE,
                new int[] {1, 0, 2},
                new long[] {MASK, 5},
                new long[] {MASK, 60},
                new long[] {MASK, 700}))
        .containsOnly(765);
  }

  @Test
  void aBarrierGivesNothing() {
    assertThat(results(MeetingKind.BLOCK_BARRIER, new int[] {0, 1}, new long[0], new long[0]))
        .containsOnly(0);
  }

  @Test
  void aReductionWithoutOperatorIsNone() {
    List<Arrival> arrivals =
        List.of(
            arrival(
                new Instruction.Arrive(
                    MeetingKind.WARP_REDUCE,
                    Family.CUDA,
                    null,
                    null,
                    CallScope.THREAD,
                    ImmutableIntArray.of()),
                0,
                MASK,
                1));
    assertThatThrownBy(() -> ThreadGroupExchanges.results(arrivals))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Reduction.of(arrivals.get(0).call()))
        .isInstanceOf(IllegalStateException.class);
  }

  // ---------------------------------------------------------------- parts of a block

  @ParameterizedTest
  @CsvSource({
    "64, 0, 0, 64", // all threads
    "64, 32, 0, 32",
    "50, 0, 40, 50", // the last warp has 18 threads
    "50, 64, 40, 50",
    "50, 32, 40, 18", // it counts as one of 32
    "50, 32, 5, 32",
  })
  void aPartOfABlockIsCountedInWarps(int size, int threads, int thread, int expected) {
    Block block = new Block(0, size, new ObjectTable(Space.SHARED));
    Meeting meeting = new Meeting();
    assertThat(NamedBarriers.expected(null, block)).isZero();
    assertThat(NamedBarriers.expected(meeting, block)).isZero();
    Instruction.Arrive call = call(MeetingKind.PART_BARRIER, null, null);
    meeting.add(arrival(call, thread, 1, threads));
    assertThat(NamedBarriers.expected(meeting, block)).isEqualTo(expected);
  }

  @Test
  void onlyBarrierZeroOfAllThreadsIsThatOfTheBlock() {
    Block block = new Block(3, 50, new ObjectTable(Space.SHARED));
    Agent agent = new Agent(7, 1, Agent.Kind.DEVICE_THREAD, 2, 3, 4, 7, new Owner());
    MeetingPlace whole = new MeetingPlace.InBlock(1, 2, 3);
    assertThat(NamedBarriers.place(agent, block, new long[] {0, 0})).isEqualTo(whole);
    assertThat(NamedBarriers.place(agent, block, new long[] {0, 64})).isEqualTo(whole);
    assertThat(NamedBarriers.place(agent, block, new long[] {0, 32}))
        .isEqualTo(new MeetingPlace.PartOfBlock(1, 2, 3, 0));
    assertThat(NamedBarriers.place(agent, block, new long[] {15, 64}))
        .isEqualTo(new MeetingPlace.PartOfBlock(1, 2, 3, 15));
    for (long[] wrong : new long[][] {{16, 0}, {-1, 0}, {1, 33}, {1, -32}}) {
      assertThatThrownBy(() -> NamedBarriers.place(agent, block, wrong)).isInstanceOf(Fault.class);
    }
  }

  // ---------------------------------------------------------------- reductions

  private static LongBinaryOperator meaning(ReduceOp operator) {
    return switch (operator) {
      case SUM -> (a, b) -> a + b;
      case PROD -> (a, b) -> a * b;
      case MIN -> Math::min;
      case MAX -> Math::max;
      case AND -> (a, b) -> a & b;
      case OR -> (a, b) -> a | b;
      case XOR -> (a, b) -> a ^ b;
      case MAXLOC -> throw new IllegalArgumentException("of pairs");
    };
  }

  private static Bytes bytes(int size, long... values) {
    ByteBuffer buffer = ByteBuffer.allocate(size * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < values.length; i++) {
      for (int at = 0; at < Math.min(size, 8); at++) {
        buffer.put(size * i + at, (byte) (values[i] >>> (8 * at)));
      }
    }
    return new Bytes(buffer.array());
  }

  /** Each element is what the operator makes of the members' ones, in 32 bits as in 64. */
  @Property(tries = 100)
  void aReductionTakesTheElementsOfAllMembersTogether(@ForAll long seed) {
    Random random = new Random(seed);
    for (ReduceOp operator : ReduceOp.values()) {
      if (operator == ReduceOp.MAXLOC) {
        continue;
      }
      int[][] members = new int[1 + random.nextInt(3)][3];
      for (int[] member : members) {
        Arrays.setAll(member, _ -> random.nextInt());
      }
      int[] expected = members[0].clone();
      for (int[] member : Arrays.asList(members).subList(1, members.length)) {
        Arrays.setAll(expected, i -> (int) meaning(operator).applyAsLong(expected[i], member[i]));
      }
      List<Bytes> sources =
          Arrays.stream(members)
              .map(member -> bytes(4, Arrays.stream(member).asLongStream().toArray()))
              .toList();
      Bytes before = sources.get(0).copy();
      assertThat(new Reduction(operator, Element.of(ScalarType.I32)).total(sources).data())
          .as("%s", operator)
          .isEqualTo(bytes(4, Arrays.stream(expected).asLongStream().toArray()).data());
      assertThat(sources.get(0).data()).isEqualTo(before.data());
    }
  }

  private static Bytes doubles(double... values) {
    return bytes(8, Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray());
  }

  @Test
  void productsOfPairsAreThoseOfComplexNumbers() {
    Reduction product = new Reduction(ReduceOp.PROD, Element.pair(ScalarType.F64));
    assertThat(product.total(List.of(doubles(1, 2, 0, 1), doubles(3, 4, 5, 7))).data())
        .isEqualTo(doubles(-5, 10, -7, 5).data());
    Reduction sum = new Reduction(ReduceOp.SUM, Element.pair(ScalarType.F64));
    assertThat(sum.total(List.of(doubles(1, 2), doubles(3, 4))).data())
        .isEqualTo(doubles(4, 6).data());
  }

  @ParameterizedTest
  @CsvSource({"1,9, 2,3, 2,3", "2,9, 1,3, 2,9", "5,9, 5,3, 5,3", "5,3, 5,9, 5,3", "5,3, 5,3, 5,3"})
  void theGreaterValueComesWithItsIndexAndOfEqualOnesTheLower(
      double a, double i, double b, double j, double best, double index) {
    Reduction greatest = new Reduction(ReduceOp.MAXLOC, Element.pair(ScalarType.F64));
    assertThat(greatest.total(List.of(doubles(0, 0, a, i), doubles(0, 0, b, j))).data())
        .isEqualTo(doubles(0, 0, best, index).data());
  }

  /** After the number of a long double there are bytes without meaning. */
  @Test
  void elementsStandAfterEachOtherAtTheirSize() {
    Reduction sum = new Reduction(ReduceOp.SUM, Element.LONG_DOUBLE);
    assertThat(sum.total(List.of(doubles(1, 0, 2, 0), doubles(10, 0, 20, 0))).data())
        .isEqualTo(doubles(11, 0, 22, 0).data());
  }

  /** A value that is missing at one member is missing in the result, and no other. */
  @ParameterizedTest
  @EnumSource(
      value = ReduceOp.class,
      names = {"SUM", "PROD", "MAXLOC"})
  void whatOneMemberDidNotWriteHasNoValue(ReduceOp operator) {
    Bytes whole = doubles(1, 2, 3, 4);
    Bytes lacking = doubles(1, 2, 3, 4);
    lacking.unset(16, 8, new Uninitialized(-1, "'x'"));
    Bytes total =
        new Reduction(operator, Element.pair(ScalarType.F64)).total(List.of(whole, lacking));
    assertThat(total.unset(0, 16)).isNull();
    assertThat(total.unset(16, 8)).isNotNull();
    assertThat(total.unset(24, 8) != null).isEqualTo(operator != ReduceOp.SUM);
    assertThat(
            new Reduction(operator, Element.pair(ScalarType.F64))
                .total(List.of(whole, whole))
                .isSet())
        .isTrue();
  }
}
