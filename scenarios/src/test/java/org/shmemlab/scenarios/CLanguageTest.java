package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The C language: each test is a program whose output the standard says. */
class CLanguageTest {
  /** Runs statements inside main of a C program, with declarations before it. */
  private static String run(String declarations, String statements) {
    String text =
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdint.h>\n"
            + declarations
            + "\nint main(int argc, char **argv) {\n"
            + statements
            + "\nreturn 0;\n}\n";
    return Running.output("t.c", text, 1);
  }

  private static String run(String statements) {
    return run("", statements);
  }

  @Test
  void narrowTypesWrapWhenStoredAndPromoteWhenUsed() {
    assertThat(
            run(
                """
                unsigned char u = 250; signed char s = -3; short h = 30000; u += 10; s *= 50;
                h += 10000;
                printf("%d %d %d %d", u, s, h, u - 5 < 0);
                """))
        .isEqualTo("4 106 -25536 1");
  }

  @Test
  void whatACommaDoesIsDoneAlthoughItsValueIsKnown() {
    assertThat(
            run(
                "static int d; static int f(void) { return 5; }",
                """
                int b = 0;
                int r = (b = 6, 1) ? 1 : 2;
                int q = (d = 6, 1) && f();
                int z = (b++, 0) || (d++, 0);
                printf("%d %d %d %d %d", b, r, d, q, z);
                """))
        .isEqualTo("7 1 7 1 0");
  }

  @Test
  void mathematicsTakesItsOperandsFromWhereverTheyAre() {
    assertThat(
            run(
                """
                #include <math.h>
                __attribute__((noinline)) static double power(double y, double x) {
                  return pow(x, y);
                }
                __attribute__((noinline)) static double sum(double z, double y, double x) {
                  return fma(x, y, z);
                }
                """,
                "printf(\"%g %g %g\", power(3, 2), sum(1, 3, 2), sum(2, 0, 9));"))
        .isEqualTo("8 7 2");
  }

  @Test
  void unsignedWinsInMixedArithmeticOfOneSize() {
    assertThat(run("printf(\"%d %d %d\", -1 < 1u, -1L < 1u, -1 < (unsigned char)1);"))
        .isEqualTo("0 1 1");
  }

  @Test
  void constantsHaveTheFirstTypeThatHoldsThem() {
    assertThat(
            run(
                """
                printf("%zu %zu %zu %zu %d", sizeof 2147483647, sizeof 2147483648, sizeof 0xffffffff,
                    sizeof 1.0f, 0xffffffff > 0);
                """))
        .isEqualTo("4 8 4 4 1");
  }

  @Test
  void divisionTruncatesAndShiftsOfNegativesKeepTheSign() {
    assertThat(run("int a = -7, b = 2; printf(\"%d %d %d %u\", a / b, a % b, a >> 1, -7u >> 28);"))
        .isEqualTo("-3 -1 -4 15");
  }

  @Test
  void lessThanAfterANameOpensNoTemplate() {
    assertThat(
            run(
                "static int both(int a, int b) { return 10 * a + b; } struct s { int m; };",
                """
                int a = 1, b = 2, c = 5; struct s s = {1}, *p = &s;
                int list[2] = {a < b && a <= c, c >> 1};
                printf("%d %d %d ", list[0], list[1], (a < b, c >> 2));
                printf("%d %d ", both(a < b, c > (b)), both(s.m < b, p->m < c > (a)));
                a < b && c > (b) ? a = 7 : c;
                printf("%d", a);
                """))
        .isEqualTo("1 2 1 11 10 7");
  }

  @Test
  void floatIsNotDouble() {
    assertThat(
            run(
                """
                float f = 16777217; float a = 0.1f; double d = 0.1f;
                printf("%.1f %d %d", f, a == 0.1, a == d);
                """))
        .isEqualTo("16777216.0 0 1");
  }

