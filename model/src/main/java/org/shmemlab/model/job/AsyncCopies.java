package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.with;

import com.google.common.collect.ImmutableList;
import java.util.stream.Stream;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.SourceLine;

/**
 * Copies that a device thread has asked for and not waited for, in groups (PTX ISA, "cp.async",
 * "cp.async.bulk"). They are carried out when the thread waits for their group, which is as late as
 * they may. Until then no other access may overlap them: those of the thread itself are checked
 * here, and each of its steps that may order it with others repeats their accesses.
 *
 * @param closed groups that the thread has ended, oldest first
 * @param open the copies since then
 */
public record AsyncCopies(ImmutableList<ImmutableList<Copy>> closed, ImmutableList<Copy> open) {
  static final AsyncCopies NONE = new AsyncCopies(ImmutableList.of(), ImmutableList.of());

  /**
   * One copy: bytes from the source, and zeros after them.
   *
   * @param line where the thread asked for it
   */
  public record Copy(long destination, long source, int bytes, int zeros, SourceLine line) {
    /** How many bytes it writes. */
    public int written() {
      return bytes + zeros;
    }
  }

  /** A number of these copies in these groups, which no others have, most likely. */
  long fingerprint() {
    long hash = mix(closed.size(), open.size());
    for (ImmutableList<Copy> group : closed) {
      hash = with(hash, group.size());
    }
    for (Copy copy : (Iterable<Copy>) all()::iterator) {
      hash = with(hash, copy.destination(), copy.source());
      hash = with(hash, copy.bytes(), copy.zeros());
    }
    return hash;
  }

  boolean isEmpty() {
    return open.isEmpty() && closed.stream().allMatch(ImmutableList::isEmpty);
  }

  /** All of them, oldest first. */
  public Stream<Copy> all() {
    return Stream.concat(closed.stream().flatMap(ImmutableList::stream), open.stream());
  }

  /**
   * Checks an access of the thread itself, which is unordered with the copies that it has not
   * waited for.
   *
   * @throws Fault if the access overlaps the destination of a copy, or changes the source of one
   */
  void check(long address, int bytes, boolean changes) {
    all()
        .filter(copy ->
            overlap(address, bytes, copy.destination(), copy.written())
                || (changes && overlap(address, bytes, copy.source(), copy.bytes())))
        .findFirst()
        .ifPresent(_ -> {
          throw new Fault(
              "the thread uses bytes of an asynchronous copy of its own that may not be over; wait"
                  + " for its group first (cp.async.wait_group, cp.async.bulk.wait_group)");
        });
  }

  private static boolean overlap(long address, int bytes, long other, int otherBytes) {
    long distance = other - address; // of one object, unless it is larger than any
    return distance < bytes && -distance < otherBytes;
  }

  /** These and one more copy. */
  public AsyncCopies and(Copy copy) {
    return new AsyncCopies(closed, ImmutableList.<Copy>builder().addAll(open).add(copy).build());
  }

  /** The same with a new group open. */
  public AsyncCopies grouped() {
    return new AsyncCopies(
        ImmutableList.<ImmutableList<Copy>>builder().addAll(closed).add(open).build(),
        ImmutableList.of());
  }

  /** The copies that have to complete before no more than so many groups are left. */
  public ImmutableList<Copy> due(long groups) {
    return closed.stream()
        .limit(Math.max(0, closed.size() - groups))
        .flatMap(ImmutableList::stream)
        .collect(ImmutableList.toImmutableList());
  }

  /** The copies that are left then. */
  public AsyncCopies after(long groups) {
    long done = Math.max(0, closed.size() - groups);
    return new AsyncCopies(closed.subList((int) done, closed.size()), open);
  }
}
