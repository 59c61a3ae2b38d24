package org.shmemlab.model.operation;

import org.shmemlab.model.memory.MemoryObject;

/** Tells operations apart by their calls and operands, whoever of their PEs' agents issued them. */
final class OperandHash {
  private OperandHash() {}

  /** Equal for equal operations, and unequal for others with all but negligible probability. */
  static long of(Operation operation) {
    Origin origin = operation.origin();
    long hash = mix(origin.line().hashCode());
    hash = mix(31 * hash + 31L * origin.block() + origin.thread());
    hash = mix(31 * hash + operation.pe());
    return mix(31 * hash + operands(operation));
  }

  private static long operands(Operation operation) {
    return switch (operation) {
      case Operation.Put put -> {
        Operation.SignalPart signal = put.signal();
        yield mix(put.remote())
            + mix(put.local() * 3)
            + put.words()
            + (signal == null ? 0 : mix(signal.remote() ^ signal.value()));
      }
      case Operation.PutValue put -> mix(put.remote()) + mix(3 * put.value());
      case Operation.PeerStore store -> mix(store.remote()) + mix(3 * store.value());
      case Operation.Get get -> mix(get.remote()) + mix(3 * get.local()) + get.words();
      case Operation.GetValue get -> mix(get.remote()) + get.register();
      case Operation.Amo amo ->
          mix(amo.remote()) + mix(3 * amo.operand()) + mix(5 * amo.compare()) + amo.op().ordinal();
      case Operation.SignalUpdate update ->
          mix(update.remote()) + mix(3 * update.value()) + update.operator().ordinal();
    };
  }

  private static long mix(long z) {
    return MemoryObject.mix(z);
  }
}
