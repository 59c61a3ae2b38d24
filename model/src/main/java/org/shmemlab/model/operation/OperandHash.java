package org.shmemlab.model.operation;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.with;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Operation.SignalPart;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;

/**
 * Hashes operations by their calls and operands, regardless of the issuing agent of their PE. Every
 * part is named here, so that a new one cannot be left out: two operations with one number would
 * make one state of two.
 */
final class OperandHash {
  private OperandHash() {}

  /** Equal for equal operations, and unequal for others with all but negligible probability. */
  static long of(Operation operation) {
    return switch (operation) {
      case Operation.Put(
              Origin origin,
              int pe,
              long remote,
              long local,
              int wordBytes,
              int words,
              long remoteStride,
              long localStride,
              boolean blocking,
              var scope,
              SignalPart signal) -> {
        long to = with(target(0, origin, pe, remote), local, wordBytes, words);
        long form = mix(remoteStride, localStride, blocking ? 1 : 0, scope.ordinal());
        yield with(to, form, raised(signal));
      }
      case Operation.PutValue(Origin origin, int pe, long remote, ScalarType type, long value) ->
          with(target(1, origin, pe, remote), type.ordinal(), value);
      case Operation.Get(
              Origin origin,
              int pe,
              long remote,
              long local,
              int wordBytes,
              int words,
              long remoteStride,
              long localStride,
              boolean blocking,
              var scope) -> {
        long from = with(target(2, origin, pe, remote), local, wordBytes, words);
        yield with(from, mix(remoteStride, localStride, blocking ? 1 : 0, scope.ordinal()));
      }
      case Operation.GetValue(Origin origin, int pe, long remote, ScalarType type, int register) ->
          with(target(3, origin, pe, remote), type.ordinal(), register);
      case Operation.Amo(
              Origin origin,
              int pe,
              long remote,
              var op,
              ScalarType type,
              long operand,
              long compare,
              int register,
              long fetch) -> {
        long at = with(target(4, origin, pe, remote), op.ordinal(), type.ordinal());
        yield with(with(at, operand, compare), register, fetch);
      }
      case Operation.SignalUpdate(
              Origin origin,
              int pe,
              long remote,
              long value,
              var operator,
              long source) ->
          with(target(5, origin, pe, remote), with(value, operator.ordinal(), source));
      case Operation.PeerStore(
              Origin origin,
              int pe,
              long remote,
              ScalarType type,
              long value,
              boolean bulk) ->
          with(target(bulk ? 7 : 6, origin, pe, remote), type.ordinal(), value);
    };
  }

  private static long raised(@Nullable SignalPart signal) {
    return signal == null
        ? 0
        : mix(signal.remote(), signal.value(), signal.operator().ordinal(), 1);
  }

  private static long target(int kind, Origin origin, int pe, long remote) {
    return with(of(origin), kind, pe, remote);
  }

  private static long of(Origin issuer) {
    return switch (issuer) {
      case Origin(
              int _, // its place among all agents identifies it
              int pe,
              boolean onDevice,
              boolean onStream,
              int block,
              int thread,
              int context,
              SourceLine(String file, int line, int column)) -> {
        long owner = mix(pe, block, thread, context);
        long side = mix(onDevice ? 1 : 0, onStream ? 1 : 0);
        yield with(with(owner, side), mix(mix(file), line, column));
      }
    };
  }
}
