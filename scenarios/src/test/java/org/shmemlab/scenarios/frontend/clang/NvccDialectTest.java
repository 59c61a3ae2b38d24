package org.shmemlab.scenarios.frontend.clang;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words of nvcc become words of Clang, and nothing else in a source changes. */
class NvccDialectTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k<<<n, {x, y, 1}, 0, s>>>(p) | k<<<n, dim3{x, y, 1}, 0, s>>>(p)",
        "k<<<{2}, {f({1}), 1}>>>() | k<<<dim3{2}, dim3{f({1}), 1}>>>()",
        "k<<<dim3{2}, 1>>>() | k<<<dim3{2}, 1>>>()",
        "__shared__ alignas(f(16)) int a[4]; | __shared__ __attribute__((aligned(f(16)))) int a[4];",
        "alignas(16) __shared__ int a[4]; | alignas(16) __shared__ int a[4];",
        "asm volatile(\"mov.u32 %0, %laneid;\" : \"=r\"(n)); | "
            + "asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(n));",
        "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(n)); | asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(n));",
        "asm(\"mov %eax, %ebx\"); | asm(\"mov %eax, %ebx\");",
        "printf(\"%lu <<<{ %d\", n); | printf(\"%lu <<<{ %d\", n);",
        "a <<<b | a <<<b",
        "constexpr int f(int n) { if (n) throw E(\"a;\", n); return 1; } | "
            + "constexpr int f(int n) { if (n) __SHMEMLAB_THROW( E(\"a;\", n)); return 1; }",
        "constexpr int f() { return n ? n : throw 1; } | "
            + "constexpr int f() { return n ? n : throw 1; }",
        "constexpr int n = 1; int f() { throw n; } | constexpr int n = 1; int f() { throw n; }",
        "int f() { if constexpr (n) { throw n; } } | int f() { if constexpr (n) { throw n; } }",
        "constexpr void f() { throw; } int g() { throw 1; } | "
            + "constexpr void f() { throw; } int g() { throw 1; }",
      })
  void oneOfNvccBecomesOneOfClang(String nvcc, String clang) {
    assertThat(NvccDialect.rewritten(nvcc)).isEqualTo(clang);
  }

  @Test
  void commentsAndLiteralsStay() {
    String text =
        """
        // k<<<{1}, 1>>>() and asm("%laneid")
        /* __shared__ alignas(16) */
        const char *a = "k<<<{1}, 1>>>()", *b = R"(__shared__ alignas(16))";
        int million = 1'000'000;
        """;
    assertThat(NvccDialect.rewritten(text + "k<<<1, 1>>>();")).isEqualTo(text + "k<<<1, 1>>>();");
  }

  @Test
  void linesStayWhereTheyAre() {
    String text = "k<<<1,\n {2,\n 3}>>>();\nasm(\"%tid\"\n\"%laneid\" :);\n";
    assertThat(NvccDialect.rewritten(text).lines()).hasSize((int) text.lines().count());
  }
}
