package org.shmemlab.conformance.programs;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.choices.Choices;

/**
 * Draws statements that do one thing in one of many ways: write a word of a PE, order, raise a
 * flag, wait for one, read. The first way of each is the plainest.
 */
final class StatementVariants {
  private final Choices choices;
  private final Language language;
  private final int pes;
  private final String p; // the prefix of every name
  private final ContextStatements contexts;
  private final TeamStatements teams;
  private int shown;

  StatementVariants(
      Choices choices,
      Language language,
      int pes,
      ContextStatements contexts,
      TeamStatements teams) {
    this.choices = choices;
    this.contexts = contexts;
    this.teams = teams;
    this.language = language;
    this.pes = pes;
    this.p = language.prefix();
  }

  // ---------------------------------------------------------------- writes

  /** Writes word {@code word} of {@code x} on a PE, or sometimes what reads there land in. */
  Line write(ExecutionSite from, int to, int word) {
    String x = choices.yes(1, 6) ? at("y", 2) : at("x", word);
    String y = at("y", word);
    String pe = teams.pe(to);
    List<Line> ways = new ArrayList<>();
    ways.add(Line.of(p + "long_p(" + x + ", 1, " + pe + ");"));
    ways.add(Line.of(p + "long_put(" + x + ", " + y + ", 1, " + pe + ");"));
    ways.add(Line.of(p + "long_put_nbi(" + x + ", " + y + ", 1, " + pe + ");"));
    ways.add(Line.of(p + "long_iput(" + x + ", y, 1, 2, 2, " + pe + ");"));
    ways.add(Line.of(p + "putmem(" + x + ", y, 16, " + pe + ");"));
    if (from.kind() != ExecutionSite.Kind.BESIDE_DEVICE) {
      ways.add(Line.of(p + "long_atomic_add(" + x + ", 1, " + pe + ");"));
      ways.add(Line.of("((long *)" + p + "ptr(" + x + ", " + to + "))[0] = 1;"));
      if (to == from.pe()) {
        ways.add(Line.of("*(" + x + ") = 1;"));
        ways.add(Line.of(ownAtomic(x, 1) + ";"));
        ways.add(copied("memcpy", "x + " + word, "y"));
        ways.add(filled("x + " + word));
      }
      if (from.kind() == ExecutionSite.Kind.HOST && to == from.pe()) {
        ways.add(printed("x + " + word));
        ways.add(
            Line.of(
                "strcpy((char *)(x + " + word + "), t);",
                "hand_text((char *)(x + " + word + "), t);",
                HandWrittenCalls.TEXT));
      }
    } else {
      ways.add(onStream("nvshmemx_long_put_on_stream(" + x + ", y, 1, " + to + ", STREAM);"));
      if (to == from.pe()) {
        ways.add(copiedByCuda("x + " + word, "d"));
      }
    }
    return contexts.perhaps(choices.pick(ways));
  }

  // An atomic of the thread itself, on a GPU within some scope.
  private String ownAtomic(String word, int more) {
    return language == Language.CUDA
        ? "atomicAdd"
            + choices.pick("", "_block", "_system")
            + "((unsigned long long *)("
            + word
            + "), "
            + more
            + ")"
        : "__atomic_fetch_add(" + word + ", " + more + ", __ATOMIC_RELAXED)";
  }

  private Line copied(String call, String to, String from) {
    return Line.of(
        call + "(" + to + ", " + from + ", 8);",
        "hand_copy((char *)(" + to + "), (const char *)(" + from + "), 8);",
        HandWrittenCalls.COPY);
  }

  private Line filled(String to) {
    return Line.of(
        "memset(" + to + ", 1, 8);",
        "hand_fill((char *)(" + to + "), 1, 8);",
        HandWrittenCalls.FILL);
  }

  private Line printed(String to) {
    return Line.of(
        "sprintf((char *)(" + to + "), \"ab\");",
        "hand_text((char *)(" + to + "), \"ab\");",
        HandWrittenCalls.TEXT);
  }

  private Line copiedByCuda(String to, String from) {
    String kernel = "hand_copies<<<1, 1, 0, STREAM>>>(" + to + ", " + from + ", 1);";
    String stream = choices.pick("0", "a", "b");
    String library =
        choices.pick(
            "cudaMemcpyAsync(TO, FROM, 8, cudaMemcpyDeviceToDevice, STREAM);",
            "cudaMemcpy2DAsync(TO, 8, FROM, 8, 8, 1, cudaMemcpyDeviceToDevice, STREAM);");
    return Line.of(
        library.replace("TO", to).replace("FROM", from).replace("STREAM", stream),
        kernel.replace("STREAM", stream),
        HandWrittenCalls.COPIES);
  }

