package org.shmemlab.conformance.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.shmemlab.model.choices.Choices;

/**
 * Draws calls of which a race decides one operand: the target, the value, the count, the context or
 * stream. Nothing but the call itself, while it is in flight, shows which it was.
 */
final class RacyOperands {
  /** An operand that is one of two. */
  private static final Pattern EITHER = Pattern.compile("\\[([^|\\[\\]]*)\\|([^|\\[\\]]*)\\]");

  private static final String X = "[x|x + 1]";
  private static final String Y = "[y|y + 1]";
  private static final String FETCHED = "[y + 2|y + 3]";
  private static final String S = "[s|s + 1]";
  private static final String N = "[1|2]"; // a value, a stride or a number of elements
  private static final String BYTES = "[8|16]";
  private static final String STREAM = "[a|b]";

  private final Choices choices;
  private final Language language;
  private final int pes;
  private final String p; // the prefix of every name
  private final ContextStatements contexts;

  RacyOperands(Choices choices, Language language, int pes, ContextStatements contexts) {
    this.choices = choices;
    this.language = language;
    this.pes = pes;
    this.p = language.prefix();
    this.contexts = contexts;
  }

  /** The first statements of every PE, so that it matters which word is read. */
  List<Line> start() {
    String set =
        language == Language.CUDA
            ? "nvshmem_long_p(x + 1, 4, me); nvshmem_long_p(y + 1, 3, me); "
            : "x[1] = 4; y[1] = 3; ";
    return List.of(Line.of(set + p + "barrier_all();"));
  }

  /**
   * A call with an operand that a flag decides.
   *
   * @param flag which word of {@code f}
   */
  Line call(ExecutionSite at, int flag) {
    String call = choices.pick(at.touchesMemory() ? ofMemory(at) : beside());
    return contexts.perhaps(Line.of("{ " + looked(at, flag) + " " + decided(call) + " }"));
  }

  // The flag, as it is now.
  private String looked(ExecutionSite at, int flag) {
    String f = "f + " + flag;
    int pe = at.pe();
    if (!at.touchesMemory()) {
      return choices.pick(
          "r = " + p + "long_g(" + f + ", " + pe + ");",
          "r = cudaStreamQuery(a) == cudaSuccess;",
          "r = cudaStreamQuery(b) == cudaSuccess;");
    }
    return choices.pick(
        "r = " + p + "long_atomic_fetch(" + f + ", " + pe + ");",
        "r = " + p + "long_test(" + f + ", " + language.constants() + "CMP_EQ, 1);",
        "r = " + p + "long_atomic_fetch_add(" + f + ", 0, " + pe + ");",
        "r = *(volatile long *)(" + f + ");");
  }

  // One of the operands that can be either is left to the flag, of each kind as often; the others
  // are mostly the first.
  private String decided(String call) {
    List<String> all = EITHER.matcher(call).results().map(MatchResult::group).toList();
    String kind = choices.pick(all.stream().distinct().toList());
    int open =
        choices.pick(
            IntStream.range(0, all.size()).filter(i -> all.get(i).equals(kind)).boxed().toList());
    Matcher either = EITHER.matcher(call);
    StringBuilder text = new StringBuilder();
    for (int i = 0; either.find(); i++) {
      String first = either.group(1);
      String second = either.group(2);
      either.appendReplacement(
          text,
          i == open ? "r ? " + first + " : " + second : choices.pick(first, first, first, second));
    }
    return either.appendTail(text).toString();
  }

  private String pe() {
    return pes == 1 ? "0" : "[0|1]";
  }

  private List<String> ofMemory(ExecutionSite at) {
    String pe = ", " + pe() + ");";
    String signal = "[%1$sSIGNAL_SET|%1$sSIGNAL_ADD]".formatted(language.constants());
    String compared = "[%1$sCMP_EQ|%1$sCMP_GE]".formatted(language.constants());
    String strided = join(N, N, N) + pe;
    List<String> ways = new ArrayList<>();
    ways.add(p + "long_p(" + join(X, N) + pe);
    ways.add(p + "long_put(" + join(X, Y, N) + pe);
    ways.add(p + "long_put_nbi(" + join(X, Y, N) + pe);
    ways.add(p + "long_iput(" + join(X, Y) + ", " + strided);
    ways.add(p + "long_get(" + join(Y, X, N) + pe);
    ways.add(p + "long_get_nbi(" + join(Y, X, N) + pe);
    ways.add(p + "long_iget(" + join("y", X) + ", " + strided);
    ways.add(p + "long_atomic_add(" + join(X, N) + pe);
    ways.add(p + "long_atomic_set(" + join(X, N) + pe);
    ways.add(p + "long_put_signal(" + join(X, Y, N, S, N, signal) + pe);
    ways.add(p + "long_put_signal_nbi(" + join(X, Y, N, S, N, signal) + pe);
    ways.add(p + "long_wait_until(" + join("[f|f + 1]", compared, N) + ");");
    ways.add("memcpy(" + join(X, Y, BYTES) + ");");
    ways.add("memset(" + join(X, N, BYTES) + ");");
    if (at.kind() == ExecutionSite.Kind.DEVICE) {
      ways.add("nvshmemx_signal_op(" + join(S, N, signal) + pe);
      ways.add("atomicAdd((unsigned long long *)(" + X + "), " + N + ");");
    } else {
      ways.add(p + "long_atomic_fetch_add_nbi(" + join(FETCHED, X, N) + pe);
      ways.add(p + "long_atomic_compare_swap_nbi(" + join(FETCHED, X, "[0|1]", N) + pe);
      if (contexts.isThere()) {
        String context = "([c|SHMEM_CTX_DEFAULT]";
        ways.add(p + "ctx_long_put_nbi" + context + ", " + join(X, Y, N) + pe);
        ways.add(p + "ctx_long_atomic_add" + context + ", " + join(X, N) + pe);
        ways.add(p + "ctx_quiet" + context + ");");
        ways.add(p + "ctx_fence" + context + ");");
      }
    }
    return ways;
  }

  private List<String> beside() {
    String pe = ", " + pe();
    String onStream = pe + ", " + STREAM + ");";
    String last = STREAM + ");";
    return List.of(
        "nvshmem_long_p(" + join(X, N) + pe + ");",
        "nvshmem_long_put_nbi(" + join(X, Y, N) + pe + ");",
        "nvshmemx_long_put_on_stream(" + join(X, Y, N) + onStream,
        "nvshmemx_long_get_on_stream(" + join(Y, X, N) + onStream,
        "nvshmemx_signal_op_on_stream("
            + join(S, N, "[NVSHMEM_SIGNAL_SET|NVSHMEM_SIGNAL_ADD]")
            + onStream,
        "cudaMemcpyAsync(" + join(X, "[d|d + 1]", BYTES) + ", cudaMemcpyDeviceToDevice, " + last,
        "cudaMemcpyAsync(" + join("[d|d + 1]", X, BYTES) + ", cudaMemcpyDeviceToDevice, " + last,
        "cudaMemsetAsync(" + join(X, N, BYTES) + ", " + last,
        "nvshmemx_quiet_on_stream(" + last,
        "nvshmemx_flush_on_stream(" + last,
        "cudaEventRecord(e, " + last,
        "cudaStreamWaitEvent(" + STREAM + ", e, 0);",
        "cudaStreamSynchronize(" + last);
  }

  private static String join(String... operands) {
    return String.join(", ", operands);
  }
}
