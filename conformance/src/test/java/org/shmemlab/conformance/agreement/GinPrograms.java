package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Draws small programs of the calls that NCCL's device interface is made of, as litmus tests: two
 * or three ranks that put, get, signal, count, flush, wait and look.
 */
final class GinPrograms {
  private static final String PUT = "__shmemlab_nccl_put(&%x, &%v, 8, %pe, 1);";
  private static final String PUT_WEAK =
      "__shmemlab_nccl_put_signal(&%x, &%v, 8, &%s, 1, NVSHMEM_SIGNAL_ADD, %pe, 1);";
  private static final String PUT_STRONG = PUT + " __shmemlab_nccl_strong(&%s, 1, %pe, 1);";
  private static final String PUT_COUNTED = PUT + " __shmemlab_nccl_count(&c, &%v, %me, 1);";
  private static final String VALUE = "__shmemlab_nccl_value(&%x, &%v, 8, %pe, 1);";
  private static final String WEAK = "__shmemlab_nccl_signal(&%s, 1, NVSHMEM_SIGNAL_ADD, %pe, 1);";
  private static final String STRONG = "__shmemlab_nccl_strong(&%s, 1, %pe, 1);";
  private static final String GET = "__shmemlab_nccl_get(&%y, &%x, 8, %pe, 1);";
  private static final String FLUSH = "__shmemlab_nccl_flush(1);";
  private static final String WAIT = "__shmemlab_nccl_wait(&%s, NVSHMEM_CMP_GE, %n);";
  private static final String WAIT_COUNTER = "__shmemlab_nccl_wait(&c, NVSHMEM_CMP_GE, 1);";
  private static final String READ_SIGNAL = "uint64_t %r = __shmemlab_nccl_read(&%s);";
  private static final String LOAD = "long %r = %x;";
  private static final String STORE = "%v = 3;";

  private static final ImmutableList<String> SENDS =
      ImmutableList.of(PUT, PUT_WEAK, PUT_STRONG, PUT_COUNTED, VALUE, GET);
  private static final ImmutableList<String> BETWEEN =
      ImmutableList.of(FLUSH, WAIT_COUNTER, WEAK, STRONG, PUT_WEAK, PUT_STRONG);
  private static final ImmutableList<String> LAST = ImmutableList.of(STORE, STRONG, WEAK, FLUSH);
  private static final ImmutableList<String> WAITS = ImmutableList.of(WAIT, WAIT, READ_SIGNAL);
  private static final ImmutableList<String> LOOKS = ImmutableList.of(LOAD, LOAD, GET, PUT_WEAK);
  private static final ImmutableList<String> SIGNALS =
      ImmutableList.of(WEAK, STRONG, PUT_WEAK, PUT_STRONG, WAIT, READ_SIGNAL, FLUSH);

  private final SplittableRandom random;

  GinPrograms(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** The text of the next program. */
  String next() {
    int pes = random.nextInt(4) == 0 ? 3 : 2;
    boolean ofSignals = random.nextInt(4) == 0;
    StringBuilder text = new StringBuilder("C GIN\n\"Drawn.\"\npes " + pes + "\n");
    text.append(
        "{ long x; long y; long v = 1; long w = 2; uint64_t s; uint64_t t; uint64_t c; }\n");
    List<String> seen = new ArrayList<>();
    for (int pe = 0; pe < pes; pe++) {
      List<ImmutableList<String>> parts =
          ofSignals
              ? List.of(SIGNALS, SIGNALS, SIGNALS)
              : pe == 0 ? List.of(SENDS, BETWEEN, LAST) : List.of(WAITS, LOOKS);
      text.append("P" + pe + " {\n");
      for (ImmutableList<String> part : parts) {
        if (random.nextInt(6) > 0) {
          text.append("  " + statement(part, pes, pe, seen) + "\n");
        }
      }
      text.append("}\n");
    }
    seen.add("x@1 = 0");
    seen.add("s@1 = 0");
    return text + "exists (" + seen.stream().collect(Collectors.joining(" /\\ ")) + ")\n";
  }

  private String statement(ImmutableList<String> part, int pes, int pe, List<String> seen) {
    String statement = part.get(random.nextInt(part.size()));
    int other = random.nextInt(5) == 0 ? pe : (pe + 1 + random.nextInt(pes - 1)) % pes;
    String register = "r" + seen.size();
    if (statement.contains("%r")) {
      seen.add(pe + ":" + register + " = 0");
    }
    boolean second = random.nextInt(3) == 0;
    return statement
        .replace("%x", second ? "y" : "x")
        .replace("%y", second ? "x" : "y")
        .replace("%v", random.nextInt(3) == 0 ? "w" : "v")
        .replace("%s", random.nextInt(5) == 0 ? "t" : "s")
        .replace("%n", random.nextInt(3) == 0 ? "2" : "1")
        .replace("%pe", String.valueOf(other))
        .replace("%me", String.valueOf(pe))
        .replace("%r", register);
  }

  /** The program of a text. */
  static LitmusProgram program(String text) {
    var compiled = Litmus.compile(new SourceFile("gin.litmus", text));
    return Objects.requireNonNull(compiled.program(), () -> text + compiled);
  }
}
