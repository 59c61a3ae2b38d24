package org.shmemlab.model.operation;

import com.google.common.collect.ImmutableList;

/**
 * Describes the words of the target that an operation accesses: some of equal size, at equal
 * distances.
 *
 * @param start address of the first byte
 * @param stride bytes from one word to the next
 * @param count number of words
 * @param bytes size of a word
 */
public record TargetWords(long start, long stride, int count, int bytes) {
  private static final int SIGNAL_BYTES = 8;

  /** All words that an operation accesses at its target: its data, and its signal if it has one. */
  static ImmutableList<TargetWords> of(Operation operation) {
    ImmutableList.Builder<TargetWords> all = ImmutableList.builder();
    if (!(operation instanceof Operation.SignalUpdate)) { // which is a signal alone
      all.add(ofData(operation, 0, operation.words()));
    }
    if (operation.signalPart() != null) {
      all.add(ofSignal(operation));
    }
    return all.build();
  }

  /** The words that an event of an operation accesses at its target. */
  public static TargetWords of(Operation operation, Event event) {
    boolean signal =
        operation.signalPart() != null
            && (event.kind() == Event.Kind.SIGNAL_VISIBLE
                || event.kind() == Event.Kind.UPDATE_READ);
    return signal ? ofSignal(operation) : ofData(operation, event.from(), event.to());
  }

  /** The word of an operation's signal. */
  public static TargetWords ofSignal(Operation operation) {
    Operation.SignalPart part = operation.signalPart();
    if (part == null) {
      throw new IllegalArgumentException("an operation without a signal");
    }
    return new TargetWords(part.remote(), 0, 1, SIGNAL_BYTES);
  }

  /** Some words of an operation's data, from the first to one past the last. */
  public static TargetWords ofData(Operation operation, int from, int to) {
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

  private static TargetWords range(long start, long stride, int from, int to, int bytes) {
    return new TargetWords(start + from * stride, stride, to - from, bytes);
  }

  /** Whether both have a common byte. */
  public boolean overlap(TargetWords other) {
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
