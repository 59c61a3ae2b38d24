package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.SourceLine;

/** Describes one change of a program, at one line of its source. */
public sealed interface Change {
  /** The call as the program writes it after the change. */
  String call();

  /** The source line that {@link #where} speaks of. */
  SourceLine line();

  /** Where the call stands, in words that a line number follows. */
  String where();

  /**
   * A statement's instructions in one function; one statement may be in several, where a template
   * or a call of a stream's task made more than one of it.
   *
   * @param function index of the function
   * @param first its first instruction
   * @param end one past its last instruction
   */
  record Spot(int function, int first, int end) {}

  /**
   * A new call before or after a statement.
   *
   * @param context the register of the context that it names, or NO_REGISTER
   * @param external the external call that it consists of, or null
   * @param inside whether the statement follows a condition on its own line
   */
  record Insertion(
      RepairCall kind,
      int context,
      @Nullable ExternalCall external,
      String call,
      boolean after,
      SourceLine line,
      boolean inside,
      ImmutableList<Spot> statements)
      implements Change {
    @Override
    public String where() {
      return after ? "after" : "before";
    }
  }

  /**
   * A new call at the start of a function on all PEs but some: a PE without a part in the conflict
   * has to reach a barrier, too.
   *
   * @param pes the PEs that do without
   */
  record OnOtherPes(
      RepairCall kind, String call, SourceLine line, int function, ImmutableIntArray pes)
      implements Change {
    @Override
    public String where() {
      return "on every other PE";
    }
  }

  /** A call written otherwise: its first instruction is the call. */
  record Rewriting(CallForm form, String call, SourceLine line, ImmutableList<Spot> statements)
      implements Change {
    @Override
    public String where() {
      return "in place of that of";
    }
  }

  /** A wait before a loop that reads a word again and again. */
  record WaitBefore(String call, Snippet code, SourceLine line, Spot loop) implements Change {
    @Override
    public String where() {
      return "in place of the loop of";
    }
  }

  /**
   * A new call that refers to the effect of another line.
   *
   * @param purpose how it refers to that, such as "for the update of line 20"
   * @param code the call with its operands
   * @param inside whether the statement follows a condition on its own line
   */
  record Addition(
      String call,
      String purpose,
      Snippet code,
      boolean after,
      SourceLine line,
      boolean inside,
      Spot statement)
      implements Change {
    @Override
    public String where() {
      return after ? "after" : "before";
    }
  }

  /**
   * One side of a notification by a signal of its own: the signal, or the wait for it.
   *
   * @param word the signal, the same on both sides
   * @param purpose how it refers to the other side, such as "for the signal of line 20"
   * @param inside whether the statement follows a condition on its own line
   */
  record Notice(
      Word word,
      String call,
      String purpose,
      Code code,
      boolean after,
      SourceLine line,
      boolean inside,
      ImmutableList<Spot> statements)
      implements Change {
    /**
     * A signal that nothing else uses, which is sent at one place and awaited at another.
     *
     * @param after whether the wait is after the statement
     * @param times how many signals it waits for
     * @param words how many words it has: one for each rank in a barrier
     */
    record Word(
        ImmutableList<Spot> sent,
        ImmutableList<Spot> awaited,
        boolean after,
        long times,
        int words) {}

    /** Makes the call. */
    interface Code {
      /**
       * The call.
       *
       * @param signal its address
       * @param seen the register of a variable, zero at first, that counts the signals waited for
       */
      Snippet of(long signal, int seen);
    }

    @Override
    public String where() {
      return after ? "after" : "before";
    }
  }
}
