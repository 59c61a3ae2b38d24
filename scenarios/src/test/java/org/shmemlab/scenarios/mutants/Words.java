package org.shmemlab.scenarios.mutants;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The words that damages put into a source. */
final class Words {
  static final ImmutableList<String> BRACKETS =
      ImmutableList.of("(", ")", "{", "}", "[", "]", "<", ">", "<<<", ">>>");

  static final ImmutableList<String> ALL =
      ImmutableList.copyOf(
          ("( ) { } [ ] < > <<< >>> ; , . -> * / % & | ^ ! ~ = == += && ++ -- << >> ? : :: # ##"
                  + " \" ' \\ ... 0 1 0x 1e 1.5f 'ab' 0b2 09 \"\" int char short long unsigned float"
                  + " double void bool auto struct union enum const volatile static extern inline"
                  + " constexpr typedef return if else for while do switch case default goto break"
                  + " continue sizeof alignof decltype template typename class this operator new"
                  + " delete try catch throw using namespace friend virtual public static_cast"
                  + " static_assert __global__ __device__ __host__ __shared__ __constant__"
                  + " __attribute__ asm x main p dim3 threadIdx cudaStream_t nvshmem_int_p"
                  + " nvshmem_malloc nvshmem_barrier_all cudaMalloc printf malloc memcpy NULL"
                  + " #define #include #if #else #endif #error #pragma #line")
              .split(" "));

  /** Openings of a level of nesting; closing brackets may follow or not. */
  static final ImmutableList<String> NESTING =
      ImmutableList.of(
          "(",
          "{",
          "[",
          "*",
          "&",
          "!",
          "-",
          "~",
          "- -",
          "((",
          "({",
          "f(",
          "a[",
          "(int)",
          "(x)(",
          "(int(*)(",
          "{(",
          "x ? ",
          "x = ",
          "sizeof ",
          "sizeof(",
          "if (x) ",
          "if (x) {",
          "if (x) ; else ",
          "for (;;) ",
          "while (x) {",
          "do ",
          "struct {",
          "struct S {",
          "namespace n {",
          "extern \"C\" {",
          "template <class T> ",
          "f<",
          "f<f(",
          "T<int, ",
          "<",
          "<<<",
          "a.",
          "a->",
          "a::",
          "switch (x) case 1: ",
          "l: ",
          "[] {",
          "[](int a) { return ",
          "new int[",
          "decltype(",
          "alignas(",
          "__attribute__((",
          "_Generic(",
          "return {",
          "int x{",
          "int f(int ",
          "throw ",
          "const ");

  static final ImmutableList<String> DECLARATORS =
      ImmutableList.of(
          "(*",
          "(*(",
          "(*f(",
          "(*f)(int ",
          "(*)(int ",
          "(&",
          "(*a[",
          "(*int (*",
          "f(int ",
          "f(int (*",
          "a[sizeof(int (*",
          "(T<",
          "(",
          "(a)(int",
          "a(b(");

  /** Links that make a long chain when they are repeated. */
  static final ImmutableList<String> LINKS =
      ImmutableList.of(
          "x + ",
          "+ 1 ",
          ", x",
          "x ? y : ",
          "x = ",
          "a.b",
          "->n",
          "[0]",
          "()",
          "f()",
          "x < ",
          "x << ",
          "\"text\" ",
          "int ",
          "unsigned ",
          "; ",
          "x; ",
          "{} ",
          "else if (x) ; ",
          "case 1: ",
          "int x; ",
          "<<<1, 1>>>()",
          "x && ",
          "(x) ",
          "(int) ",
          "x * ",
          "\\\n",
          "\n",
          "#if 1\n",
          "#else\n",
          "9");

  static final ImmutableList<String> NUMBERS =
      ImmutableList.of(
          "99999999999999999999999999999999",
          "0xffffffffffffffffffffffff",
          "2147483647",
          "2147483648",
          "4294967295",
          "4294967296",
          "9223372036854775807",
          "18446744073709551615u",
          "1e999",
          "1e-999",
          "1" + "0".repeat(5000),
          "0." + "3".repeat(5000),
          "0x1p99999",
          "1e99999999999",
          "-1",
          "(-2147483647 - 1)",
          "(-9223372036854775807l - 1)",
          "0",
          "1.5",
          "0x",
          "0b",
          "08",
          "1''2",
          "1_km");

  static final ImmutableList<String> OPENINGS =
      ImmutableList.of(
          "\"",
          "'",
          "/*",
          "R\"x(",
          "R\"(",
          "//\\\n",
          "\"\\",
          "'\\",
          "\"\\x",
          "\"\\777\"",
          "'\\u12'",
          "\"\\U99999999\"",
          "#if 0\n",
          "\n#if (\n",
          "\n#define x(\n",
          "\n#include <\n",
          "L\"",
          "u8\"");

  /** Directives that repeat, multiply or include themselves. */
  static final ImmutableList<String> MACROS =
      ImmutableList.of(
          "#define x x",
          "#define x (x + x)",
          "#define int int int",
          "#define a b\n#define b a\na",
          "#define f(y) f(f(y))\nf(f(f(f(f(f(1))))))",
          "#define f(...) __VA_ARGS__ f(__VA_ARGS__, __VA_ARGS__)\nf(f(f(f(f(1)))))",
          doubling(12),
          doubling(40),
          "#define E\n" + "E ".repeat(2000),
          "#define c(p, q) p##q\nc(c(1, 2), c(\"\", '))",
          "#define s(p) #p\ns(\")\")",
          "#include __FILE__",
          "#include \"mutant.cu\"",
          "#include \".\"",
          "#include \"/\"",
          "#include <stdio.h>\n#include <nvshmem.h>\n#include <mpi.h>\n#include <shmem.h>",
          "#include <stdio.h",
          "#include <../stdio.h>",
          "#include stdio",
          "#define return",
          "#define main",
          "#define __global__",
          "#define nvshmem_init() }{",
          "#undef __device__",
          "#if 1 / 0",
          "#if 1 << 99999999999999999999",
          "#if " + "(".repeat(3000),
          "#if defined",
          "#elif 1",
          "#endif",
          "#line 0",
          "#line 2147483648 \"x\"",
          "#line 77 \"elsewhere.cu\"",
          "#error " + "why ".repeat(300),
          "#pragma once",
          "#pragma unroll 4",
          "_Pragma(\"x\"",
          "#" + "#".repeat(100));

  private Words() {}

  /** Macros of which each is twice the one before, and a use of the last. */
  private static String doubling(int steps) {
    return "#define M0 1 +\n"
        + IntStream.rangeClosed(1, steps)
            .mapToObj(i -> "#define M%d %s\n".formatted(i, twice("M" + (i - 1))))
            .collect(Collectors.joining())
        + "M"
        + steps;
  }

  private static String twice(String word) {
    return String.join(" ", Collections.nCopies(2, word));
  }
}
