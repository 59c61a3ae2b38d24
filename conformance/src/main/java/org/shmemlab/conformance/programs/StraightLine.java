package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.spec.Switch;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Reads a whole program as a litmus test, where it is one: its agents start together, or those of a
 * PE after its host has ended, and each executes its statements once. The test asks for the printed
 * values: number N of what is printed is the complement of the register {@code oN}, as printing a
 * value waits for it, and copying it does not.
 */
final class StraightLine {
  private static final Pattern SHOWN =
      Pattern.compile("\\{ (r = .*;) printf\\(\"(\\d+): %ld\\\\n\", r\\); \\}");
  private static final Pattern POINTER =
      Pattern.compile("\\(me < 9 \\? (\\w+) : \\w+ \\+ 1\\) \\+ (\\d)|\\b([xyfs]) \\+ (\\d)");
  private static final Pattern LOADED = Pattern.compile("\\*\\((?:&)?(\\w+\\[\\d\\])\\)");
  private static final Pattern POLL = Pattern.compile("while \\(!(\\w+)_test(\\(.*\\))\\);");
  private static final Pattern COPIED =
      Pattern.compile("memcpy\\(&(\\w\\[\\d\\]), &(\\w\\[\\d\\]), 8\\);");
  private static final Pattern FILLED = Pattern.compile("memset\\(&(\\w\\[\\d\\]), 1, 8\\);");
  private static final Pattern QUEUE = Pattern.compile("\\bq(\\d)\\b");
  private static final Pattern STREAMS =
      Pattern.compile(
          "cudaDeviceSynchronize.*|cudaStreamSynchronize.*|cudaEvent.*|while \\(cuda.*");
  private static final Pattern ARRAY = Pattern.compile("([(,] ?)([xyfs])(?=[,)])");

  private final WholeProgram program;
  private final List<String> asked = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  private StraightLine(WholeProgram program) {
    this.program = program;
  }

  /** The litmus test; empty where the program is none. */
  static Optional<LitmusProgram> of(WholeProgram program) {
    return new StraightLine(program)
        .text()
        .map(text -> Litmus.compile(new SourceFile("program.litmus", text)).program());
  }

  /** The text of the test, which need not be one that litmus tests can be. */
  private Optional<String> text() {
    boolean cuda = program.language().hasKernels();
    if (!program.start().isEmpty()
        || (cuda && !program.functions().stream().allMatch(DraftFunction::isKernel))) {
      return Optional.empty(); // contexts, teams, threads of a CUDA program's host
    }
    if (cuda && program.functions().stream().anyMatch(StraightLine::hasVolatile)) {
      return Optional.empty(); // to a GPU these are atomics, to a litmus test loads and stores
    }
    boolean nccl = program.language() == Language.NCCL;
    if (nccl
        && program.profile().has(Switch.FLUSH_DRAINS_CONTEXT)
        && program.functions().stream().anyMatch(function -> function.agents() > 1)) {
      return Optional.empty(); // the axioms' flush is about its own thread's operations
    }
    text.append("C program\n\"A whole program.\"\n\n");
    text.append(
        nccl
            ? "{ long x; long y; long v = 1; long w = 2; uint64_t s; uint64_t t; uint64_t h;"
                + " uint64_t c; uint64_t b[3]; }\n\n"
            : "{ long x[4]; long y[4]; long f[2]; uint64_t s[2]; }\n\n");
    for (int pe = 0; pe < program.pes(); pe++) {
      boolean written = cuda ? cuda(pe) : host(pe);
      if (!written) {
        return Optional.empty();
      }
    }
    asked.add(nccl ? "x@0 = 9" : "x[3]@0 = 9");
    return Optional.of(
        text + "exists (" + String.join(" /\\ ", asked) + ")\n\nexpect nvshmem: forbidden\n");
  }

  // Of NCCL, litmus tests have what its header is made of.
  private Spelling spelling() {
    return program.language() == Language.NCCL ? Spelling.BY_HAND : Spelling.LIBRARY;
  }

  private static boolean hasVolatile(DraftFunction function) {
    return function.lines().anyMatch(line -> line.library().contains("volatile"));
  }

  // The first thread next to others, and nothing after them.
  private boolean host(int pe) {
    List<String> lines = new ArrayList<>();
    boolean joined = false;
    for (Line line : program.hosts().get(pe)) {
      boolean joins = line.library().startsWith("pthread_join");
      if (joined && !joins) {
        return false;
      }
      joined |= joins;
      if (!joins && !line.library().startsWith("pthread_create")) {
        lines.add(line.library());
      }
    }
    List<List<String>> agents = new ArrayList<>();
    agents.add(lines);
    agents.addAll(threads(pe));
    write(pe, agents);
    return true;
  }

