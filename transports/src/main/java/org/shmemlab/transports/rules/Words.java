package org.shmemlab.transports.rules;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.transports.rules.Remaining.Part;

/**
 * The words of the target that an event touches: some of equal size, at equal distances.
 *
 * @param start address of the first byte
 * @param stride bytes from one word to the next
 * @param count number of words
 * @param bytes size of a word
 */
record Words(long start, long stride, int count, int bytes) {
  private static final int SIGNAL_BYTES = 8;

  /** What an event of an operation touches in the home memory. */
  static Words of(Operation operation, Event event) {
    boolean signal =
        operation.signalPart() != null
            && (event.kind() == Kind.SIGNAL_VISIBLE || event.kind() == Kind.UPDATE_READ);
    return signal ? ofSignal(operation) : ofData(operation, event.from(), event.to());
  }

  private static Words ofSignal(Operation operation) {
    Operation.SignalPart part = operation.signalPart();
    if (part == null) {
      throw new IllegalArgumentException("an operation without a signal");
    }
    return new Words(part.remote(), 0, 1, SIGNAL_BYTES);
  }

  private static Words ofData(Operation operation, int from, int to) {
    return switch (operation) {
      case Operation.Put put ->
          range(put.remote(), put.remoteStride() * put.wordBytes(), from, to, put.wordBytes());
      case Operation.Get get ->
          range(get.remote(), get.remoteStride() * get.wordBytes(), from, to, get.wordBytes());
      case Operation.PutValue put -> range(put.remote(), 0, 0, 1, put.type().bytes());
      case Operation.GetValue get -> range(get.remote(), 0, 0, 1, get.type().bytes());
      case Operation.Amo amo -> range(amo.remote(), 0, 0, 1, amo.type().bytes());
      case Operation.PeerStore store -> range(store.remote(), 0, 0, 1, store.type().bytes());
      case Operation.SignalUpdate _ -> ofSignal(operation);
    };
  }

  private static Words range(long start, long stride, int from, int to, int bytes) {
    return new Words(start + from * stride, stride, to - from, bytes);
  }

  /** The kind of event that ends the data part of an operation; null if it has none. */
  static @Nullable Kind end(Pending pending) {
    return switch (pending.operation()) {
      case Operation.Put _, Operation.PutValue _, Operation.PeerStore _ ->
          pending.kinds().contains(Kind.DELIVERED) ? Kind.DELIVERED : Kind.VISIBLE;
      case Operation.Get _, Operation.GetValue _ -> Kind.REMOTE_READ;
      case Operation.Amo _ -> Kind.RMW;
      case Operation.SignalUpdate _ -> null;
    };
  }

  /** Whether some words of an operation are delivered and not visible yet. */
  static boolean delivered(Pending pending) {
    for (int word = 0; word < pending.operation().words(); word++) {
      if (delivered(pending, word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean delivered(Pending pending, int word) {
    return pending.kinds().contains(Kind.DELIVERED)
        && pending.happened(Kind.DELIVERED, word)
        && !pending.happened(Kind.VISIBLE, word);
  }

  /** Whether these words are among those that an operation has delivered and not shown yet. */
  boolean overlapDelivered(Pending other) {
    for (int word = 0; word < other.operation().words(); word++) {
      if (delivered(other, word) && overlap(ofData(other.operation(), word, word + 1))) {
        return true;
      }
    }
    return false;
  }

  /** Whether these words are among those that a part of an operation has still to touch. */
  boolean overlap(Pending other, Part part) {
    if (part == Part.SIGNAL) {
      return overlap(ofSignal(other.operation()));
    }
    @Nullable Kind end = end(other);
    for (int word = 0; end != null && word < other.words(end); word++) {
      if (!other.happened(end, word) && overlap(ofData(other.operation(), word, word + 1))) {
        return true;
      }
    }
    return false;
  }

  /** Whether these words are among those that another operation updates. */
  boolean overlapUpdate(Pending other) {
    boolean amo = other.operation() instanceof Operation.Amo;
    return overlap(amo ? ofData(other.operation(), 0, 1) : ofSignal(other.operation()));
  }

  private boolean overlap(Words other) {
    for (int i = 0; i < count; i++) {
      long from = start + i * stride;
      for (int j = 0; j < other.count; j++) {
        long otherFrom = other.start + j * other.stride;
        if (from < otherFrom + other.bytes && otherFrom < from + bytes) {
          return true;
        }
      }
    }
    return false;
  }
}
