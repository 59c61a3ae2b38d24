package org.shmemlab.conformance.programs;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.shmemlab.model.choices.Choices;

/**
 * Draws calls on the communication context {@code c} of an OpenSHMEM program, which all threads of
 * a PE share if there is one, and others on the default one.
 */
final class ContextStatements {
  private static final Pattern CALL =
      Pattern.compile(
          "\\bshmem_(long_(?:p|g|put|get|iput|put_nbi|get_nbi|put_signal|put_signal_nbi|atomic_\\w+)"
              + "|putmem|fence|quiet)\\((\\)?)");

  private final Choices choices;
  private final String options; // empty where there is no context

  ContextStatements(Choices choices, Language language) {
    this.choices = choices;
    this.options =
        language == Language.OPENSHMEM && choices.yes(1, 4)
            ? choices.pick("0", "0", "SHMEM_CTX_SERIALIZED", "SHMEM_CTX_PRIVATE")
            : "";
  }

  /** Whether there is one. */
  boolean isThere() {
    return !options.isEmpty();
  }

  /** The first statements of every PE. */
  List<Line> start() {
    return options.isEmpty() ? List.of() : List.of(Line.of(create()));
  }

  private String create() {
    return "shmem_ctx_create(" + options + ", &c);";
  }

  /** A statement, or the same on the context. */
  Line perhaps(Line line) {
    return !options.isEmpty() && choices.yes()
        ? new Line(on(line.library()), on(line.byHand()), line.ordersLess(), line.helpers())
        : line;
  }

  private static String on(String statement) {
    return CALL.matcher(statement)
        .replaceAll(
            call -> "shmem_ctx_" + call.group(1) + "(c" + (call.group(2).isEmpty() ? ", " : ")"));
  }

  /** A context in place of the old one, which completes what was issued there. */
  Optional<Line> renewed() {
    return options.isEmpty()
        ? Optional.empty()
        : Optional.of(Line.of("shmem_ctx_destroy(c); " + create(), "shmem_ctx_quiet(c);"));
  }
}
