package org.shmemlab.scenarios.api.shmem;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.Instruction.SignalPart;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.catalogue.ApiFunction;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Library;

/**
 * Lowers family {@code rma}: put, get, their strided and non-blocking forms, p, g, put_signal.
 *
 * <p>Sources: NVSHMEM API, "Remote memory access" and "Signaling operations"; OpenSHMEM 1.6,
 * section 9.6 "Remote memory access routines" and 9.8 "Signaling operations". Strides count
 * elements; the first one named belongs to the destination. Those of {@code ibput} and {@code
 * ibget} are between blocks; a block is a transfer of its own.
 */
public final class RmaCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    CallOperands operands = CallOperands.of(site);
    CodeBuilder code = site.code();
    switch (site.function().action()) {
      case "p" ->
          code.emit(
              new Instruction.PutValue(
                  operands.elementType(),
                  operands.at(0),
                  operands.at(1),
                  operands.at(2),
                  operands.context()));
      case "g" -> {
        int dst = code.register();
        code.emit(
            new Instruction.GetValue(
                operands.elementType(), dst, operands.at(0), operands.at(1), operands.context()));
        return dst;
      }
      case "put" -> contiguous(operands, Direction.PUT);
      case "get" -> contiguous(operands, Direction.GET);
      case "iput" -> strided(operands, Direction.PUT);
      case "iget" -> strided(operands, Direction.GET);
      case "ibput" -> blocks(operands, Direction.PUT);
      case "ibget" -> blocks(operands, Direction.GET);
      case "put_signal" ->
          transfer(
              operands,
              Direction.PUT,
              Strides.NONE,
              2,
              6,
              new SignalPart(operands.at(3), operands.at(4), operands.at(5)));
      default -> throw site.error("not supported yet: " + site.function().name());
    }
    return Instruction.NO_REGISTER;
  }

  private static void contiguous(CallOperands operands, Direction direction) {
    transfer(operands, direction, Strides.NONE, 2, 3, null);
  }

  private static void strided(CallOperands operands, Direction direction) {
    Strides strides = new Strides(operands.at(2), operands.at(3));
    transfer(operands, direction, strides, 4, 5, null);
  }

  /**
   * Blocks whose starts have strides, one transfer each: destination, source, strides of both,
   * elements of a block, blocks, PE.
   */
  private static void blocks(CallOperands operands, Direction direction) {
    Emission emit = new Emission(operands.site().code());
    int bytes = emit.constant(operands.elementBytes());
    int one = emit.constant(1);
    int block = operands.site().code().register();
    operands.site().code().emit(new Instruction.Const(block, 0));
    emit.during(
        () -> block,
        now -> emit.binary(BinaryOp.LT, ScalarType.U64, now, operands.at(5)),
        now -> {
          int to = element(emit, operands.at(0), now, operands.at(2), bytes);
          int from = element(emit, operands.at(1), now, operands.at(3), bytes);
          Ends ends = direction == Direction.PUT ? new Ends(to, from) : new Ends(from, to);
          transfer(operands, direction, ends, Strides.NONE, 4, 6, null);
          operands
              .site()
              .code()
              .emit(new Instruction.Binary(BinaryOp.ADD, ScalarType.U64, block, block, one));
        });
  }

  private static int element(Emission emit, int start, int block, int stride, int bytes) {
    int elements = emit.binary(BinaryOp.MUL, ScalarType.U64, block, stride);
    int offset = emit.binary(BinaryOp.MUL, ScalarType.U64, elements, bytes);
    return emit.binary(BinaryOp.ADD, ScalarType.U64, start, offset);
  }

  /** Registers of the addresses on the other PE and on this one. */
  private record Ends(int remote, int local) {}

  /** Registers of the strides at the destination and at the source. */
  private record Strides(int destination, int source) {
    static final Strides NONE = new Strides(Instruction.NO_REGISTER, Instruction.NO_REGISTER);
  }

  /** The destination is the first argument and the source the second, whichever is remote. */
  private static void transfer(
      CallOperands operands,
      Direction direction,
      Strides strides,
      int count,
      int pe,
      @Nullable SignalPart signal) {
    boolean put = direction == Direction.PUT;
    Ends ends = new Ends(operands.at(put ? 0 : 1), operands.at(put ? 1 : 0));
    transfer(operands, direction, ends, strides, count, pe, signal);
  }

  private static void transfer(
      CallOperands operands,
      Direction direction,
      Ends ends,
      Strides strides,
      int count,
      int pe,
      @Nullable SignalPart signal) {
    boolean put = direction == Direction.PUT;
    ApiFunction function = operands.site().function();
    operands
        .site()
        .code()
        .emit(
            new Instruction.Transfer(
                direction,
                operands.elementBytes(),
                !function.has("nbi"),
                Library.scope(function),
                ends.remote(),
                ends.local(),
                operands.at(count),
                put ? strides.destination() : strides.source(),
                put ? strides.source() : strides.destination(),
                operands.at(pe),
                signal,
                operands.context()));
  }
}
