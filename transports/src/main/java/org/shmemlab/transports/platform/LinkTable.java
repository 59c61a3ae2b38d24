package org.shmemlab.transports.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Numbers all links of a cluster, kept as a few families so that a million cost nothing. */
final class LinkTable {
  private final List<Family> families = new ArrayList<>();
  private int size;

  private record Family(
      int first, IntFunction<String> name, double bytesPerSecond, long picoseconds) {}

  /** Adds links of one kind and returns the number of the first. */
  int add(int count, double bytesPerSecond, long picoseconds, IntFunction<String> name) {
    families.add(new Family(size, name, bytesPerSecond, picoseconds));
    int first = size;
    size = Math.addExact(size, count);
    return first;
  }

  int size() {
    return size;
  }

  PlatformLink get(int number) {
    if (number < 0 || number >= size) {
      throw new IndexOutOfBoundsException("no link " + number + " of " + size);
    }
    int last = families.size() - 1;
    while (families.get(last).first > number) {
      last--;
    }
    Family family = families.get(last);
    return new PlatformLink(
        family.name.apply(number - family.first), family.bytesPerSecond, family.picoseconds);
  }
}
