package org.shmemlab.model.operation;

import static org.shmemlab.model.memory.Mixing.mix;
import static org.shmemlab.model.memory.Mixing.with;

import org.shmemlab.model.program.SourceLine;

/** Tells operations apart by their calls and operands, whoever of their PEs' agents issued them. */
final class OperandHash {
  private OperandHash() {}

  /** Equal for equal operations, and unequal for others with all but negligible probability. */
  static long of(Operation operation) {
    Origin origin = operation.origin();
    SourceLine line = origin.line();
    long issued = mix(mix(line.file()), line.line(), line.column());
    issued = with(issued, origin.block(), origin.thread());
    return with(issued, OperationKind.of(operation).ordinal(), operation.pe(), operands(operation));
  }

  private static long operands(Operation operation) {
    return switch (operation) {
      case Operation.Put put -> {
        Operation.SignalPart signal = put.signal();
        long raised = signal == null ? 0 : mix(signal.remote(), signal.value());
        yield mix(put.remote(), put.local(), put.words(), raised);
      }
      case Operation.PutValue put -> mix(put.remote(), put.value());
      case Operation.PeerStore store -> mix(store.remote(), store.value());
      case Operation.Get get -> mix(get.remote(), get.local(), get.words());
      case Operation.GetValue get -> mix(get.remote(), get.register());
      case Operation.Amo amo -> mix(amo.remote(), amo.operand(), amo.compare(), amo.op().ordinal());
      case Operation.SignalUpdate update ->
          mix(update.remote(), update.value(), update.operator().ordinal());
    };
  }
}