  // The host's statements before its kernels, and none after; one kernel if its threads meet.
  private boolean cuda(int pe) {
    List<String> before = new ArrayList<>();
    int launched = 0;
    for (Line line : withoutLast(program.hosts().get(pe))) {
      boolean launches = line.library().contains("<<<") || line.library().contains("_launch(");
      if (launched > 0 && !launches && !line.library().startsWith("void *g")) {
        return false;
      }
      launched += launches ? 1 : 0;
      if (!launches && !line.library().startsWith("void *g")) {
        before.add(line.library());
      }
    }
    if (launched > Draft.STREAMS) {
      return false; // two kernels on one stream: one after the other
    }
    boolean meets =
        program.functions().stream()
            .flatMap(function -> function.pes().get(pe).stream())
            .anyMatch(
                part -> part instanceof Part.Together together && !together.lines().isEmpty());
    if (meets && program.functions().size() > 1) {
      return false;
    }
    if (!before.isEmpty()) {
      write(pe, ".host", before);
    }
    write(pe, threads(pe));
    return true;
  }

  // The host may wait for its streams at last: nothing follows.
  private static List<Line> withoutLast(List<Line> host) {
    int count = host.size();
    while (count > 0 && STREAMS.matcher(host.get(count - 1).library()).matches()) {
      count--;
    }
    return host.subList(0, count);
  }

  private List<List<String>> threads(int pe) {
    List<List<String>> agents = new ArrayList<>();
    for (DraftFunction function : program.functions()) {
      for (int agent = 0; agent < function.agents(); agent++) {
        List<String> lines = new ArrayList<>();
        for (Part part : function.pes().get(pe)) {
          ImmutableList<Line> own =
              switch (part) {
                case Part.Together together -> together.lines();
                case Part.Apart apart -> apart.agents().get(agent);
              };
          own.forEach(line -> lines.add(line.text(spelling())));
        }
        agents.add(lines);
      }
    }
    return agents;
  }

  private void write(int pe, List<List<String>> agents) {
    List<List<String>> busy = agents.stream().filter(lines -> !lines.isEmpty()).toList();
    if (busy.size() < 2) {
      write(pe, "", busy.isEmpty() ? List.of() : busy.get(0));
      return;
    }
    for (int agent = 0; agent < busy.size(); agent++) {
      write(pe, "." + (char) ('a' + agent), busy.get(agent));
    }
  }

  private void write(int pe, String name, List<String> lines) {
    text.append("P").append(pe).append(name).append(" {\n  long r = 0;\n");
    for (String line : lines) {
      Matcher shown = SHOWN.matcher(line);
      if (shown.matches()) {
        text.append("  ").append(statement(shown.group(1))).append('\n');
        text.append("  long o").append(shown.group(2)).append(" = ~r;\n");
        asked.add(pe + name + ":o" + shown.group(2) + " = 0");
      } else {
        text.append("  ").append(statement(line)).append('\n');
      }
    }
    text.append("}\n\n");
  }

  // Litmus tests name elements, know no address of a whole array, and call by NVSHMEM's names. A
  // loop of tests is one that says yes, perhaps after others that say no; copies are of a word.
  private static String statement(String line) {
    String elements =
        POINTER
            .matcher(
                line.replaceAll("\\bshmem_", "nvshmem_")
                    .replaceAll("\\bSHMEM_", "NVSHMEM_")
                    .replace("__shmemlab_nccl_pointer", "nvshmem_ptr"))
            .replaceAll(found ->
                found.group(1) != null
                    ? "&" + found.group(1) + "[" + found.group(2) + "]"
                    : "&" + found.group(3) + "[" + found.group(4) + "]");
    elements = QUEUE.matcher(elements).replaceAll("$1 + 1");
    String loads = LOADED.matcher(elements).replaceAll("$1");
    String words = ARRAY.matcher(loads).replaceAll("$1&$2[0]");
    String looks = POLL.matcher(words).replaceAll("$1_test$2; $1_wait_until$2;");
    String copies = COPIED.matcher(looks).replaceAll("$1 = $2;");
    return FILLED.matcher(copies).replaceAll("$1 = " + 0x0101010101010101L + ";");
  }
}
