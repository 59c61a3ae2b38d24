package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Holds a program as text.
 *
 * <p>Its symmetric memory is the same with both SHMEMs: {@code x} and {@code y} hold data, {@code
 * f} words for atomics, {@code s} signals and {@code t} text. A CUDA program has device memory
 * {@code d}, and perhaps memory {@code v} of the host that its GPU reaches. One with NCCL has the
 * words of {@link NcclStatements}.
 *
 * @param pes how many PEs run it
 * @param profile under which it is judged
 * @param start what every PE does first
 * @param functions kernels or functions of host threads
 * @param hosts what {@code main} does on each PE
 */
public record WholeProgram(
    Language language,
    int pes,
    Profile profile,
    ImmutableList<Line> start,
    ImmutableList<DraftFunction> functions,
    ImmutableList<ImmutableList<Line>> hosts) {

  /** The name of the function in which it starts. */
  static final String MAIN = "main";

  /**
   * The names that statements use besides the memory that every program has, with their
   * declarations.
   */
  private static final ImmutableMap<String, String> OF_OPENSHMEM =
      ImmutableMap.<String, String>builder()
          .put("&m", "static shmem_team_t m = SHMEM_TEAM_INVALID;")
          .put("&c", "static shmem_ctx_t c;")
          .put("&k", "static shmem_ctx_t k = SHMEM_CTX_INVALID;")
          .put("&u", "static shmem_team_t u;")
          .put("z = ", "static long *z;")
          .buildOrThrow();

  /** And between threads of a host. */
  private static final ImmutableMap<String, String> OF_HOST_THREADS =
      ImmutableMap.of(
          "there", "static long there;",
          "&told", "static pthread_cond_t told = PTHREAD_COND_INITIALIZER;",
          "q + ", array("pthread_mutex_t q", "PTHREAD_MUTEX_INITIALIZER"),
          "rw + ", array("pthread_rwlock_t rw", "PTHREAD_RWLOCK_INITIALIZER"),
          "&sem", "static sem_t sem;",
          "&gate", "static pthread_barrier_t gate;");

  /** The first lines of every kernel of a program with NCCL: {@link NcclStatements}. */
  private static final String OF_NCCL =
      """
        int me = comm.rank;
        ncclGin gin0(comm, 0), gin1(comm, 1);
        int q0 = comm.queues[0], q1 = comm.queues[1];
        long *all = (long *)ncclGetLocalPointer(window, 0);
        long &x = all[0], &y = all[1], &v = all[2], &w = all[3];
        uint64_t &t = *(uint64_t *)(all + 4);
        uint64_t &s = comm.signals[0], &h = comm.shadows[0], &c = comm.counters[0];
        uint64_t *b = comm.signals + comm.worldGinBarrier.signal0;
      """;

  /** The first lines of its main function. */
  private static final String START_OF_NCCL =
      """
        int me, ranks;
        MPI_Init(NULL, NULL);
        MPI_Comm_rank(MPI_COMM_WORLD, &me);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        cudaSetDevice(me);
        ncclUniqueId id;
        if (me == 0) ncclGetUniqueId(&id);
        MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
        ncclComm_t world;
        ncclCommInitRank(&world, ranks, id, me);
        long *memory, given[16] = {0, 0, 1, 2};
        ncclWindow_t window;
        ncclMemAlloc((void **)&memory, sizeof given);
        cudaMemcpy(memory, given, sizeof given, cudaMemcpyHostToDevice);
        ncclCommWindowRegister(world, memory, sizeof given, &window, NCCL_WIN_COLL_SYMMETRIC);
        ncclDevComm comm;
        ncclDevCommRequirements needed = NCCL_DEV_COMM_REQUIREMENTS_INITIALIZER;
        needed.ginConnectionType = NCCL_GIN_CONNECTION_FULL;
        needed.ginContextCount = 2;
        needed.ginSignalCount = needed.ginCounterCount = 1;
        needed.worldGinBarrierCount = needed.lsaBarrierCount = 1;
        ncclDevCommCreate(world, &needed, &comm);
        cudaStream_t a;
        cudaStreamCreate(&a);
      """;

  /** The argument of the thread of a CUDA program's host. */
  private static final String GIVEN =
      """
      struct Given {
        long *x, *y, *f;
        uint64_t *s;
        char *t;
        long *d;
        nvshmem_team_t m;
        long *v;
        cudaStream_t a, b;
        cudaEvent_t e;
      };
      """;

  private static String array(String name, String value) {
    return "static %1$s[2] = {%2$s, %2$s};".formatted(name, value);
  }

  /** Whether some statement can be written by hand. */
  public boolean hasHandwork() {
    return !lines().allMatch(Line::isSimple);
  }

  /** Whether what is written by hand ends in no way that the library's calls exclude. */
  boolean handworkKeepsOrders() {
    return lines().noneMatch(Line::ordersLess);
  }

  /** How its file ends. */
  public String suffix() {
    return language.suffix();
  }

  /** The source file. */
  public SourceFile file(Spelling spelling) {
    return new SourceFile("program" + language.suffix(), text(spelling));
  }

  private Stream<Line> lines() {
    return Stream.concat(
        functions.stream().flatMap(DraftFunction::lines), hosts.stream().flatMap(List::stream));
  }

  // ---------------------------------------------------------------- text

  /** The source. */
  public String text(Spelling spelling) {
    StringBuilder text = new StringBuilder(language.includes()).append('\n');
    declarations(spelling).forEach(one -> text.append(one).append('\n'));
    return text.append(body(spelling)).toString();
  }

  /**
   * The declarations that its functions use, each of the same text in every program that uses it,
   * so that several programs can share it.
   */
  ImmutableList<String> declarations(Spelling spelling) {
    ImmutableList.Builder<String> all = ImmutableList.builder();
    if (language == Language.OPENSHMEM) {
      all.add("static long x[4], y[4], f[2], l[2];\nstatic uint64_t s[2];\nstatic char t[8];");
      OF_OPENSHMEM.forEach((used, declaration) -> all.addAll(declared(used, declaration)));
    }
    OF_HOST_THREADS.forEach((used, declaration) -> all.addAll(declared(used, declaration)));
    all.addAll(declared("struct Given", GIVEN));
    all.addAll(declared("o = 1", "static _Thread_local long o;"));
    all.addAll(
        declared("called", "static long h;\nstatic void called(void *unused) { h = h + 1; }"));
    if (spelling == Spelling.BY_HAND) {
      lines()
          .flatMap(line -> line.helpers().stream())
          .sorted()
          .distinct()
          .forEach(helper -> all.add(helper.text(language)));
    }
    return all.build();
  }

  /** The names of its functions, which other programs have as well. */
  ImmutableList<String> names() {
    return Stream.concat(functions.stream().map(DraftFunction::name), Stream.of(MAIN))
        .collect(ImmutableList.toImmutableList());
  }

  /** Its functions. */
  String body(Spelling spelling) {
    StringBuilder text = new StringBuilder();
    for (DraftFunction function : functions) {
      append(text, function, spelling);
    }
    main(text, spelling);
    return text.toString();
  }

  private void append(StringBuilder text, DraftFunction function, Spelling spelling) {
    boolean alone = function.agents() == 1;
    if (function.isKernel()) {
      text.append("__global__ void ")
          .append(function.name())
          .append(
              language == Language.NCCL
                  ? "(ncclDevComm comm, ncclWindow_t window) {\n" + OF_NCCL
                  : """
                  (long *x, long *y, long *f, uint64_t *s, char *t, long *d, nvshmem_team_t m, long *v) {
                    int me = nvshmem_my_pe();
                  """)
          .append(alone ? "" : "  int agent = blockIdx.x * blockDim.x + threadIdx.x;\n");
      if (uses(function, "w[")) {
        text.append("  __shared__ long w[2];\n");
      }
    } else {
      text.append("static void *").append(function.name()).append("(void *given) {\n");
      if (language == Language.CUDA) {
        text.append("  auto [x, y, f, s, t, d, m, v, a, b, e] = *(struct Given *)given;\n");
      }
      text.append("  int me = ").append(language.prefix()).append("my_pe();\n");
    }
    text.append("  long r = 0;\n");
    for (int pe = 0; pe < pes; pe++) {
      List<Part> parts = function.pes().get(pe);
      if (parts.stream().flatMap(Part::all).findAny().isPresent()) {
        text.append("  if (me == ").append(pe).append(") {\n");
        for (Part part : parts) {
          append(text, part, alone, spelling);
        }
        text.append("  }\n");
      }
    }
    text.append(function.isKernel() ? "}\n\n" : "  return NULL;\n}\n\n");
  }

  private static void append(StringBuilder text, Part part, boolean alone, Spelling spelling) {
    switch (part) {
      case Part.Together together -> append(text, together.lines(), "    ", spelling);
      case Part.Apart apart -> {
        for (int agent = 0; agent < apart.agents().size(); agent++) {
          List<Line> lines = apart.agents().get(agent);
          if (alone) {
            append(text, lines, "    ", spelling);
          } else if (!lines.isEmpty()) {
            text.append("    if (agent == ").append(agent).append(") {\n");
            append(text, lines, "      ", spelling);
            text.append("    }\n");
          }
        }
      }
    }
  }

  private static void append(
      StringBuilder text, List<Line> lines, String indent, Spelling spelling) {
    for (Line line : lines) {
      text.append(indent).append(line.text(spelling)).append('\n');
    }
  }

  // The declaration of what some statement uses.
  private ImmutableList<String> declared(String used, String declaration) {
    return Stream.concat(start.stream(), lines()).anyMatch(line -> line.library().contains(used))
        ? ImmutableList.of(declaration)
        : ImmutableList.of();
  }

  private static boolean uses(DraftFunction function, String word) {
    return function.lines().anyMatch(line -> line.library().contains(word));
  }

  private static void allocate(StringBuilder text, String type, String name, int words) {
    text.append(
        "  %s *%s = (%s *)nvshmem_calloc(%d, sizeof(%s));\n"
            .formatted(type, name, type, words, type));
  }

  private void main(StringBuilder text, Spelling spelling) {
    text.append("int main(void) {\n  long r = 0;\n");
    if (language == Language.NCCL) {
      text.append(START_OF_NCCL);
    } else {
      start(text);
    }
    append(text, start, "  ", spelling);
    for (int pe = 0; pe < pes; pe++) {
      if (!hosts.get(pe).isEmpty()) {
        text.append("  if (me == ").append(pe).append(") {\n");
        append(text, hosts.get(pe), "    ", spelling);
        text.append("  }\n");
      }
    }
    text.append(language.hasKernels() ? "  cudaDeviceSynchronize();\n" : "");
    String end = language == Language.NCCL ? "MPI_Finalize" : language.prefix() + "finalize";
    text.append("  ").append(end).append("();\n  return 0;\n}\n");
  }

  private void start(StringBuilder text) {
    boolean threads = functions.stream().anyMatch(function -> !function.isKernel());
    String init =
        threads
            ? "  int level;\n  %1$sinit_thread(%2$sTHREAD_MULTIPLE, &level);\n"
            : "  %1$sinit();\n";
    text.append(init.formatted(language.prefix(), language.constants()));
    if (language == Language.CUDA) {
      allocate(text, "long", "x", 4);
      allocate(text, "long", "y", 4);
      allocate(text, "long", "f", 2);
      allocate(text, "uint64_t", "s", 2);
      allocate(text, "char", "t", 8);
      text.append("  long *d;\n  cudaMalloc((void **)&d, 4 * sizeof(long));\n");
      text.append("  cudaStream_t a, b;\n  cudaEvent_t e;\n");
      text.append("  cudaStreamCreate(&a);\n  cudaStreamCreate(&b);\n  cudaEventCreate(&e);\n");
      text.append("  nvshmem_team_t m = NVSHMEM_TEAM_INVALID;\n  long *v = NULL;\n");
      text.append("  int me = nvshmem_my_pe();\n");
    } else {
      text.append("  int me = shmem_my_pe();\n");
      text.append(threads ? "  pthread_t a = 0, b = 0;\n" : "");
    }
  }
}
