package org.shmemlab.scenarios.runtime.call;

import org.shmemlab.model.interpreter.RuntimeCall;

/**
 * An external call that programs make by a symbol of C: the arguments of the program are those of
 * the handler, and its result is the program's.
 *
 * @param header the header that declares it; {@code own} for one that only code of ours calls
 * @param side {@code host}, {@code device} or {@code both}: which code may make the call
 * @param prototype its declaration in C, in the words of the catalogue
 */
public record DeclaredCall(String header, String side, String prototype, RuntimeCall call) {
  /** The same call, which kernels make, too. */
  public DeclaredCall everywhere() {
    return new DeclaredCall(header, "both", prototype, call);
  }

  /** The name by which programs make the call. */
  public String symbol() {
    return symbol(prototype);
  }

  /** The name that a prototype declares. */
  public static String symbol(String prototype) {
    int end = prototype.indexOf('(');
    int start = end;
    while (Character.isJavaIdentifierPart(prototype.charAt(start - 1))) {
      start--;
    }
    return prototype.substring(start, end);
  }
}
