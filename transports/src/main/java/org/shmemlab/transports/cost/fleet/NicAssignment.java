package org.shmemlab.transports.cost.fleet;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.stream.IntStream;

/**
 * Assigns the NICs of a node to its PEs. Where a PE has several, its messages take them in
 * rotation, or each queue pair keeps to one; large ones may be cut into equal pieces, one for each
 * NIC.
 *
 * @param numbers of the NICs, counted from 0 in the node: those of the first PE, of the second and
 *     so on
 * @param each how many each PE uses
 * @param stripe bytes from which on a message is cut
 */
public record NicAssignment(ImmutableIntArray numbers, int each, long stripe) {
  public NicAssignment {
    if (each < 1 || numbers.length() % each != 0) {
      throw new IllegalArgumentException("each PE of a node uses as many cards, at least one");
    }
  }

  /** One NIC for each PE of a node. */
  public static NicAssignment one(ImmutableIntArray numbers) {
    return new NicAssignment(numbers, 1, Long.MAX_VALUE);
  }

  /** The first NICs of each PE's list: so many, or as many as the shortest list has. */
  public static NicAssignment of(ImmutableList<ImmutableIntArray> lists, int most, long stripe) {
    int each = Math.min(most, lists.stream().mapToInt(ImmutableIntArray::length).min().orElse(1));
    return new NicAssignment(
        ImmutableIntArray.copyOf(lists.stream().flatMapToInt(list -> list.stream().limit(each))),
        each,
        stripe);
  }

  /** PEs of a node. */
  public int pes() {
    return numbers.length() / each;
  }

  /** A PE's NIC by its index, from 0 to {@code each} less one. */
  public int at(int pe, int turn) {
    return numbers.get(pe * each + turn);
  }

  /** The NICs of a PE of a node. */
  public ImmutableIntArray of(int pe) {
    return numbers.subArray(pe * each, (pe + 1) * each).trimmed();
  }

  /** The NIC that each PE uses first. */
  public ImmutableIntArray first() {
    return ImmutableIntArray.copyOf(IntStream.range(0, pes()).map(pe -> at(pe, 0)));
  }

  /** Into how many pieces a message is cut. */
  public int pieces(long bytes) {
    return bytes >= stripe ? each : 1;
  }
}
