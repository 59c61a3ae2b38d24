package org.shmemlab.transports.rules;

import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.TargetWords;

/** Tracks words that are delivered and not visible yet, where a transport distinguishes the two. */
final class DeliveredWords {
  private DeliveredWords() {}

  /** Whether these words are among those of an operation that are so. */
  static boolean overlap(TargetWords words, Pending other) {
    for (int word = 0; word < other.operation().words(); word++) {
      if (other.isDelivered(word)
          && words.overlap(TargetWords.ofData(other.operation(), word, word + 1))) {
        return true;
      }
    }
    return false;
  }

  /** Whether each word shows what was delivered to it in the order of issue. */
  static boolean inOrder(Pending operation, TargetWords words, InFlight inFlight) {
    for (Pending earlier : inFlight.pending()) {
      if (earlier.number() >= operation.number()) {
        return true;
      }
      if (earlier.operation().pe() == operation.operation().pe() && overlap(words, earlier)) {
        return false;
      }
    }
    return true;
  }
}
