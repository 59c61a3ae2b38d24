package org.shmemlab.scenarios.runtime;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;

/** C's functions on strings (ISO C 17, 7.24), as the caller's own loads and stores. */
final class CStrings {
  long strlen(ServiceCall call) {
    return CText.read(call, call.argument(0)).length();
  }

  long strcmp(ServiceCall call) {
    return difference(CText.read(call, call.argument(0)), CText.read(call, call.argument(1)));
  }

  long strncmp(ServiceCall call) {
    long limit = call.argument(2);
    return difference(
        CText.read(call, call.argument(0), limit), CText.read(call, call.argument(1), limit));
  }

  long strcpy(ServiceCall call) {
    return put(call, "strcpy", call.argument(0), CText.read(call, call.argument(1)));
  }

  /** {@code strncpy}: fills up with zeros, and writes none where the limit comes first. */
  long strncpy(ServiceCall call) {
    Span destination = Span.of("strncpy", call.argument(0), call.argument(2));
    String text = CText.read(call, call.argument(1), destination.bytes());
    if (!destination.isEmpty()) {
      requireApart("strncpy", call.argument(1), text.length() + 1, destination);
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      call.store(destination.address(), Arrays.copyOf(bytes, destination.bytes()));
    }
    return destination.address();
  }

  long strcat(ServiceCall call) {
    long end = call.argument(0) + CText.read(call, call.argument(0)).length();
    put(call, "strcat", end, CText.read(call, call.argument(1)));
    return call.argument(0);
  }

  long strchr(ServiceCall call) {
    return found(call, withEnd(call).indexOf(character(call)));
  }

  long strrchr(ServiceCall call) {
    return found(call, withEnd(call).lastIndexOf(character(call)));
  }

  long strstr(ServiceCall call) {
    String text = CText.read(call, call.argument(0));
    return found(call, text.indexOf(CText.read(call, call.argument(1))));
  }

  private static long put(ServiceCall call, String function, long address, String text) {
    requireApart(
        function, call.argument(1), text.length() + 1, new Span(address, text.length() + 1));
    CText.write(call, address, text);
    return address;
  }

  private static void requireApart(String function, long source, int bytes, Span destination) {
    if (destination.overlaps(new Span(source, bytes))) {
      throw new Fault("%s: source and destination overlap", function);
    }
  }

  private static int difference(String first, String second) {
    int length = Math.min(first.length(), second.length());
    for (int i = 0; i < length; i++) {
      if (first.charAt(i) != second.charAt(i)) {
        return first.charAt(i) - second.charAt(i);
      }
    }
    return next(first, length) - next(second, length);
  }

  private static int next(String text, int at) {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private static String withEnd(ServiceCall call) {
    return CText.read(call, call.argument(0)) + '\0';
  }

  private static char character(ServiceCall call) {
    return (char) (call.intArgument(1) & 0xFF);
  }

  private static long found(ServiceCall call, int index) {
    return index < 0 ? Address.NULL : call.argument(0) + index;
  }
}