  Line onStream(String text) {
    return Line.of(text.replace("STREAM", choices.pick("0", "a", "b")));
  }

  // ---------------------------------------------------------------- reads

  /** Reads word {@code word} of {@code x} on the site's own PE, mostly. */
  Line read(ExecutionSite at, int word) {
    String x = at("x", word);
    int pe = at.pe();
    List<Line> ways = new ArrayList<>();
    if (at.touchesMemory()) {
      ways.add(show("r = *(" + x + ");"));
      ways.add(Line.of("y[3] = " + p + "long_g(" + x + ", " + pe + ");"));
      ways.add(show("r = " + p + "long_g(" + x + ", " + choices.next(pes) + ");"));
      ways.add(Line.of(p + "long_get(y + 2, " + x + ", 1, " + pe + ");"));
      ways.add(Line.of(p + "long_get_nbi(y + 2, " + x + ", 1, " + choices.next(pes) + ");"));
      ways.add(show("r = " + p + "long_atomic_fetch(" + x + ", " + pe + ");"));
      ways.add(Line.of("y[3] = " + p + "long_atomic_fetch_add(" + x + ", 1, " + pe + ");"));
      ways.add(Line.of("*(" + x + ") += 1;"));
      ways.add(show("r = " + ownAtomic(x, 0) + ";"));
      ways.add(copied("memcpy", "y + 2", "x + " + word));
      ways.add(show("r = *(volatile long *)(" + x + ");"));
    } else {
      ways.add(show("r = " + p + "long_g(" + x + ", " + pe + ");"));
      ways.add(Line.of(p + "long_get(y + 2, " + x + ", 1, " + pe + ");"));
      ways.add(copiedByCuda("d", "x + " + word));
      ways.add(copiedByCuda("y + 2", "x + " + word));
      String get = choices.pick("get_on_stream", "get_nbi_on_stream");
      String got = "nvshmemx_long_" + get + "(y + 2, " + x + ", 1, " + pe + ", STREAM);";
      ways.add(onStream(got));
      String stream = choices.pick("0", "a", "b");
      ways.add(
          show(
              (got
                      + " cudaMemcpyAsync(&r, y + 2, 8, cudaMemcpyDeviceToHost, STREAM);"
                      + " cudaStreamSynchronize(STREAM);")
                  .replace("STREAM", stream)));
      ways.add(show("cudaMemcpy(&r, x + " + word + ", 8, cudaMemcpyDeviceToHost);"));
    }
    if (at.kind() == ExecutionSite.Kind.HOST) {
      String text = "(char *)(x + " + word + ")";
      ways.add(
          show(
              "r = memcmp(x + " + word + ", y, 8) != 0;",
              "r = hand_compare(" + text + ", (char *)y, 8) != 0;",
              HandWrittenCalls.COMPARE));
      ways.add(
          show(
              "r = strlen(" + text + ");",
              "r = hand_length(" + text + ");",
              HandWrittenCalls.LENGTH));
      ways.add(
          show(
              "r = printf(\"%s\\n\", " + text + ") > 0;",
              "char u[9];\n    hand_text(u, " + text + ");\n    r = printf(\"%s\\n\", u) > 0;",
              HandWrittenCalls.TEXT));
      ways.add(
          Line.of(
              "strcpy(t, " + text + ");", "hand_text(t, " + text + ");", HandWrittenCalls.TEXT));
      ways.add(
          Line.of(
              "sprintf(t, \"%s\", " + text + ");",
              "hand_text(t, " + text + ");",
              HandWrittenCalls.TEXT));
    }
    return contexts.perhaps(choices.pick(ways));
  }

  Line show(String statement) {
    return show(statement, statement);
  }

  private Line show(String library, String byHand, HandWrittenCalls... helpers) {
    String print = " printf(\"" + shown++ + ": %ld\\n\", r);";
    return Line.of("{ " + library + print + " }", "{ " + byHand + print + " }", helpers);
  }

  /** A call that its agent waits in, for a statement besides all others. */
  Line blocking(ExecutionSite at) {
    int pe = choices.next(pes);
    if (!at.touchesMemory()) {
      return Line.of(p + "long_get(y + 1, x + 3, 1, " + pe + ");");
    }
    return choices.pick(
        Line.of("r = " + p + "long_g(x + 3, " + pe + ");"),
        Line.of(p + "long_put(x + 3, y, 1, " + pe + ");"),
        Line.of(p + "long_get(y + 1, x + 3, 1, " + pe + ");"),
        Line.of("r = " + p + "long_atomic_fetch_add(f + 1, 0, " + pe + ");"));
  }

