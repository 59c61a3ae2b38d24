package org.shmemlab.model.operation;

import com.google.common.collect.ImmutableList;

/**
 * Words of the target that an operation touches: some of equal size, at equal distances.
 *
 * @param start address of the first byte
 * @param stride bytes from one word to the next
 * @param count number of words
 * @param bytes size of a word
 */
record TargetWords(long start, long stride, int count, int bytes) {
  private static final int SIGNAL_BYTES = 8;

  /** All that an operation touches at its target: its data, and its signal if it has one. */
  static ImmutableList<TargetWords> of(Operation operation) {
    ImmutableList.Builder<TargetWords> all = ImmutableList.builder();
    switch (operation) {
      case Operation.Put put -> {
        int bytes = put.wordBytes();
        all.add(new TargetWords(put.remote(), put.remoteStride() * bytes, put.words(), bytes));
      }
      case Operation.Get get -> {
        int bytes = get.wordBytes();
        all.add(new TargetWords(get.remote(), get.remoteStride() * bytes, get.words(), bytes));
      }
      case Operation.PutValue put -> all.add(one(put.remote(), put.type().bytes()));
      case Operation.GetValue get -> all.add(one(get.remote(), get.type().bytes()));
      case Operation.Amo amo -> all.add(one(amo.remote(), amo.type().bytes()));
      case Operation.PeerStore store -> all.add(one(store.remote(), store.type().bytes()));
      case Operation.SignalUpdate _ -> {} // it is a signal alone
    }
    Operation.SignalPart signal = operation.signalPart();
    if (signal != null) {
      all.add(one(signal.remote(), SIGNAL_BYTES));
    }
    return all.build();
  }

  private static TargetWords one(long start, int bytes) {
    return new TargetWords(start, 0, 1, bytes);
  }

  /** Whether both have a common byte. */
  boolean overlap(TargetWords other) {
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
