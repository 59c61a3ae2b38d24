package org.shmemlab.model.runtime;

import java.nio.charset.StandardCharsets;
import org.shmemlab.model.machine.Agent;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.ServiceCall;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.ScalarType;

/**
 * C strings in a program's memory, read and written as the calling agent's own code would. One
 * character is one byte, in ISO-8859-1.
 */
final class CText {
  private CText() {}

  /**
   * The characters up to the terminating zero.
   *
   * @throws Fault if the agent may not read there or no zero comes before the object's end
   */
  static String read(ServiceCall call, long address) {
    call.machine().memory().requireReach(call.agent(), address, 0);
    return call.machine().memory().string(call.agent(), address);
  }

  /** At most {@code limit} characters; a zero ends them earlier. */
  static String read(ServiceCall call, long address, long limit) {
    if (limit == 0) {
      return "";
    }
    Machine machine = call.machine();
    Agent agent = call.agent();
    machine.memory().requireReach(agent, address, 1);
    MemoryObject object = machine.memory().object(agent, address);
    int start = Address.offset(address);
    int length = 0;
    while (Long.compareUnsigned(length, limit) < 0
        && machine.memory().used(object, ScalarType.U8, start + length) != 0) {
      length++;
    }
    return new String(machine.memory().use(agent, address, length), StandardCharsets.ISO_8859_1);
  }

  /** At most {@code limit} (or, if negative, all) characters of a string of {@code wchar_t}. */
  static String readWide(ServiceCall call, long address, int limit) {
    StringBuilder text = new StringBuilder();
    while (limit < 0 || text.length() < limit) {
      long character =
          call.machine().memory().load(call.agent(), ScalarType.U32, address + 4L * text.length());
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
  static void write(ServiceCall call, long address, String text) {
    call.machine()
        .store(call.agent(), address, (text + '\0').getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The address of a read-only text that belongs to the library, the same at every call. */
  static long own(ServiceCall call, String text) {
    return PeRuntime.of(call)
        .texts
        .computeIfAbsent(
            text,
            words ->
                call.machine()
                    .place(
                        call.pe(),
                        "text of the library",
                        new Bytes((words + '\0').getBytes(StandardCharsets.ISO_8859_1))));
  }
}