  // ---------------------------------------------------------------- order

  /** Orders what the site wrote before what it writes after, or not. */
  Line order(ExecutionSite at) {
    List<Line> ways = new ArrayList<>();
    ways.add(contexts.perhaps(Line.of(p + "fence();")));
    ways.add(contexts.perhaps(Line.of(p + "quiet();")));
    switch (at.kind()) {
      case DEVICE -> {
        ways.add(Line.of("__threadfence_system();"));
        ways.add(Line.of("nvshmemx_flush();"));
        ways.add(Line.of(choices.pick("nvshmemx_release_smem();", "nvshmemx_ask_smem(1);"), ";"));
      }
      case BESIDE_DEVICE -> {
        ways.add(onStream("nvshmemx_quiet_on_stream(STREAM);"));
        ways.add(onStream("nvshmemx_flush_on_stream(STREAM);"));
      }
      case HOST -> contexts.renewed().ifPresent(ways::add);
    }
    return choices.pick(ways);
  }

  /** The host waits for a stream, in one of several ways, or lets one wait for the other. */
  Line streams() {
    String stream = choices.pick("a", "b");
    String record = "cudaEventRecord(e, " + stream + "); ";
    if (choices.yes()) { // every answer to a query doubles what can happen
      return Line.of(
          choices.pick("cudaDeviceSynchronize();", "cudaStreamSynchronize(" + stream + ");"));
    }
    return choices.pick(
        Line.of("cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0);"),
        Line.of(
            "while (cudaStreamQuery(" + stream + ") == cudaErrorNotReady);",
            "cudaStreamSynchronize(" + stream + ");"),
        Line.of(
            record + "while (cudaEventQuery(e) == cudaErrorNotReady);",
            record + "cudaEventSynchronize(e);"),
        Line.of(
            record + "cudaEventSynchronize(e);", record + "cudaStreamSynchronize(" + stream + ");"),
        show("r = cudaStreamQuery(" + stream + ") == cudaSuccess;"),
        show(record + "r = cudaEventQuery(e) == cudaSuccess;"));
  }

  // ---------------------------------------------------------------- flags

  /** Raises flag {@code flag} of a PE, so that it holds 1. */
  Line raise(ExecutionSite from, int to, int flag) {
    String f = at("f", flag);
    if (!from.touchesMemory()) {
      return choices.pick(
          Line.of(p + "long_p(" + f + ", 1, " + to + ");"),
          onStream(
              "nvshmemx_signal_op_on_stream(s + "
                  + flag
                  + ", 1, NVSHMEM_SIGNAL_SET, "
                  + to
                  + ", STREAM);"),
          onStream("nvshmemx_long_p_on_stream(" + f + ", 1, " + to + ", STREAM);"));
    }
    return contexts.perhaps(
        Line.of(
            choices.pick(
                p + "long_atomic_set(" + f + ", 1, " + to + ");",
                p + "long_atomic_add(" + f + ", 1, " + to + ");",
                p + "long_p(" + f + ", 1, " + to + ");",
                p + "long_atomic_inc(" + f + ", " + to + ");",
                "r = " + p + "long_atomic_swap(" + f + ", 1, " + to + ");",
                "*(volatile long *)" + p + "ptr(" + f + ", " + to + ") = 1;")));
  }

  /** Raises signal {@code signal} of a PE, perhaps after data. */
  Line signal(ExecutionSite from, int to, int word, int signal) {
    String operator = language.constants() + choices.pick("SIGNAL_SET", "SIGNAL_ADD");
    String rest = "1, " + operator + ", " + to + ");";
    if (!from.touchesMemory()) {
      return onStream(
          "nvshmemx_signal_op_on_stream(s + "
              + signal
              + ", 1, "
              + operator
              + ", "
              + to
              + ", STREAM);");
    }
    String put = "(x + " + word + ", y, 1, s + " + signal + ", " + rest;
    List<String> ways =
        new ArrayList<>(List.of(p + "long_put_signal" + put, p + "long_put_signal_nbi" + put));
    if (language == Language.CUDA) {
      ways.add("nvshmemx_signal_op(s + " + signal + ", " + rest);
    }
    return contexts.perhaps(Line.of(choices.pick(ways)));
  }

