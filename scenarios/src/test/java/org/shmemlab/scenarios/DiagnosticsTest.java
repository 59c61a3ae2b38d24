package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said about wrong sources: one line each, at the right place, and no more than needed. */
class DiagnosticsTest {
  private static final String PROLOGUE =
      """
      #include <stdio.h>
      #include <nvshmem.h>
      struct S { int a; };
      __device__ int dev(int x) { return x; }
      int host(int x) { return x; }
      __global__ void kern(int *p) { p[0] = 1; }
      int main() { int i = 0; int *p = 0; const int c = 3; S s;
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "foo = 3;                | 'foo' was not declared",
        "foo(i);                 | 'foo' was not declared",
        "host(foo);              | 'foo' was not declared",
        "Missing *m;             | unknown type 'Missing'",
        "i = \"text\";           | cannot convert 'const char *' to 'int'",
        "p = 3.5;                | cannot convert 'double' to 'int *'",
        "p = &s;                 | cannot convert 'S *' to 'int *'",
        "c = 4;                  | assignment of read-only 'c'",
        "5 = i;                  | '5' is not assignable",
        "s.b = 1;                | 'S' has no member 'b'",
        "i.b = 1;                | 'int' has no members",
        "*i = 1;                 | 'int' is not a pointer",
        "i = s + 1;              | no such operator for 'S' and 'int'",
        "i = 1.5 % 2;            | operator needs integers, not 'double' and 'int'",
        "host();                 | too few arguments to 'host': 0 given, 1 declared",
        "host(1, 2);             | too many arguments to 'host': 2 given, 1 declared",
        "dev(1);                 | 'dev' is called from host code but is not __host__",
        "kern(p);                | kernel 'kern' needs a launch: <<<grid, block>>>",
        "host<<<1, 1>>>(1);      | 'host' is no __global__ function",
        "nvshmem_int_p(p, 1);    | wrong number of arguments to nvshmem_int_p: 2 given, 3 declared",
        "nvshmem_int_p(1.5, 1, 0); | cannot convert 'double' to 'int *'",
        "nvshmem_tile_put(i);    | not supported yet: nvshmem_tile_put",
        "nvshmemx_init_status(); | 'nvshmemx_init_status' was not declared; include <nvshmemx.h>",
        "MPI_Send(p);            | not supported yet: MPI_Send",
        "i = threadIdx.x;        | 'threadIdx' is known in device code only",
        "goto nowhere;           | label 'nowhere' is not in this function",
        "break;                  | break outside a loop",
        "i = i +;                | syntax error: cannot read 'i = i +;'",
        "static_assert(1 > 2);   | static assertion failed: 1 > 2",
        "switch (i) { case 1: case 1: ; } | this case is there twice",
        "return s;               | cannot convert 'S' to 'int'",
        "__syncthreads();        | __syncthreads cannot be called from host code",
      })
  void eachMistakeIsNamed(String statement, String message) {
    assertThat(Running.diagnostics("t.cu", PROLOGUE + statement + "\n return 0; }\n"))
        .containsExactly("8: error: " + message);
  }

  @Test
  void severalMistakesAreReportedAtOnce() {
    assertThat(
            Running.diagnostics(
                "t.c",
                "int f(int x) {\n  x = y;\n  int z = 3\n  return q;\n}\nint main() { g(); }\n"))
        .containsExactly(
            "2: error: 'y' was not declared",
            "3: error: expected ';' after '3'",
            "4: error: 'q' was not declared",
            "6: error: 'g' was not declared");
  }

  @Test
  void aBrokenDeclarationIsReportedOnceAndNotAtEveryUse() {
    assertThat(
            Running.diagnostics(
                "t.c", "int main() {\n  Unknown x;\n  x = 1;\n  return x + x;\n}\n"))
        .containsExactly("2: error: unknown type 'Unknown'");
  }

  @Test
  void headersThatWeDoNotKnowAreNamed() {
    assertThat(Running.diagnostics("t.cu", "#include <unheard>\nint main() { return 0; }\n"))
        .containsExactly("1: error: 'unheard' file not found");
    assertThat(Running.diagnostics("t.cu", "#include \"mine.h\"\nint main() { return 0; }\n"))
        .containsExactly("1: error: cannot find \"mine.h\"");
  }

  @Test
  void deviceCodeCannotReachHostVariables() {
    assertThat(
            Running.diagnostics(
                "t.cu", "int h;\n__global__ void k() { h = 1; }\nint main() { return 0; }\n"))
        .containsExactly(
            "2: error: host variable 'h' is used in device code; declare it __device__");
  }

  @Test
  void aProgramNeedsAMain() {
    assertThat(Running.diagnostics("t.c", "int f(void) { return 0; }\n"))
        .containsExactly("1: error: there is no function main");
  }

  @Test
  void nestingBeyondReasonIsRefusedBeforeTheParserSeesIt() {
    String deep = "(".repeat(5000) + "1" + ")".repeat(5000);
    assertThat(Running.diagnostics("t.c", "int main() { return " + deep + "; }\n"))
        .anyMatch(line -> line.contains("nested more than 200 deep"));
  }

  @Test
  void longChainsOfOperatorsAreNoReasonToFall() {
    String chain = "1" + " + x".repeat(20_000);
    assertThat(Running.diagnostics("t.c", "int main() {\n int x = 1;\n return " + chain + ";\n}\n"))
        .allMatch(line -> line.startsWith("3: error: nested too deeply"));
  }

  @Test
  void chainsWithoutBracketsAreNoReasonToFall() {
    String chain = "if (x) ".repeat(20_000);
    assertThat(
            Running.diagnostics(
                "t.c", "int main() {\n int x = 1;\n " + chain + ";\n return x; }\n"))
        .containsExactly("3: error: nested too deeply; split it into several statements");
  }

  @Test
  void declaratorsThatCanBeReadInTooManyWaysAreGivenUp() {
    assertThat(
            Running.diagnostics(
                "t.cu", "#include <stdio.h>\nint x;\n" + "int " + "a(b(".repeat(60) + "\nint y;\n"))
        .contains(
            "3: error: what begins here can be read in too many ways; simplify it, for instance"
                + " with typedefs");
  }

  @Test
  void aSaneNestingOfDeclaratorsIsRead() {
    assertThat(
            Running.diagnostics(
                "t.c",
                """
                int *(*(*(*table[2])(int (*)(int), char *(*)[3]))(void))(int (*)(void));
                int main(void) { return ((((((((((((((((0)))))))))))))))); }
                """))
        .isEmpty();
  }

  @Test
  void macrosThatExplodeEndInADiagnostic() {
    StringBuilder text = new StringBuilder("#define A0 1 +\n");
    for (int i = 1; i < 30; i++) {
      text.append("#define A%d A%d A%d\n".formatted(i, i - 1, i - 1));
    }
    assertThat(Running.diagnostics("t.c", text + "int main() {\n return A29 1; }\n"))
        .containsExactly(
            "32: error: more than 2000000 tokens up to what follows here, all macros expanded; do"
                + " macros multiply?");
  }

  @Test
  void whatIsQuotedIsMadeOneLine() {
    assertThat(
            Running.diagnostics(
                "t.cu", "#include <stdio.h>\nstatic_assert(1 >\n\t 2);\nint main() {}\n"))
        .containsExactly("2: error: static assertion failed: 1 > 2");
  }
}
