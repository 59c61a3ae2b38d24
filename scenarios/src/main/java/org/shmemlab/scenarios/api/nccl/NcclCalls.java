package org.shmemlab.scenarios.api.nccl;

import com.google.common.collect.ImmutableMap;
import java.util.stream.IntStream;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.HandleCases;
import org.shmemlab.scenarios.runtime.library.NcclSetup;

/**
 * Lowers the family {@code nccl}: collectives and messages of NCCL, each as a task of its stream. A
 * communicator is the handle of a team plus 1; a message is a broadcast in the team of its sender
 * and its receiver, whose root does not wait.
 *
 * <p>Source: NCCL documentation, "NCCL API", "Collective Communication Functions" and "Point To
 * Point Communication Functions"; numbers as {@code ncclDataType_t} and {@code ncclRedOp_t}.
 */
public final class NcclCalls implements CallLowering {
  private static final ImmutableMap<Long, ScalarType> TYPES =
      ImmutableMap.<Long, ScalarType>builder()
          .put(0L, ScalarType.I8)
          .put(1L, ScalarType.U8)
          .put(2L, ScalarType.I32)
          .put(3L, ScalarType.U32)
          .put(4L, ScalarType.I64)
          .put(5L, ScalarType.U64)
          .put(6L, ScalarType.F16)
          .put(7L, ScalarType.F32)
          .put(8L, ScalarType.F64)
          .buildOrThrow();

  private static final ImmutableMap<Long, Reduction> REDUCTIONS =
      ImmutableMap.of(
          0L,
          new Reduction(ReduceOp.SUM, false),
          1L,
          new Reduction(ReduceOp.PROD, false),
          2L,
          new Reduction(ReduceOp.MAX, false),
          3L,
          new Reduction(ReduceOp.MIN, false),
          4L,
          new Reduction(ReduceOp.SUM, true));

  private static final String UNSUPPORTED = " of this datatype or operator";

  /**
   * The meaning of an operator.
   *
   * @param isAverage whether the result is divided by the number of ranks ({@code ncclAvg})
   */
  private record Reduction(ReduceOp operator, boolean isAverage) {}

