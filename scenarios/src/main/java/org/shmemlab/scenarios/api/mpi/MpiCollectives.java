package org.shmemlab.scenarios.api.mpi;

import com.google.common.collect.ImmutableMap;
import java.util.stream.IntStream;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.HandleCases;
import org.shmemlab.scenarios.runtime.library.MpiMessages;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

/**
 * Lowers MPI's collectives on contiguous data. A datatype handle of the shipped header holds its
 * size, so counts become bytes; {@code MPI_IN_PLACE} stands for the caller's part of the other
 * buffer.
 *
 * <p>Source: MPI 4.1, chapter 6.
 */
final class MpiCollectives {
  private static final long IN_PLACE = -1;

  /** Handles of the shipped header: 16 times the size, plus 1 signed, 2 unsigned, 3 floating. */
  private static final ImmutableMap<Long, ScalarType> TYPES =
      ImmutableMap.<Long, ScalarType>builder()
          .put(16L, ScalarType.U8)
          .put(16L + 1, ScalarType.I8)
          .put(16L + 2, ScalarType.U8)
          .put(2 * 16L + 1, ScalarType.I16)
          .put(2 * 16L + 2, ScalarType.U16)
          .put(4 * 16L + 1, ScalarType.I32)
          .put(4 * 16L + 2, ScalarType.U32)
          .put(4 * 16L + 3, ScalarType.F32)
          .put(8 * 16L + 1, ScalarType.I64)
          .put(8 * 16L + 2, ScalarType.U64)
          .put(8 * 16L + 3, ScalarType.F64)
          .buildOrThrow();

  /** Handles of the shipped header; the logical operators follow from 16 on. */
  private static final ImmutableMap<Long, ReduceOp> OPERATORS =
      ImmutableMap.<Long, ReduceOp>builder()
          .put(0L, ReduceOp.SUM)
          .put(1L, ReduceOp.PROD)
          .put(2L, ReduceOp.MIN)
          .put(3L, ReduceOp.MAX)
          .put(4L, ReduceOp.AND)
          .put(5L, ReduceOp.OR)
          .put(6L, ReduceOp.XOR)
          .buildOrThrow();

  private final CallSite site;
  private final CodeBuilder code;
  private final Emission emit;
  private final HandleCases handles;

  MpiCollectives(CallSite site) {
    this.site = site;
    this.code = site.code();
    this.emit = new Emission(code);
    this.handles = new HandleCases(site, emit, MpiMessages.UNKNOWN_HANDLE);
  }

  /** Emits the collective that the call names. */
  void lower() {
    switch (site.function().action()) {
      case "bcast" ->
          meet(MeetingKind.BROADCAST, arg(4), arg(0), arg(0), bytes(1), arg(3), code.constant(0));
      case "allgather" -> {
        Block mine = block(0, 3, arg(6));
        meet(MeetingKind.FCOLLECT, arg(6), arg(3), mine.address, mine.bytes);
      }
      case "gather" -> {
        Block mine = block(0, 3, arg(7));
        meet(MeetingKind.GATHER, arg(7), arg(3), mine.address, mine.bytes, arg(6));
      }
      case "scatter" -> {
        Block mine = block(3, 0, arg(7));
        meet(MeetingKind.SCATTER, arg(7), mine.address, arg(0), mine.bytes, arg(6));
      }
      case "alltoall" -> {
        int inPlace = isInPlace(0);
        int bytes = choose(inPlace, bytes(4), bytes(1));
        meet(MeetingKind.ALLTOALL, arg(6), arg(3), choose(inPlace, arg(3), arg(0)), bytes);
      }
      case "allreduce" -> reduce(MeetingKind.REDUCE, arg(5));
      case "reduce" -> reduce(MeetingKind.REDUCE_TO_ROOT, arg(6), arg(5));
      case "scan" -> reduce(MeetingKind.SCAN, arg(5), code.constant(1));
      case "exscan" -> reduce(MeetingKind.SCAN, arg(5), code.constant(0));
      default -> throw site.error("not supported yet: " + site.function().name());
    }
  }

  /** One process's share of a buffer that holds the shares of all. */
  private record Block(int address, int bytes) {}

  /**
   * The share of the caller: where it says, or with MPI_IN_PLACE in the buffer of all.
   *
   * @param own index of the parameter with the caller's buffer; count and type follow it
   * @param all the same for the buffer of all
   */
  private Block block(int own, int all, int comm) {
    int inPlace = isInPlace(own);
    int bytes = choose(inPlace, bytes(all + 1), bytes(own + 1));
    int rank = emit.ask(ShmemSetup.TEAM_MY_PE, comm);
    int offset = emit.binary(BinaryOp.MUL, ScalarType.I64, rank, bytes);
    int within = emit.binary(BinaryOp.ADD, ScalarType.I64, arg(all), offset);
    return new Block(choose(inPlace, within, arg(own)), bytes);
  }

  /**
   * A reduction of the parameters (source, destination, count, type, operator, …). Its type and its
   * operator are parts of the instruction: where they are no constants, there is one instruction
   * for each pair.
   */
  private void reduce(MeetingKind kind, int comm, int... last) {
    int source = choose(isInPlace(0), arg(1), arg(0));
    int[] operands =
        IntStream.concat(IntStream.of(comm, arg(1), source, arg(2)), IntStream.of(last)).toArray();
    handles.of(
        3,
        TYPES,
        " with this datatype",
        type ->
            handles.of(
                4,
                OPERATORS,
                " with this operator",
                operator -> reduce(kind, type, operator, operands)));
  }

  private int reduce(MeetingKind kind, ScalarType type, ReduceOp operator, int... operands) {
    if (type.floating() && isBitwise(operator)) {
      if (site.constant(4).isEmpty()) {
        return handles.unknown(4);
      }
      throw site.error(site.function().name() + ": a bitwise operator needs an integer datatype");
    }
    return emit.meet(kind, Family.MPI, Element.of(type), operator, operands);
  }

  private static boolean isBitwise(ReduceOp operator) {
    return operator == ReduceOp.AND || operator == ReduceOp.OR || operator == ReduceOp.XOR;
  }

  private void meet(MeetingKind kind, int... arguments) {
    emit.meet(kind, Family.MPI, null, null, arguments);
  }

  private int arg(int index) {
    return site.argument(index);
  }

  /** The bytes that a count and the datatype after it mean. */
  private int bytes(int count) {
    int four = code.constant(4);
    int size = emit.binary(BinaryOp.SHR, ScalarType.I32, arg(count + 1), four);
    return emit.binary(BinaryOp.MUL, ScalarType.I64, arg(count), size);
  }

  private int isInPlace(int buffer) {
    return emit.binary(BinaryOp.EQ, ScalarType.I64, arg(buffer), code.constant(IN_PLACE));
  }

  private int choose(int condition, int ifTrue, int ifFalse) {
    int dst = code.register();
    CodeBuilder.Label yes = code.label();
    CodeBuilder.Label done = code.label();
    code.emit(new Instruction.Move(dst, ifFalse));
    code.branch(condition, yes, done);
    code.place(yes);
    code.emit(new Instruction.Move(dst, ifTrue));
    code.place(done);
    return dst;
  }
}
