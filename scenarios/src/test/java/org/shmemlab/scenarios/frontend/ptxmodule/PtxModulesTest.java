package org.shmemlab.scenarios.frontend.ptxmodule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.scenarios.source.Diagnostics;

/** Translates modules of PTX, right and wrong ones. */
class PtxModulesTest {
  private static final String HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n";

  private static @Nullable String translated(String text, Diagnostics diagnostics) {
    byte[] made = PtxModules.translate("k.ptx", text, UnaryOperator.identity(), diagnostics);
    return made == null ? null : new String(made, StandardCharsets.UTF_8);
  }

  private static @Nullable String translated(String text) {
    return translated(HEAD + text, new Diagnostics());
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        mistake(
            "", "1:1: error: a module of PTX begins with .version, not with the end of the file"),
        mistake(
            "int main() {}", "1:1: error: a module of PTX begins with .version, not with 'int'"),
        mistake(".version 5.0\n", "1:10: error: PTX 5.0; versions 6.0 to 9.9 are known"),
        mistake(
            ".version 8.0\n.entry", "2:1: error: expected .target after .version, found '.entry'"),
        mistake(".version 8.0\n.target sm_9", "2:9: error: unknown target 'sm_9'"),
        mistake(".version 8.0\n.target sm_90, fast", "2:16: error: unknown target 'fast'"),
        mistake(
            ".version 8.0\n.target sm_90\n.address_size 32",
            "3:15: error: addresses of 32 bits; those of 64 bits are known"),
        mistake(
            HEAD + ".entry k(\n.param .u64 p",
            "5:14: error: expected ')', found the end of the file"),
        mistake(
            HEAD + ".entry k()\n{\n ret;\n",
            "7:1: error: the file ends within the function 'k' of line 4"),
        body("add.s32 %r1, %r2", "6:1: error: expected ';' after 'add.s32' of line 5, found '}'"),
        body("add.s32 %r1, %r9, 1;", "5:14: error: '%r9' is not declared"),
        body("add.s32 %q1, %r1, 1;", "5:9: error: there is no register '%q1'"),
        body("bra NOWHERE;", "5:5: error: there is no label 'NOWHERE'"),
        body("@%r1 ret;", "5:2: error: the register '%r1' has 32 bits, not 1"),
        body("call missing, ();", "5:6: error: the function 'missing' is not declared"),
        body("call f, (p0);", "5:1: error: 'f' has 2 arguments, this call 1"),
        body("call f, (p0, p0);", "5:14: error: parameter 2 of 'f' has 4 bytes, 'p0' has 8"),
        body("call k, ();", "5:6: error: 'k' is a kernel, which code of devices cannot call"),
        body("ld.param.b32 %r1, [p0+6];", "5:20: error: 4 bytes at byte 6 of 'p0', which has 8"),
        body(".reg .b77 %x;", "5:6: error: unknown type '.b77'"),
        body(
            ".loc 1 2 3 add.s32 %r1, %r1, 1;",
            "4:8: error: .loc names the file 1, which no .file declares"),
        mistake(
            HEAD + ".global .align 3 .b8 x[4];",
            "4:16: error: an alignment of 3, which is no power of two"),
        mistake(
            HEAD + ".global .b32 x[1] = {1, 2};", "4:14: error: 'x' has more values than elements"),
        mistake(HEAD + ".global .u64 x = y;", "4:18: error: 'y' is not declared"),
        mistake(
            HEAD + ".func f() { ret; }\n.func f() { ret; }",
            "5:7: error: 'f' is defined in line 4, too"),
        mistake(HEAD + "/* open", "4:1: error: a comment without an end"));
  }

  private static Arguments mistake(String text, String message) {
    return Arguments.of(text, message);
  }

  private static Arguments body(String statements, String message) {
    return Arguments.of(
        HEAD.replace("\n.address", " .address")
            + ".extern .func f(.param .b64 a, .param .b32 b);\n"
            + ".entry k() { .reg .b32 %r<4>; .param .b64 p0;\n"
            + statements
            + "\n}",
        message);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsOneLineWithItsPlace(String text, String message) {
    Diagnostics diagnostics = new Diagnostics();
    assertThat(translated(text, diagnostics)).isNull();
    assertThat(diagnostics.all().stream().map(Object::toString).toList())
        .isEqualTo(List.of("k.ptx:" + message));
  }

  @Test
  void instructionsStayAsTheyAre() {
    assertThat(
            translated(
                """
                .visible .entry k(.param .u64 p) {
                  .reg .pred %p<2>; .reg .b32 %r<3>; .reg .b64 %rd<2>;
                  ld.param.u64 %rd1, [p];
                  mov.u32 %r1, %tid.x;
                  setp.eq.s32 %p1, %r1, -1;
                  @%p1 bra DONE;
                  st.global.v2.u32 [%rd1+8], {%r1, %r1};
                DONE: ret;
                }
                """))
        .contains("define ptx_kernel void @\"k\"(i64 %a0)")
        .contains("asm sideeffect \"mov.u32 $0, %tid.x;\", \"=r\"()")
        .contains("asm sideeffect \"setp.eq.s32 $0, $1, -1;\", \"=r,r\"")
        .contains("asm sideeffect \"st.global.v2.u32 [$0+8], {$1,$2};\", \"r,r,r\"")
        .contains("br i1 ");
  }

  @Test
  void linesAreThoseOfTheSourceWhereThereAreSome() {
    String plain = "membar.gl; ret; }\n";
    assertThat(translated(".entry k() { " + plain)).contains("!DILocation(line: 4, column: 14,");
    assertThat(
            translated(
                ".entry k() { .loc 1 12 3\n" + plain + ".file 1 \"a.cu\"\n.file 2 \"b.h\"\n"))
        .contains("!DIFile(filename: \"a.cu\"", "!DILocation(line: 12, column: 3,")
        .doesNotContain("b.h");
    assertThat(
            translated(
                ".entry k() { .loc 1 12 3\n.loc 2 7 1, function_name $L_name, inlined_at 1 12 3\n"
                    + plain
                    + ".file 1 \"a.cu\"\n.file 2 \"b.h\"\n"))
        .containsPattern("distinct !DILocation\\(line: 7, column: 1, .*inlinedAt: !\\d+\\)");
  }

  @Test
  void codeOfALibrarysHeaderHasTheLineOfItsCall() {
    assertThat(
            translated(
                """
                .entry k() {
                  .loc 2 7 1, function_name $L_name, inlined_at 1 12 3
                  membar.gl; ret; }
                .file 1 "a.cu"
                .file 2 "/usr/local/cuda/include/atomics.hpp"
                """))
        .contains("asm sideeffect \"membar.gl;\"", "!DILocation(line: 12, column: 3,")
        .doesNotContain("line: 7,");
  }

  @Test
  void variablesKeepTheirFirstValues() {
    assertThat(
            translated(
                """
                .visible .global .align 4 .u32 counter = 7;
                .const .align 8 .f64 half = 0d3FE0000000000000;
                .global .align 8 .u64 table[3] = {counter, generic(counter)+4, 5};
                .extern .shared .align 16 .b8 room[];
                .visible .global .attribute(.managed) .align 4 .u32 both;
                """))
        .contains("@\"counter\" = addrspace(1) global i32 7, align 4")
        .contains("addrspace(4) global i64 4602678819172646912, align 8")
        .contains("ptrtoint (ptr addrspace(1) @\"counter\" to i64), i64 4)")
        .contains("@\"room\" = external addrspace(3) global [0 x i8], align 16")
        .contains("section \".managed\"");
  }

  @Test
  void namesOfAnInnerBlockAreItsOwn() {
    assertThat(
            translated(
                """
                .entry k() {
                  .reg .b32 %r<2>;
                  { .reg .pred p; setp.eq.u32 p, %r1, 0; L: @p bra L; }
                  { .reg .b64 p; cvt.u64.u32 p, %r1; L: st.global.u64 [p], p; bra.uni L; }
                }
                """))
        .contains("%\"p.", "alloca i1", "alloca i64");
  }

  @Test
  void aCallThroughAPointerHasTheTypeOfItsPrototype() {
    assertThat(
            translated(
                """
                .entry k(.param .u64 f) {
                  .reg .b64 %rd<2>; .reg .b32 %r<2>;
                  ld.param.u64 %rd1, [f];
                  { .param .align 8 .b8 a[24]; .param .b32 result;
                    prototype_0 : .callprototype (.param .b32 _) _ (.param .align 8 .b8 _[24]);
                    call (result), %rd1, (a), prototype_0;
                    ld.param.b32 %r1, [result]; }
                  ret;
                }
                """))
        .containsPattern("call i32 \\(ptr\\) %t\\d+\\(ptr byval\\(\\[24 x i8]\\) align 8 ");
  }
}
