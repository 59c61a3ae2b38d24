package org.shmemlab.model.job;

import com.google.common.collect.ImmutableList;

/**
 * Copies that a device thread has asked for and not waited for, in groups (PTX ISA, "cp.async",
 * "cp.async.bulk"). Nobody else does them here: they happen when the thread waits for their group,
 * which is as late as they may.
 *
 * @param closed groups that the thread has ended, oldest first
 * @param open the copies since then
 */
public record AsyncCopies(ImmutableList<ImmutableList<Copy>> closed, ImmutableList<Copy> open) {
  static final AsyncCopies NONE = new AsyncCopies(ImmutableList.of(), ImmutableList.of());

  /** One copy: bytes from the source, and zeros behind them. */
  public record Copy(long destination, long source, int bytes, int zeros) {}

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

  /** What has to happen before no more than so many groups are left. */
  public ImmutableList<Copy> due(long groups) {
    return closed.stream()
        .limit(Math.max(0, closed.size() - groups))
        .flatMap(ImmutableList::stream)
        .collect(ImmutableList.toImmutableList());
  }

  /** What is left then. */
  public AsyncCopies after(long groups) {
    long done = Math.max(0, closed.size() - groups);
    return new AsyncCopies(closed.subList((int) done, closed.size()), open);
  }
}
