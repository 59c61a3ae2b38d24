package org.shmemlab.cli.shell;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.function.IntSupplier;
import org.shmemlab.scenarios.written.Unwritten;

/**
 * Reports a failure of the command itself: one line that says what to do, and an exit code that is
 * never that of a finding.
 */
public final class InternalErrors {
  private InternalErrors() {}

  /** Runs a command; what it throws becomes a line and an exit code of its own. */
  public static int guard(PrintStream err, IntSupplier command) {
    try {
      return command.getAsInt();
    } catch (RuntimeException | Error surprise) {
      err.println(line(surprise));
      return exitCode(surprise);
    }
  }

  /** The exit code of an exception. */
  public static int exitCode(Throwable surprise) {
    return switch (cause(surprise)) {
      case VirtualMachineError _, Capacity.TooLarge _ -> ExitCodes.RESOURCES;
      case Unwritten _ -> ExitCodes.UNWRITTEN;
      default -> ExitCodes.INTERNAL;
    };
  }

  /** The line for something that was thrown, here or in a thread that worked for this one. */
  public static String line(Throwable surprise) {
    return "shmemlab: "
        + switch (cause(surprise)) {
          case Unwritten unwritten ->
              "error: " + OneLine.of(String.valueOf(unwritten.getMessage()));
          case Capacity.TooLarge tooLarge -> "error: " + tooLarge.getMessage();
          case OutOfMemoryError _ -> "error: " + Capacity.full("");
          case StackOverflowError _ ->
              "error: something is nested too deeply; give more stack with"
                  + " JDK_JAVA_OPTIONS=-Xss256m, or nest less in the program";
          default ->
              "internal error: "
                  + OneLine.of(surprise.toString())
                  + where(surprise)
                  + "; this is a bug of shmemlab, please report it with the program";
        };
  }

  // The first that says more than that something failed.
  private static Throwable cause(Throwable surprise) {
    Throwable first = surprise;
    while (first.getCause() != null
        && !(first instanceof VirtualMachineError)
        && !(first instanceof Capacity.TooLarge)
        && !(first instanceof Unwritten)) {
      first = first.getCause();
    }
    return first;
  }

  // Where it was thrown, and the first line of ours that led there.
  private static String where(Throwable surprise) {
    StackTraceElement[] stack = cause(surprise).getStackTrace();
    if (stack.length == 0) {
      return "";
    }
    StackTraceElement ours =
        Arrays.stream(stack)
            .filter(frame -> frame.getClassName().startsWith("org.shmemlab."))
            .findFirst()
            .orElse(stack[0]);
    return " at " + stack[0] + (ours.equals(stack[0]) ? "" : ", called at " + ours);
  }
}
