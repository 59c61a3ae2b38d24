package org.shmemlab.scenarios.runtime.call;

import java.nio.charset.StandardCharsets;
import java.util.function.LongUnaryOperator;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.scenarios.runtime.state.PeRuntime;

/**
 * Reads and writes C strings in a program's memory, as the calling agent's own code would. One
 * character is one byte, in ISO-8859-1.
 */
public final class CText {
  /** The largest {@code size_t}: up to the zero, wherever it is. */
  public static final long UNLIMITED = -1;

  private CText() {}

  /**
   * The characters up to the terminating zero.
   *
   * @throws Fault if the agent may not read there or the object has no zero up to its end
   */
  public static String read(ServiceCall call, long address) {
    return call.text(address, UNLIMITED);
  }

  /** At most {@code limit} characters; a zero ends them earlier. */
  public static String read(ServiceCall call, long address, long limit) {
    return limit == 0 ? "" : call.text(address, limit);
  }

  /**
   * At most {@code limit} (or, if negative, all) characters of a string of {@code wchar_t}.
   *
   * @param load how one of them is read
   */
  public static String readWide(LongUnaryOperator load, long address, int limit) {
    StringBuilder text = new StringBuilder();
    while (limit < 0 || text.length() < limit) {
      long character = load.applyAsLong(address + 4L * text.length());
      if (character == 0) {
        break;
      }
      if (character > 0x7F) {
        throw new Fault("a wide character beyond ASCII is printed, which the C locale cannot");
      }
      text.append((char) character);
    }
    return text.toString();
  }

  /** Writes characters and a terminating zero. */
  public static void write(ServiceCall call, long address, String text) {
    call.store(address, (text + '\0').getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The address of a read-only text that belongs to the library, the same at every call. */
  public static long own(ServiceCall call, String text) {
    return PeRuntime.part(call, OwnTexts.class)
        .addresses
        .computeIfAbsent(
            text,
            words ->
                Allocation.place(
                    call.jobState(),
                    call.pe(),
                    "text of the library",
                    new Bytes((words + '\0').getBytes(StandardCharsets.ISO_8859_1))));
  }
}
