package org.shmemlab.model.memory;

import com.google.common.collect.ImmutableList;

/**
 * Describes a mistake of a program: a sentence of the code that found it, and the arguments in its
 * gaps. Numbers distinguish executions (a thousand PEs do the same wrong thing, each with its own
 * number), names and lines distinguish mistakes.
 *
 * @param kind why the program cannot go on
 * @param form the sentence, a format of {@link String#format} with {@code %s} for each argument
 * @param arguments numbers, texts, lines, other mistakes, or {@link Varying} texts
 */
public record FailureReason(FailureKind kind, String form, ImmutableList<Object> arguments) {
  /** Marks a text that distinguishes executions and not mistakes, as a number does. */
  public record Varying(Object text) {
    /** A number in hexadecimal digits. */
    public static Varying hex(long number) {
      return new Varying("0x" + Long.toHexString(number));
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }

  /** The sentence for the user, in one line. */
  public String text() {
    return form.formatted(arguments.toArray());
  }

  /** The names and lines in the sentence, without its numbers. */
  public ImmutableList<String> names() {
    ImmutableList.Builder<String> names = ImmutableList.builder();
    for (Object argument : arguments) {
      if (argument instanceof FailureReason other) {
        names.add(other.form).addAll(other.names());
      } else if (!(argument instanceof Number || argument instanceof Varying)) {
        names.add(argument.toString());
      }
    }
    return names.build();
  }

  @Override
  public String toString() {
    return text();
  }
}
