package org.shmemlab.transports.network;

import java.util.ArrayList;
import java.util.List;

/** Entries whose keys may change while they wait; the smallest key comes first. */
final class Heap<E extends Heap.Entry> {
  /** An entry, which can be in one heap at a time. */
  abstract static class Entry {
    /** Decides among equal keys, so that the order does not depend on the history of the heap. */
    final int number;

    double key;
    int position = -1;

    Entry(int number) {
      this.number = number;
    }

    final boolean before(Entry other) {
      return key < other.key || (key == other.key && number < other.number);
    }
  }

  private final List<E> entries = new ArrayList<>();

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The entry with the smallest key, of a heap that is not empty. */
  E min() {
    return entries.getFirst();
  }

  /** The smallest key; infinite if there is none. */
  double minKey() {
    return entries.isEmpty() ? Double.POSITIVE_INFINITY : entries.getFirst().key;
  }

  /** All entries, in no order that means anything. */
  List<E> entries() {
    return entries;
  }

  /** Puts an entry in, or gives it another key. */
  void put(E entry, double key) {
    entry.key = key;
    if (entry.position < 0) {
      entry.position = entries.size();
      entries.add(entry);
    }
    sink(entry, rise(entry, entry.position));
  }

  /** Takes an entry out, if it is in. */
  void remove(E entry) {
    if (entry.position < 0) {
      return;
    }
    var hole = entry.position;
    entry.position = -1;
    var last = entries.removeLast();
    if (hole < entries.size()) {
      sink(last, rise(last, hole));
    }
  }

  private int rise(E entry, int from) {
    var i = from;
    while (i > 0) {
      var parent = entries.get((i - 1) / 2);
      if (!entry.before(parent)) {
        break;
      }
      set(i, parent);
      i = (i - 1) / 2;
    }
    set(i, entry);
    return i;
  }

  private void sink(E entry, int from) {
    var i = from;
    for (var child = 2 * i + 1; child < entries.size(); child = 2 * i + 1) {
      if (child + 1 < entries.size() && entries.get(child + 1).before(entries.get(child))) {
        child++;
      }
      if (!entries.get(child).before(entry)) {
        break;
      }
      set(i, entries.get(child));
      i = child;
    }
    set(i, entry);
  }

  private void set(int i, E entry) {
    entries.set(i, entry);
    entry.position = i;
  }
}
