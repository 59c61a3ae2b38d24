package org.shmemlab.model.order;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.OperationKind;
import org.shmemlab.model.operation.Transaction;

/**
 * One entry of a table: each of the later parts waits for each of the earlier ones, of every
 * operation of which all conditions hold.
 *
 * @param line where it stands in its file, from 1
 */
public record RuleEntry(
    int line,
    ImmutableSet<Part> earlier,
    ImmutableSet<Part> later,
    ImmutableSet<RuleCondition> where,
    ImmutableList<Setting> settings) {

  /**
   * An event of a kind of operation, or a call.
   *
   * @param of the kind of operation; null for a call, and for the return of any operation's call
   * @param by the channels of the part of the operation to which the event belongs: one of these,
   *     or any where there are none
   */
  public record Part(Moment moment, @Nullable OperationKind of, ImmutableSet<Transaction> by) {
    /** One that may travel on anything. */
    public Part(Moment moment, @Nullable OperationKind of) {
      this(moment, of, ImmutableSet.of());
    }

    @Override
    public String toString() {
      return moment.key()
          + (of == null ? "" : " of " + of.key())
          + (by.isEmpty() ? "" : " by " + by.stream().map(Transaction::key).collect(joining(", ")));
    }
  }

  /** Something that is decided before a program runs, and whether it has to be on or off. */
  public record Setting(String name, boolean on) {
    @Override
    public String toString() {
      return (on ? "if " : "unless ") + name;
    }
  }

  /** The same entry in another line. */
  RuleEntry atLine(int other) {
    return new RuleEntry(other, earlier, later, where, settings);
  }

  /** Whether it orders operations that a fence separates. */
  public boolean isOfFence() {
    return where.contains(RuleCondition.FENCE)
        || where.contains(RuleCondition.FENCE_OF_EITHER_SIDE);
  }

  /** Whether a call, or an event, comes later here. */
  public boolean isBefore(Moment moment) {
    return later.stream().anyMatch(part -> part.moment() == moment);
  }

  /** Whether this is one of the entries for these settings. */
  boolean isUnder(Predicate<String> settings) {
    return this.settings.stream().allMatch(its -> settings.test(its.name()) == its.on());
  }
}
