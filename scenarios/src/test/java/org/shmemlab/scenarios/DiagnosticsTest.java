package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Diagnostics of wrong sources: one line each, at the right place, and no more than needed. */
@Tag("compiler")
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
        "foo = 3;                | 1: error: use of undeclared identifier 'foo'",
        "foo(i);                 | 1: error: use of undeclared identifier 'foo'",
        "host(foo);              | 6: error: use of undeclared identifier 'foo'",
        "Missing *m;             | 1: error: unknown type name 'Missing'",
        "i = \"text\";           | 5: error: assigning to 'int' from incompatible type 'const"
            + " char[5]'",
        "p = 3.5;                | 5: error: assigning to 'int *' from incompatible type 'double'",
        "p = &s;                 | 5: error: incompatible pointer types assigning to 'int *' from"
            + " 'S *'",
        "c = 4;                  | 3: error: cannot assign to variable 'c' with const-qualified"
            + " type 'const int'",
        "5 = i;                  | 3: error: expression is not assignable",
        "s.b = 1;                | 3: error: no member named 'b' in 'S'",
        "i.b = 1;                | 2: error: member reference base type 'int' is not a structure or"
            + " union",
        "*i = 1;                 | 1: error: indirection requires pointer operand ('int' invalid)",
        "i = s + 1;              | 7: error: invalid operands to binary expression ('S' and 'int')",
        "i = 1.5 % 2;            | 9: error: invalid operands to binary expression ('double' and"
            + " 'int')",
        "host();                 | 1: error: no matching function for call to 'host': requires"
            + " single argument 'x', but no arguments were provided",
        "host(1, 2);             | 1: error: no matching function for call to 'host': requires"
            + " single argument 'x', but 2 arguments were provided",
        "dev(1);                 | 1: error: no matching function for call to 'dev': call to"
            + " __device__ function from __host__ function",
        "kern(p);                | 5: error: call to global function 'kern' not configured",
        "host<<<1, 1>>>(1);      | 15: error: kernel call to non-global function 'host'",
        "nvshmem_int_p(p, 1);    | 1: error: no matching function for call to 'nvshmem_int_p':"
            + " requires 3 arguments, but 2 were provided",
        "nvshmem_int_p(1.5, 1, 0); | 1: error: no matching function for call to 'nvshmem_int_p': no"
            + " known conversion from 'double' to 'int *' for 1st argument",
        "nvshmem_tile_put(i);    | 1: error: not supported yet: nvshmem_tile_put",
        "shmem_quiet();          | 1: error: use of undeclared identifier 'shmem_quiet'; include"
            + " <shmem.h>",
        "MPI_Send(p);            | 1: error: not supported yet: MPI_Send",
        "i = threadIdx.x;        | 15: error: reference to __device__ function '__fetch_builtin_x'"
            + " in __host__ function",
        "goto nowhere;           | 6: error: use of undeclared label 'nowhere'",
        "break;                  | 1: error: 'break' statement not in loop or switch statement",
        "i = i +;                | 8: error: expected expression",
        "static_assert(1 > 2);   | 15: error: static assertion failed due to requirement '1 > 2'",
        "switch (i) { case 1: case 1: ; } | 27: error: duplicate case value '1'",
        "return s;               | 8: error: no viable conversion from returned value of type 'S'"
            + " to function return type 'int'",
        "__syncthreads();        | 1: error: no matching function for call to '__syncthreads': call"
            + " to __device__ function from __host__ function",
      })
  void eachMistakeIsNamed(String statement, String message) {
    assertThat(Running.diagnostics("t.cu", PROLOGUE + statement + "\n return 0; }\n"))
        .containsExactly("8:" + message);
  }

  @Test
  void severalMistakesAreReportedAtOnce() {
    assertThat(
            Running.diagnostics(
                "t.c",
                "int f(int x) {\n  x = y;\n  int z = 3\n  return z;\n}\nint main() { g(); }\n"))
        .containsExactly(
            "2:7: error: use of undeclared identifier 'y'",
            "3:12: error: expected ';' at end of declaration",
            "6:14: warning: call to undeclared function 'g'; ISO C99 and later do not support"
                + " implicit function declarations [-Wimplicit-function-declaration]");
  }

  @Test
  void unknownHeadersAreNamed() {
    assertThat(Running.diagnostics("t.cu", "#include <unheard>\nint main() { return 0; }\n"))
        .containsExactly("1:10: error: 'unheard' file not found");
    assertThat(Running.diagnostics("t.cu", "#include \"mine.h\"\nint main() { return 0; }\n"))
        .containsExactly("1:10: error: 'mine.h' file not found");
  }

  @Test
  void deviceCodeCannotReachHostVariables() {
    assertThat(
            Running.diagnostics(
                "t.cu", "int h;\n__global__ void k() { h = 1; }\nint main() { return 0; }\n"))
        .containsExactly("2:23: error: reference to __host__ variable 'h' in __global__ function");
  }

  @Test
  void aProgramNeedsAMain() {
    assertThat(Running.diagnostics("t.c", "int f(void) { return 0; }\n"))
        .containsExactly("1: error: there is no function main");
  }

  @Test
  void nestingBeyondReasonIsRefused() {
    String deep = "(".repeat(5000) + "1" + ")".repeat(5000);
    assertThat(Running.diagnostics("t.c", "int main() { return " + deep + "; }\n"))
        .anyMatch(line -> line.contains("bracket nesting level exceeded maximum of 256"));
  }

  @Test
  void aCompilerThatFallsIsSaid() {
    String chain = "1" + " + x".repeat(20_000);
    String nested = "if (x) ".repeat(20_000);
    for (String text : List.of("return " + chain + ";", nested + ";")) {
      assertThat(Running.diagnostics("t.c", "int main() {\n int x = 1;\n " + text + "\n}\n"))
          .singleElement()
          .asString()
          .startsWith(" error: Clang gave up on this source");
    }
  }

  @Test
  void codeOfATemplateIsSaidWhereItIsUsed() {
    assertThat(
            Running.diagnostics(
                "t.cpp",
                "template <class T> int f(T t) {\n  return t.size;\n}\nint main() {\n  f(3);\n}\n"))
        .containsExactly(
            "2:11: error: member reference base type 'int' is not a structure or union"
                + " (in instantiation of function template specialization 'f<int>' at t.cpp:5:3)");
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
  void whatIsQuotedIsMadeOneLine() {
    assertThat(
            Running.diagnostics(
                "t.cu", "#include <stdio.h>\nstatic_assert(1 >\n\t 2);\nint main() {}\n"))
        .containsExactly("2:15: error: static assertion failed due to requirement '1 > 2'");
  }
}
