package org.shmemlab.scenarios.runtime.libc;

import com.google.common.collect.ImmutableList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.CText;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;
import org.shmemlab.scenarios.runtime.call.Span;
import org.shmemlab.scenarios.runtime.call.Touches;

/** Implements C's functions on strings (ISO C 17, 7.24), as the caller's own loads and stores. */
public final class CStrings {
  public static final RuntimeCall STRLEN =
      RuntimeCall.of(
          "strlen",
          CallTraits.of(CallTrait.LOOKS_ONLY),
          call -> Touches.text(call, 0),
          CStrings::strlen);

  /** The calls of the family that programs make by these names. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.STRING.host("size_t strlen(const char *text)", STRLEN),
          CHeader.STRING.host(
              "int strcmp(const char *first, const char *second)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              Touches::bothTexts,
              CStrings::strcmp),
          CHeader.STRING.host(
              "int strncmp(const char *first, const char *second, size_t size)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              CStrings::startsCompared,
              CStrings::strncmp),
          CHeader.STRING.host(
              "char *strcpy(char *dest, const char *source)",
              call -> call.writes(call.argument(0), Touches.text(call, 1) + 1L),
              CStrings::strcpy),
          CHeader.STRING.host(
              "char *strncpy(char *dest, const char *source, size_t size)",
              CStrings::startCopied,
              CStrings::strncpy),
          CHeader.STRING.host(
              "char *strcat(char *dest, const char *source)",
              call ->
                  call.writes(call.argument(0) + Touches.text(call, 0), Touches.text(call, 1) + 1L),
              CStrings::strcat),
          CHeader.STRING.host(
              "char *strchr(const char *text, int character)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              call -> Touches.text(call, 0),
              CStrings::strchr),
          CHeader.STRING.host(
              "char *strrchr(const char *text, int character)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              call -> Touches.text(call, 0),
              CStrings::strrchr),
          CHeader.STRING.host(
              "char *strstr(const char *text, const char *wanted)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              Touches::bothTexts,
              CStrings::strstr));

  private CStrings() {}

  private static long strlen(ServiceCall call) {
    return CText.read(call, call.argument(0)).length();
  }

  private static long strcmp(ServiceCall call) {
    return difference(CText.read(call, call.argument(0)), CText.read(call, call.argument(1)));
  }

  private static long strncmp(ServiceCall call) {
    long limit = call.argument(2);
    return difference(
        CText.read(call, call.argument(0), limit), CText.read(call, call.argument(1), limit));
  }

  private static void startsCompared(Footprint call) {
    Touches.text(call, 0, call.argument(2));
    Touches.text(call, 1, call.argument(2));
  }

  private static void startCopied(Footprint call) {
    Touches.text(call, 1, call.argument(2));
    call.writes(call.argument(0), call.argument(2));
  }

  private static long strcpy(ServiceCall call) {
    return put(call, "strcpy", call.argument(0), CText.read(call, call.argument(1)));
  }

  /** {@code strncpy}: fills up with zeros, and writes none where the limit comes first. */
  private static long strncpy(ServiceCall call) {
    Span destination = Span.of("strncpy", call.argument(0), call.argument(2));
    String text = CText.read(call, call.argument(1), destination.bytes());
    if (!destination.isEmpty()) {
      requireApart("strncpy", call.argument(1), text.length() + 1, destination);
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      call.store(destination.address(), Arrays.copyOf(bytes, destination.bytes()));
    }
    return destination.address();
  }

  private static long strcat(ServiceCall call) {
    long end = call.argument(0) + CText.read(call, call.argument(0)).length();
    put(call, "strcat", end, CText.read(call, call.argument(1)));
    return call.argument(0);
  }

  private static long strchr(ServiceCall call) {
    return found(call, withEnd(call).indexOf(character(call)));
  }

  private static long strrchr(ServiceCall call) {
    return found(call, withEnd(call).lastIndexOf(character(call)));
  }

  private static long strstr(ServiceCall call) {
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