  /** Four bits for each datatype, the first the lowest: log2 of its bytes. */
  private static final long LOG_SIZES = 0x0013_2133_2200L;

  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    switch (site.function().action()) {
      case "split" -> {
        return meet(
            emit,
            MeetingKind.TEAM_SPLIT_COLOR,
            site.argument(0),
            site.argument(1),
            site.argument(2));
      }
      case "channel" -> {
        return emit.ask(
            NcclSetup.CHANNEL,
            site.argument(0),
            site.argument(1),
            site.argument(2),
            site.argument(3));
      }
      case "send", "receive" -> message(site, emit);
      case "all_reduce", "reduce", "reduce_scatter" -> reduce(site, emit);
      default -> blocks(site, emit);
    }
    return emit.constant(0);
  }

  /** Arguments: buffer, bytes, channel; the sender is the root, and its buffer is not written. */
  private static void message(CallSite site, Emission emit) {
    int buffer = site.argument(0);
    int zero = emit.constant(0);
    meet(
        emit,
        MeetingKind.BROADCAST,
        site.argument(2),
        buffer,
        buffer,
        site.argument(1),
        zero,
        zero);
  }

  /** Arguments: source, destination, elements, datatype, [root], communicator. */
  private static void blocks(CallSite site, Emission emit) {
    int from = site.argument(0);
    int to = site.argument(1);
    int bytes = bytes(emit, site.argument(2), site.argument(3));
    int team = team(site, emit);
    switch (site.function().action()) {
      case "broadcast" ->
          meet(
              emit,
              MeetingKind.BROADCAST,
              team,
              to,
              from,
              bytes,
              site.argument(4),
              emit.constant(1));
      case "all_gather" -> meet(emit, MeetingKind.FCOLLECT, team, to, from, bytes);
      case "all_to_all" -> meet(emit, MeetingKind.ALLTOALL, team, to, from, bytes);
      default -> throw site.error("not supported yet: " + site.function().name());
    }
  }

  /** Arguments: source, destination, elements, datatype, operator, [root], communicator. */
  private static void reduce(CallSite site, Emission emit) {
    HandleCases handles = new HandleCases(site, emit, NcclSetup.UNKNOWN_REDUCTION);
    handles.of(
        3,
        TYPES,
        UNSUPPORTED,
        type ->
            handles.of(
                4, REDUCTIONS, UNSUPPORTED, reduction -> reduce(site, emit, type, reduction)));
  }

  private static int reduce(CallSite site, Emission emit, ScalarType type, Reduction reduction) {
    MeetingKind kind =
        switch (site.function().action()) {
          case "all_reduce" -> MeetingKind.REDUCE;
          case "reduce" -> MeetingKind.REDUCE_TO_ROOT;
          default -> MeetingKind.REDUCE_SCATTER;
        };
    int team = team(site, emit);
    int[] all = {team, site.argument(1), site.argument(0), site.argument(2)};
    boolean rooted = kind == MeetingKind.REDUCE_TO_ROOT;
    int[] operands =
        rooted
            ? IntStream.concat(IntStream.of(all), IntStream.of(site.argument(5))).toArray()
            : all;
    int result = emit.meet(kind, Family.NCCL, Element.of(type), reduction.operator(), operands);
    if (reduction.isAverage()) {
      if (rooted) {
        int rank = emit.ask(NcclSetup.RANK, team);
        emit.when(
            emit.binary(BinaryOp.EQ, ScalarType.I32, rank, site.argument(5)),
            () -> divide(site, emit, type, team));
      } else {
        divide(site, emit, type, team);
      }
    }
    return result;
  }

  /** Divides each element of the destination by the number of ranks. */
  private static void divide(CallSite site, Emission emit, ScalarType type, int team) {
    ScalarType wide =
        type == ScalarType.F16 ? ScalarType.F32 : type.bytes() < 4 ? ScalarType.I32 : type;
    int divisor = converted(emit, ScalarType.I32, wide, emit.ask(NcclSetup.RANKS, team));
    int bytes = emit.constant(type.bytes());
    emit.each(
        site.argument(2),
        index -> {
          int offset = emit.binary(BinaryOp.MUL, ScalarType.I64, index, bytes);
          int at = emit.binary(BinaryOp.ADD, ScalarType.I64, site.argument(1), offset);
          int sum = converted(emit, type, wide, emit.load(type, at, 0));
          int mean = emit.binary(BinaryOp.DIV, wide, sum, divisor);
          emit.store(type, at, 0, converted(emit, wide, type, mean));
        });
  }

  private static int converted(Emission emit, ScalarType from, ScalarType to, int register) {
    if (from == to) {
      return register;
    }
    int dst = emit.code().register();
    emit.code().emit(new Instruction.Convert(from, to, dst, register));
    return dst;
  }

  private static int team(CallSite site, Emission emit) {
    int comm = site.argument(site.argumentCount() - 1); // without the stream
    return emit.ask(NcclSetup.TEAM, comm);
  }

  private static int bytes(Emission emit, int elements, int datatype) {
    int at = emit.binary(BinaryOp.SHL, ScalarType.I64, datatype, emit.constant(2));
    int shifted = emit.binary(BinaryOp.SHR, ScalarType.I64, emit.constant(LOG_SIZES), at);
    int log = emit.binary(BinaryOp.AND, ScalarType.I64, shifted, emit.constant(15));
    return emit.binary(BinaryOp.SHL, ScalarType.I64, elements, log);
  }

  private static int meet(Emission emit, MeetingKind kind, int... arguments) {
    return emit.meet(kind, Family.NCCL, null, null, arguments);
  }
}
