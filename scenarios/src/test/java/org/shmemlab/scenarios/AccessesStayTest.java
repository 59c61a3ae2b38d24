package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Functions of statements drawn at random: the instructions of each line are exactly the accesses
 * that the line writes down, of memory that other agents can observe.
 */
class AccessesStayTest {
  private static final int STATEMENTS = 120;

  /** A statement in terms of variables A, B and C of a type, and its accesses. */
  private record Form(String text, ImmutableList<String> accesses) {}

  private static Form form(String text, String... accesses) {
    return new Form(text, ImmutableList.copyOf(accesses));
  }

  private static final ImmutableList<Form> FORMS =
      ImmutableList.of(
          form("t += A;", "load"),
          form("A = t;", "store"),
          form("A = 1; A = 2;", "store", "store"),
          form("A = A;", "load", "store"),
          form("t = A + A;", "load", "load"),
          form("A = B + C;", "load", "load", "store"),
          form("A += 3;", "load", "store"),
          form("A++;", "load", "store"),
          form("if (A) B = A;", "load", "load", "store"),
          form("t += A ? B : C;", "load", "load", "load"),
          form("for (int k = 0; k < 4; k++) A = k;", "store"),
          form("for (int k = 0; k < 4; k++) t += A;", "load"),
          form("{ long unused = A; (void)unused; }", "load"),
          form("{ long x = A; t += x; t -= x; }", "load"),
          form("*p = p[1];", "load", "store"),
          form("p[0] = p[0] + p[0];", "load", "load", "store"),
          form("p[2] = 1; p[3] = 1;", "store", "store"),
          form("t += p[t & 3] + p[t & 3];", "load", "load"),
          form("while (*(volatile int *)p < 0) {}", "volatile load"),
          form("v = v;", "volatile load", "volatile store"),
          form("v; v;", "volatile load", "volatile load"),
          form("one = two;", "copy"),
          form("one = two; one = two;", "copy", "copy"),
          form("one.b = two.a;", "load", "store"),
          form("one.a = 1; one.b = 1;", "store", "store"),
          form("one.few = 3;", "load", "store"),
          form("t += one.few + one.few;", "load", "load"),
          form("__atomic_fetch_add(p, 1, __ATOMIC_RELAXED);", "atomic"),
          form("t += __atomic_load_n(p, __ATOMIC_RELAXED);", "atomic"),
          form("__atomic_store_n(p, 1, __ATOMIC_RELAXED);", "atomic"));

  private static final ImmutableList<String> TYPES =
      ImmutableList.of("char", "short", "int", "long", "float", "double");

  @ParameterizedTest
  @CsvSource({
    "program.c, 1",
    "program.c, 2",
    "program.c, 3",
    "program.cpp, 4",
    "program.cpp, 5",
    "program.cu, 6",
    "program.cu, 7",
    "program.cu, 8"
  })
  void everyLineHasItsAccesses(String file, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean device = file.endsWith(".cu");
    ListMultimap<Integer, String> expected = MultimapBuilder.treeKeys().arrayListValues().build();
    StringBuilder text = new StringBuilder();
    String where = device ? "__device__ " : "";
    text.append("struct Some { int a, b; unsigned few : 3, more : 5; int rest[4]; };\n");
    text.append(where + "struct Some one, two;\n" + where + "volatile int v;\n");
    for (String type : TYPES) {
      text.append(where + type + " " + names(type, 0) + ", " + names(type, 1) + ";\n");
    }
    text.append(device ? "__global__ void f(int *p) {\n" : "void f(int *p) {\n");
    text.append("long t = 0;\n");
    int line = 3 + TYPES.size() + 2;
    for (int i = 0; i < STATEMENTS; i++) {
      Form form = FORMS.get(random.nextInt(FORMS.size()));
      String type = TYPES.get(random.nextInt(TYPES.size()));
      line++;
      text.append(
          form.text
              .replaceAll("\\bA\\b", names(type, random.nextInt(2)))
              .replaceAll("\\bB\\b", names(type, random.nextInt(2)))
              .replaceAll("\\bC\\b", names(type, random.nextInt(2)))
              .concat("\n"));
      for (String access : form.accesses) {
        // a volatile access of a GPU is a relaxed atomic (PTX ISA, "Volatile Operation")
        expected.put(line, device && access.startsWith("volatile") ? "atomic" : access);
      }
    }
    text.append("}\nint main(void) {\n");
    text.append(device ? "f<<<1, 1>>>(nullptr);\n" : "int own[4];\nf(own);\n");
    text.append("return 0;\n}\n");
    assertThat(accesses(file, text.toString())).as("%s", text).isEqualTo(sorted(expected));
  }

  private static String names(String type, int which) {
    return type.charAt(0) + "_" + type + which;
  }

  private static ImmutableListMultimap<Integer, String> accesses(String file, String text) {
    CudaC.Compiled compiled = CudaC.compile(new SourceFile(file, text));
    Program program =
        Objects.requireNonNull(compiled.program(), () -> compiled.diagnostics().toString());
    AgentCode code =
        program.functions().stream()
            .filter(function -> function.name().equals("f"))
            .filter(function -> function.kernel() == file.endsWith(".cu"))
            .findFirst()
            .orElseThrow();
    ListMultimap<Integer, String> found = MultimapBuilder.treeKeys().arrayListValues().build();
    for (int i = 0; i < code.body().size(); i++) {
      String access =
          switch (code.body().get(i)) {
            case Instruction.Load load -> load.isVolatile() ? "volatile load" : "load";
            case Instruction.Store store -> store.isVolatile() ? "volatile store" : "store";
            case Instruction.Copy _ -> "copy";
            case Instruction.Atomic _ -> "atomic";
            default -> "";
          };
      if (!access.isEmpty()) {
        found.put(code.lines().get(i).line(), access);
      }
    }
    return sorted(found);
  }

  private static ImmutableListMultimap<Integer, String> sorted(
      ListMultimap<Integer, String> accesses) {
    ImmutableListMultimap.Builder<Integer, String> all = ImmutableListMultimap.builder();
    accesses.asMap().forEach((line, some) -> all.putAll(line, some.stream().sorted().toList()));
    return all.build();
  }
}
