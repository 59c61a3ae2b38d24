package org.shmemlab.conformance.programs;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.conformance.programs.Draft.Agent;
import org.shmemlab.model.choices.Choices;

/**
 * Draws statements that change one word again and again, and others that wait for a value that it
 * may hold for a moment only. A partial-order reduction has to keep the executions in which an
 * agent reads between two changes.
 */
final class PassingValues {
  private final Choices choices;
  private final Language language;
  private final ContextStatements contexts;
  private final StatementVariants vocabulary;
  private final String p; // the prefix of every name

  PassingValues(
      Choices choices,
      Language language,
      ContextStatements contexts,
      StatementVariants vocabulary) {
    this.choices = choices;
    this.language = language;
    this.contexts = contexts;
    this.vocabulary = vocabulary;
    this.p = language.prefix();
  }

  /** Changes the first flag of a PE to, or by, a small value. */
  private Line changeFlag(ExecutionSite from, int to) {
    int value = choices.between(1, 3);
    if (!from.touchesMemory()) {
      return choices.pick(
          Line.of(p + "long_p(f, " + value + ", " + to + ");"),
          vocabulary.onStream("nvshmemx_long_p_on_stream(f, " + value + ", " + to + ", STREAM);"));
    }
    return contexts.perhaps(
        choices.pick(
            Line.of(p + "long_atomic_set(f, " + value + ", " + to + ");"),
            Line.of(p + "long_atomic_add(f, " + value + ", " + to + ");"),
            Line.of(p + "long_atomic_add(f, 1, " + to + ");"),
            Line.of(p + "long_atomic_inc(f, " + to + ");"),
            Line.of(p + "int64_atomic_xor(f, " + value + ", " + to + ");"),
            vocabulary.show("r = " + p + "long_atomic_fetch_add(f, " + value + ", " + to + ");"),
            vocabulary.show("r = " + p + "long_atomic_swap(f, " + value + ", " + to + ");"),
            Line.of(p + "long_atomic_compare_swap(f, 1, " + value + ", " + to + ");")));
  }

  /** Changes the first signal of a PE to, or by, a small value. */
  private Line changeSignal(ExecutionSite from, int to) {
    String rest =
        choices.between(1, 3)
            + ", "
            + language.constants()
            + choices.pick("SIGNAL_SET", "SIGNAL_ADD")
            + ", "
            + to;
    if (!from.touchesMemory()) {
      return vocabulary.onStream("nvshmemx_signal_op_on_stream(s, " + rest + ", STREAM);");
    }
    String put = "(x + " + choices.next(2) + ", y, 1, s, " + rest + ");";
    List<String> ways = new ArrayList<>();
    if (language == Language.CUDA) {
      ways.add("nvshmemx_signal_op(s, " + rest + ");");
    }
    ways.add(p + "long_put_signal" + put);
    ways.add(p + "long_put_signal_nbi" + put);
    return contexts.perhaps(Line.of(choices.pick(ways)));
  }

  /** Waits until the first flag of the site's own PE is some value, or looks whether it is. */
  private Line awaitFlag(ExecutionSite at) {
    Comparison comparison = comparison();
    int value = choices.between(1, 3);
    String call = "(f, " + language.constants() + "CMP_" + comparison.name + ", " + value + ")";
    String test = ") " + comparison.operator + " " + value;
    Line wait = Line.of(p + "long_wait_until" + call + ";");
    return contexts.perhaps(
        choices.pick(
            wait,
            wait, // as most programs do
            Line.of("while (!" + p + "long_test" + call + ");"),
            Line.of("while (!(" + p + "long_atomic_fetch(f, " + at.pe() + test + "));"),
            Line.of("while (!(" + p + "long_g(f, " + at.pe() + test + "));"),
            Line.of("while (!(*(volatile long *)(f" + test + "));"),
            vocabulary.show("r = " + p + "long_test" + call + ";")));
  }

  /** Waits until the first signal is some value, or looks whether it is. */
  private Line awaitSignal() {
    Comparison comparison = comparison();
    int value = choices.between(1, 3);
    String call = "(s, " + language.constants() + "CMP_" + comparison.name + ", " + value + ")";
    return choices.pick(
        vocabulary.show("r = " + p + "signal_wait_until" + call + ";"),
        Line.of(p + "uint64_wait_until" + call + ";"),
        Line.of("while (!(" + p + "signal_fetch(s) " + comparison.operator + " " + value + "));"),
        vocabulary.show("r = " + p + "signal_fetch(s) " + comparison.operator + " " + value + ";"));
  }

  /** Pairs the library's name with C's operator. */
  private record Comparison(String name, String operator) {}

  private Comparison comparison() {
    Comparison equal = new Comparison("EQ", "==");
    return choices.pick(
        equal,
        equal,
        new Comparison("GE", ">="),
        new Comparison("NE", "!="),
        new Comparison("LT", "<"));
  }

  /**
   * Several agents change one word; another agent waits for a value that it may hold for a moment.
   */
  void addTo(Draft draft) {
    int to = draft.pes() - 1 - choices.next(draft.pes());
    boolean signal = choices.yes(1, 3);
    for (int changes = choices.between(1, 4); changes > 0; changes--) {
      Agent changer = draft.agent(choices.next(draft.pes()));
      draft.add(
          changer, 0, signal ? changeSignal(changer.site(), to) : changeFlag(changer.site(), to));
      draft.perhaps(1, 3, changer, 0, vocabulary::order);
    }
    Agent receiver = draft.agent(to);
    for (int waits = receiver.site().touchesMemory() ? choices.between(1, 2) : 0;
        waits > 0;
        waits--) {
      draft.perhaps(1, 2, receiver, 0, vocabulary::blocking);
      draft.add(receiver, 0, signal ? awaitSignal() : awaitFlag(receiver.site()));
    }
  }
}
