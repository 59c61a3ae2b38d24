package org.shmemlab.scenarios.api;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.Instruction.SignalPart;

/**
 * Family {@code rma}: put, get, their strided and non-blocking forms, p, g, put_signal.
 *
 * <p>Sources: NVSHMEM API, "Remote memory access" and "Signaling operations"; OpenSHMEM 1.6,
 * section 9.5 "Remote memory access routines" and 9.8 "Signaling operations". Strides count
 * elements; the first one named belongs to the destination.
 */
final class RmaCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    Operands operands = Operands.of(site);
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

  private static void contiguous(Operands operands, Direction direction) {
    transfer(operands, direction, Strides.NONE, 2, 3, null);
  }

  private static void strided(Operands operands, Direction direction) {
    Strides strides = new Strides(operands.at(2), operands.at(3));
    transfer(operands, direction, strides, 4, 5, null);
  }

  /** Registers of the strides at the destination and at the source. */
  private record Strides(int destination, int source) {
    static final Strides NONE = new Strides(Instruction.NO_REGISTER, Instruction.NO_REGISTER);
  }

  /** The destination is the first argument and the source the second, whichever is remote. */
  private static void transfer(
      Operands operands,
      Direction direction,
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
                operands.at(put ? 0 : 1),
                operands.at(put ? 1 : 0),
                operands.at(count),
                put ? strides.destination() : strides.source(),
                put ? strides.source() : strides.destination(),
                operands.at(pe),
                signal,
                operands.context()));
  }
}
