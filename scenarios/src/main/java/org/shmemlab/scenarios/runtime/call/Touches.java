package org.shmemlab.scenarios.runtime.call;

import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.program.Address;

/**
 * Notes the footprints that several calls share, as the caller's own loads and stores (ISO C 17,
 * 7.1.4 and 7.24: a function reads and writes what its description says, a string up to and with
 * its zero; memory model, section 9).
 */
public final class Touches {
  private Touches() {}

  /** A string up to its zero; gives its length. */
  public static int text(Footprint call, int argument) {
    return text(call, argument, CText.UNLIMITED);
  }

  /** The same of at most so many bytes, unsigned. */
  public static int text(Footprint call, int argument, long limit) {
    return limit == 0 ? 0 : call.text(call.argument(argument), limit).length();
  }

  /** The same of a string that may be missing. */
  static void textIfThere(Footprint call, int argument) {
    if (call.argument(argument) != Address.NULL) {
      text(call, argument);
    }
  }

  /** The strings that are the first two arguments. */
  public static void bothTexts(Footprint call) {
    text(call, 0);
    text(call, 1);
  }

  /** The bytes that an argument points to, if it points anywhere. */
  public static void writesIfThere(Footprint call, int argument, long bytes) {
    if (call.argument(argument) != Address.NULL) {
      call.writes(call.argument(argument), bytes);
    }
  }

  /** The buffer that an argument is, as far as the text goes or the buffer does. */
  public static void writesAtMost(Footprint call, int argument, long room, long bytes) {
    call.writes(call.argument(argument), Long.compareUnsigned(room, bytes) < 0 ? room : bytes);
  }

  /** Destination, source and bytes. */
  public static void copy(Footprint call) {
    call.reads(call.argument(1), call.argument(2));
    call.writes(call.argument(0), call.argument(2));
  }
}
