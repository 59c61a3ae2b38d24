package org.shmemlab.model.code;

import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;

/**
 * Counts the threads that a host joins on its way to a possible end, less those that it makes on
 * the way: none, one, or more. A host that joins as many threads as there are leaves none running.
 * In {@link ReachableCalls} these are bits: three for ends, and three for the return of a function,
 * which for main is an end.
 */
final class JoinBalance {
  private static final int NONE_JOINED = 1;
  private static final int ONE_JOINED = 2;
  private static final int MORE_JOINED = 4;
  private static final int GROUP = NONE_JOINED | ONE_JOINED | MORE_JOINED;
  private static final int ENDS = 3; // the first bit
  private static final int RETURNS = 6;
  private static final int BOTH = (GROUP << ENDS) | (GROUP << RETURNS);

  /** The end of a host. */
  static final int END = NONE_JOINED << ENDS;

  /** The return of a function. */
  static final int RETURN = NONE_JOINED << RETURNS;

  private JoinBalance() {}

  /** Ends that leave some of a host's threads running, if it has so many besides the first. */
  static int leaving(int threads) {
    int group =
        switch (threads) {
          case 0, 1 -> NONE_JOINED;
          case 2 -> NONE_JOINED | ONE_JOINED;
          default -> GROUP;
        };
    return group << ENDS;
  }

  /** The bits that main may reach: its return is an end. */
  static int ofMain(int reached) {
    return within(reached) | (returns(reached) << ENDS);
  }

  /** The bits that another function may reach, for its callers. */
  static int within(int reached) {
    return reached & ~(GROUP << RETURNS);
  }

  /** The bits that may be reached before an instruction, given those after it. */
  static int before(Instruction instruction, int after) {
    if (!(instruction instanceof Instruction.Invoke invoke)) {
      return after;
    }
    if (invoke.call().has(CallTrait.JOINS_THREAD)) {
      return with(after, joined(ends(after)), joined(returns(after)));
    }
    return invoke.call().has(CallTrait.STARTS_THREAD)
        ? with(after, made(ends(after)), made(returns(after)))
        : after;
  }

  private static int joined(int group) {
    return ((group << 1) & GROUP) | (group & MORE_JOINED);
  }

  private static int made(int group) {
    return (group & NONE_JOINED) | (group >> 1) | (group & MORE_JOINED);
  }

  private static int ends(int reached) {
    return (reached >> ENDS) & GROUP;
  }

  private static int returns(int reached) {
    return (reached >> RETURNS) & GROUP;
  }

  private static int with(int reached, int ends, int returns) {
    return (reached & ~BOTH) | (ends << ENDS) | (returns << RETURNS);
  }
}