  @Test
  void pointersMoveByElements() {
    assertThat(
            run(
                """
                int a[6] = {1, 2, 3, 4, 5, 6}; int *p = a + 1, *q = &a[5]; p += 2; --q;
                printf("%d %d %ld %d %d", *p, q[-1], q - p, *(a + 2), 2[a]);
                """))
        .isEqualTo("4 4 1 3 3");
  }

  @Test
  void arraysOfArraysAreRowMajor() {
    assertThat(
            run(
                """
                int m[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * 4 + j;
                int (*row)[4] = m; printf("%d %d %zu", row[2][1], *(*(m + 1) + 2), sizeof m[0]);
                """))
        .isEqualTo("9 6 16");
  }

  @Test
  void structuresAreCopiedByAssignmentArgumentAndReturn() {
    assertThat(
            run(
                """
                typedef struct { int a[2]; struct { short x; double y; } in; } T;
                static T make(int k) { T t = {{k, k + 1}, {3, 0.5}}; return t; }
                static int take(T t) { t.a[0] = 100; return t.a[0] + t.in.x; }
                """,
                """
                T t = make(4), u; u = t; u.a[1] = 9;
                printf("%d %d %d %g %zu", take(t), t.a[0], t.a[1] + u.a[1], u.in.y, sizeof(T));
                """))
        .isEqualTo("103 4 14 0.5 24");
  }

  @Test
  void unionsShareTheirBytesAndAnonymousMembersBelongToTheOuterOne() {
    assertThat(
            run(
                "struct V { int tag; union { int i; float f; unsigned char b[4]; }; };",
                "struct V v = {1, {0}}; v.f = 1.5f; printf(\"%x %d\", v.i, v.b[3]);"))
        .isEqualTo("3fc00000 63");
  }

  @Test
  void initialisersMayNamePartsAndLeaveOutBraces() {
    assertThat(
            run(
                "struct P { int x, y; }; static struct P grid[2][2] = {1, 2, 3, 4, {{5, 6}, 7}};",
                """
                int a[] = {[3] = 4, 5, [1] = 2}; struct P p = {.y = 8};
                printf("%zu %d %d %d %d %d %d", sizeof a / 4, a[1], a[4], p.x, p.y, grid[1][0].y,
                    grid[1][1].x);
                """))
        .isEqualTo("5 2 5 0 8 6 7");
  }

  @Test
  void textsFillArraysOfCharacters() {
    assertThat(
            run(
                "char a[] = \"ab\\x43\" \"d\", b[8] = \"hi\"; printf(\"%s %zu %s %d\", a, sizeof a,"
                    + " b, b[7]);"))
        .isEqualTo("abCd 5 hi 0");
  }

  @Test
  void shortCircuitsSkipTheirSecondOperand() {
    assertThat(
            run(
                "static int n; static int hit(int v) { n++; return v; }",
                "int a = hit(0) && hit(1), b = hit(1) || hit(1); printf(\"%d %d %d\", a, b, n);"))
        .isEqualTo("0 1 2");
  }

  @Test
  void switchFallsThrough() {
    assertThat(
            run(
                """
                for (int i = 0; i < 4; i++)
                  switch (i) { case 0: printf("a"); case 1: printf("b"); break; default: printf("d"); case 2: printf("c"); }
                """))
        .isEqualTo("abbcdc");
  }

  @Test
  void loopsBreakAndContinueAndGotoLeavesThem() {
    assertThat(
            run(
                """
                int i = 0; do { if (i == 3) break; if (i++ == 1) continue; printf("%d ", i); } while (1);
                for (int a = 0; ; a++) for (int b = 0; b < 3; b++) if (a * b == 4) goto out;
                out: while (i > 0) i--; printf("%d", i);
                """))
        .isEqualTo("1 3 0");
  }

  @Test
  void functionsRecurseAndGoThroughPointers() {
    assertThat(
            run(
                """
                static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
                static int twice(int (*f)(int), int x) { return 2 * (*f)(x); }
                static int minus(int x) { return -x; }
                static int (*table[])(int) = {fib, minus};
                """,
                "printf(\"%d %d %d\", twice(fib, 10), table[1](-4), table[0](7));"))
        .isEqualTo("110 4 13");
  }