  /** Waits until a flag of the site's own PE is 1, or looks whether it is. */
  Line await(ExecutionSite at, int flag) {
    String f = at("f", flag);
    int pe = at.pe();
    String eq = language.constants() + "CMP_EQ";
    List<Line> ways = new ArrayList<>();
    ways.add(Line.of(p + "long_wait_until(" + f + ", " + eq + ", 1);"));
    ways.add(Line.of("while (!" + p + "long_test(" + f + ", " + eq + ", 1));"));
    ways.add(Line.of("while (" + p + "long_atomic_fetch(" + f + ", " + pe + ") != 1);"));
    ways.add(Line.of("while (" + p + "long_g(" + f + ", " + pe + ") != 1);"));
    ways.add(Line.of("while (*(volatile long *)(" + f + ") != 1);"));
    ways.add(Line.of("while (" + p + "long_atomic_fetch_add(" + f + ", 0, " + pe + ") != 1);"));
    ways.add(
        Line.of("while (" + p + "long_atomic_compare_swap(" + f + ", 1, 2, " + pe + ") != 1);"));
    ways.add(show("r = " + p + "long_test(" + f + ", " + eq + ", 1);"));
    ways.add(
        Line.of("for (int i = 0; i < 2 && !" + p + "long_test(" + f + ", " + eq + ", 1); i++);"));
    ways.add(several());
    ways.add(several());
    return contexts.perhaps(choices.pick(ways));
  }

  /** Waits for one or all of both flags, or looks. */
  Line several() {
    String eq = language.constants() + "CMP_EQ";
    int first = choices.next(2);
    String rest = ", " + eq + ", 1";
    String any = "_any(f, 2, NULL" + rest + ")";
    String some = "_some(f, 2, k, NULL" + rest + ")";
    String handSome = "hand_some(f, 2, k, NULL, 1, " + first + ", ";
    return switch (choices.next(6)) {
      case 0 ->
          show(
              "r = " + p + "long_test" + any + ";",
              "r = hand_any(f, 2, NULL, 1, " + first + ", 0);",
              HandWrittenCalls.ANY);
      case 1 ->
          show(
              "r = " + p + "long_wait_until" + any + ";",
              "r = hand_any(f, 2, NULL, 1, " + first + ", 1);",
              HandWrittenCalls.ANY);
      case 2 ->
          show(
              "size_t k[2] = {7, 7}; r = " + p + "long_test" + some + " * 100 + k[0] * 10 + k[1];",
              "size_t k[2] = {7, 7}; r = " + handSome + "0) * 100 + k[0] * 10 + k[1];",
              HandWrittenCalls.SOME);
      case 3 ->
          show(
              "size_t k[2] = {7, 7}; r = "
                  + p
                  + "long_wait_until"
                  + some
                  + " * 100 + k[0] * 10 + k[1];",
              "size_t k[2] = {7, 7}; r = " + handSome + "1) * 100 + k[0] * 10 + k[1];",
              HandWrittenCalls.SOME);
      case 4 ->
          show(
              "r = " + p + "long_test_all(f, 2, NULL" + rest + ");",
              "r = hand_all(f, 2, 1, " + first + ");",
              HandWrittenCalls.ALL);
      default ->
          Line.of(
              "while (" + p + "long_test" + any + " == SIZE_MAX);",
              "while (hand_any(f, 2, NULL, 1, " + first + ", 0) == SIZE_MAX);",
              HandWrittenCalls.ANY);
    };
  }

  /** Waits until a signal of the site's own PE is 1, or looks whether it is. */
  Line awaitSignal(ExecutionSite at, int signal) {
    String eq = language.constants() + "CMP_EQ";
    String s = "s + " + signal;
    List<Line> ways = new ArrayList<>();
    ways.add(Line.of(p + "signal_wait_until(" + s + ", " + eq + ", 1);"));
    ways.add(Line.of("while (" + p + "signal_fetch(" + s + ") != 1);"));
    ways.add(Line.of(p + "uint64_wait_until(" + s + ", " + eq + ", 1);"));
    ways.add(Line.of("while (!" + p + "uint64_test(" + s + ", " + eq + ", 1));"));
    ways.add(show("r = " + p + "signal_fetch(" + s + ");"));
    return contexts.perhaps(choices.pick(ways));
  }

  /** Waits until a counter has the bytes of a put, or looks. */
  Line awaitBytes() {
    int bytes = choices.pick(16, 16, 32);
    return choices.pick(
        Line.of("nvshmemx_signal_counted_wait_until(s, " + bytes + ");"),
        Line.of("while (nvshmemx_signal_counted_load(s) < " + bytes + ");"),
        show("r = nvshmemx_signal_counted_load(s);"));
  }

  // ---------------------------------------------------------------- addresses

  /** A word of an array: directly, or through a pointer that is computed. */
  private String at(String array, int word) {
    return choices.yes(1, 4)
        ? "(me < 9 ? " + array + " : " + array + " + 1) + " + word
        : array + " + " + word;
  }
}
