package org.shmemlab.transports.network;

import java.util.Arrays;

/**
 * Orders numbers by their keys; the smallest key comes first, and among equal keys the smallest
 * number.
 */
final class IntHeap {
  private double[] keys = new double[4];
  private int[] values = new int[4];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  /** The smallest key; infinite if there is none. */
  double minKey() {
    return size == 0 ? Double.POSITIVE_INFINITY : keys[0];
  }

  void push(double key, int value) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      values = Arrays.copyOf(values, size * 2);
    }
    var i = size++;
    while (i > 0) {
      var parent = (i - 1) / 2;
      if (!before(key, value, parent)) {
        break;
      }
      keys[i] = keys[parent];
      values[i] = values[parent];
      i = parent;
    }
    keys[i] = key;
    values[i] = value;
  }

  /** Takes out the number that {@link #minKey()} belongs to. */
  int pop() {
    var first = values[0];
    size--;
    var key = keys[size];
    var value = values[size];
    var i = 0;
    for (var child = 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && before(keys[child + 1], values[child + 1], child)) {
        child++;
      }
      if (!before(keys[child], values[child], key, value)) {
        break;
      }
      keys[i] = keys[child];
      values[i] = values[child];
      i = child;
    }
    keys[i] = key;
    values[i] = value;
    return first;
  }

  /** Subtracts from every key. */
  void lower(double by) {
    for (var i = 0; i < size; i++) {
      keys[i] -= by;
    }
  }

  private boolean before(double key, int value, int other) {
    return before(key, value, keys[other], values[other]);
  }

  private static boolean before(double key, int value, double otherKey, int other) {
    return key < otherKey || (key == otherKey && value < other);
  }
}