  @Test
  void incrementGivesTheOldOrTheNewValue() {
    assertThat(
            run(
                """
                int x = 5, a[2] = {1, 2}, *p = a; int y = x++ + 2, z = --x * 2; int w = *p++; (*p)++;
                printf("%d %d %d %d %d", x, y, z, w, a[1]);
                """))
        .isEqualTo("5 7 10 1 3");
  }

  @Test
  void compoundAssignmentConvertsBack() {
    assertThat(
            run(
                "int i = 7; i *= 1.5; unsigned char c = 200; c <<= 1; long l = 1; l -= 2u; "
                    + "printf(\"%d %d %ld\", i, c, l);"))
        .isEqualTo("10 144 -1");
  }

  @Test
  void staticsKeepTheirValueAndGlobalsMayPointAtEachOther() {
    assertThat(
            run(
                """
                static int cells[4] = {1, 2, 3}; static int *at = &cells[2]; const char *names[] = {"x", "yz"};
                static int count(void) { static int n = 40; return ++n; }
                """,
                "count(); printf(\"%d %d %s\", count(), *at, names[1]);"))
        .isEqualTo("42 3 yz");
  }

  @Test
  void macrosTakeListsAndMakeTexts() {
    assertThat(
            run(
                "#define LOG(format, ...) printf(format, ##__VA_ARGS__)\n#define TEXT(x) #x\n"
                    + "#define CAT(a, b) a##b",
                "int ab = 3; LOG(\"hi \"); LOG(\"%d %s\", CAT(a, b), TEXT(a + 1));"))
        .isEqualTo("hi 3 a + 1");
  }

  @Test
  void theLibraryWorksOnMemoryAndTexts() {
    assertThat(
            run(
                """
                char *p = malloc(16); memset(p, 'x', 3); p[3] = 0; strcat(p, "yz");
                printf("%s %zu %d %ld %d", p, strlen(p), strcmp(p, "xxxz") < 0, strtol("42z", NULL, 10),
                    memcmp(p, "xxx", 3)); free(p);
                """))
        .isEqualTo("xxxyz 5 1 42 0");
  }

  @Test
  void conditionalExpressionsHaveTheCommonType() {
    assertThat(run("int c = argc; printf(\"%g %d\", c ? 1 : 2.5, (c ? -1 : 0u) > 0);"))
        .isEqualTo("1 1");
  }

  @Test
  void manyNestedConditionsCompileQuickly() {
    String nested = "x > 0 ? 1 : ".repeat(60) + "0";
    assertThat(run("int x = argc - 1; printf(\"%d\", " + nested + ");")).isEqualTo("0");
  }

  // gcc prints the same
  @Test
  void enumerationsAreUnsignedUnlessAnEnumeratorIsNegative() {
    assertThat(
            Running.output(
                "t.c",
                """
                #include <stdio.h>
                enum A { ZERO, ONE };
                enum B { MINUS = -1, PLUS };
                int main(void) {
                  enum A a = ZERO;
                  enum B b = MINUS;
                  unsigned *as = &a;
                  printf("%d %d %d ", a - 1 < 0, (enum A)-1 > 0, ZERO - 1 < 0);
                  printf("%d %u", b < 0, *as);
                  return 0;
                }
                """,
                1))
        .isEqualTo("0 1 1 1 0");
  }

  // gcc 12 prints the same, after warnings
  @Test
  void whatGccOnlyWarnsOfRuns() {
    assertThat(
            run(
                """
                next(int x) { return x + 1; }
                int with(int (*f)(int)) { return f == 0; }
                void other(long x) { }
                """,
                """
                long address = (char *)16;
                printf("%d %ld %d %d", next(1), address, with(other), later(2));
                return 0;
                }
                int later(int x) { return x - 2;
                """))
        .isEqualTo("2 16 0 0");
  }
}
