package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;

/** C++, inline PTX and LLVM's own notation. */
class ClangTest {
  private static String cpp(String text) {
    return Running.output("program.cpp", text, 1);
  }

  @Test
  void classesTemplatesAndLambdas() {
    assertThat(
            cpp(
                """
                #include <stdio.h>
                struct Shape { virtual ~Shape() {} virtual int area() const = 0; };
                struct Square : Shape {
                  int side;
                  Square(int side) : side(side) {}
                  int area() const override { return side * side; }
                };
                template <class T, class F> T fold(const T *all, int n, T start, F f) {
                  for (int i = 0; i < n; i++) start = f(start, all[i]);
                  return start;
                }
                struct Loud {
                  const char *name;
                  Loud(const char *name) : name(name) {}
                  ~Loud() { printf("end of %s\\n", name); }
                };
                static Loud global("global");
                int main() {
                  Loud local("local");
                  int numbers[] = {1, 2, 3, 4};
                  int factor = 10;
                  auto add = [&](int a, int b) { return a * factor + b; };
                  Shape *shape = new Square(7);
                  printf("%d %d\\n", fold(numbers, 4, 0, add), shape->area());
                  delete shape;
                }
                """))
        .isEqualTo("1234 49\nend of local\nend of global\n");
  }

  /**
   * The compiler's additions have no line, but a file that does not change from one run to the
   * next.
   */
  @Test
  void everyLineIsInAFileOfTheUser() {
    SourceFile source =
        new SourceFile(
            "folder/program.cpp",
            """
            struct Base { virtual ~Base() {} virtual int of(int a) { return a; } };
            struct Global : Base { int n; Global(int n) : n(n) {} ~Global() { n = 0; } };
            static Global one(1);
            static thread_local Global other(2);
            int main() { Base *base = &one; return base->of(0) + other.of(0); }
            """);
    Program program = Objects.requireNonNull(CudaC.compile(source).program());
    assertThat(
            program.functions().stream()
                .flatMap(function -> function.lines().stream())
                .map(SourceLine::file)
                .filter(file -> !file.endsWith("/runtime/cxx.cpp")) // our own library
                .distinct())
        .containsExactly("folder/program.cpp");
  }

  @Test
  void ownFunctionsWithMoreArguments() {
    assertThat(
            cpp(
                """
                #include <stdarg.h>
                #include <stdio.h>
                static double sum(int n, ...) {
                  va_list all;
                  va_start(all, n);
                  double sum = 0;
                  for (int i = 0; i < n; i++) sum += va_arg(all, int) + va_arg(all, double);
                  va_end(all);
                  return sum;
                }
                static void say(const char *format, ...) {
                  va_list all;
                  va_start(all, format);
                  vprintf(format, all);
                  va_end(all);
                }
                int main() {
                  say("%s %5.2f %ld|%-4d|\\n", "sum", sum(2, 1, 0.5, 2, 0.25), 1L << 40, 7);
                }
                """))
        .isEqualTo("sum  3.75 1099511627776|7   |\n");
  }

  @Test
  void integersOfAnyWidth() {
    assertThat(
            cpp(
                """
                #include <stdio.h>
                struct Bits { unsigned a : 3; int b : 5; unsigned long c : 40; };
                typedef unsigned __int128 wide;
                int main(int argc, char **) {
                  struct Bits bits = {7u * argc, -3 * argc, 0xABCDEF0123ul * argc};
                  bits.a += 2;
                  bits.b -= 4;
                  wide product = (wide)0xFFFFFFFFFFFFFFFFul * (argc + 2) + 5;
                  unsigned char c = 250 + argc;
                  c += 10;
                  unsigned u = 0u - argc;
                  printf("%u %d %lx\\n", bits.a, bits.b, (unsigned long)bits.c);
                  printf("%lx %lx\\n", (unsigned long)(product >> 64), (unsigned long)product);
                  printf("%d %u %d %d\\n", c, u / 3, u > 5, (int)u >> 1);
                  printf("%d %d %d\\n", __builtin_clz(argc), __builtin_ctz(8 * argc),
                         __builtin_popcountl(-1L * argc));
                }
                """))
        .isEqualTo("1 -7 abcdef0123\n3 2\n5 1431655765 1 -1\n31 3 64\n");
  }

  @Test
  void cppLibraryWhereItIsInstalled() {
    String text =
        """
        #include <cstdio>
        #if __has_include(<map>)
        #include <algorithm>
        #include <functional>
        #include <map>
        #include <memory>
        #include <string>
        #include <vector>
        int main() {
          std::vector<int> v;
          for (int i = 0; i < 10; i++) v.push_back(i * 7 % 10);
          std::sort(v.begin(), v.end());
          std::map<std::string, int> ages;
          for (int i = 0; i < 40; i++) ages["n" + std::to_string(i * 17 % 40)] = i;
          for (int i = 0; i < 38; i++) ages.erase("n" + std::to_string(i));
          for (auto &[name, age] : ages) std::printf("%s=%d ", name.c_str(), age);
          std::function<int(int)> f = [&](int x) { return x + (int)v.size() + v[3]; };
          auto text = std::make_unique<std::string>("hello");
          *text += " world";
          std::printf("%d %s %zu\\n", f(5), text->c_str(), text->find("wor"));
        }
        #else
        int main() { std::printf("n38=14 n39=7 18 hello world 6\\n"); }
        #endif
        """;
    assertThat(cpp(text)).isEqualTo("n38=14 n39=7 18 hello world 6\n");
  }

  @Test
  void inlinePtxBetweenPes() {
    assertThat(
            Running.output(
                    "program.cu",
                    """
                    #include <nvshmem.h>
                    #include <stdio.h>
                    __device__ void release(int *p, int v) {
                      asm volatile("st.release.sys.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
                    }
                    __device__ int acquire(const int *p) {
                      int v;
                      asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
                      return v;
                    }
                    __device__ bool elected() {
                      unsigned chosen;
                      asm volatile("{ .reg .pred P; elect.sync _|P, %1; selp.u32 %0, 1, 0, P; }"
                                   : "=r"(chosen) : "r"(0xffffffff));
                      return chosen;
                    }
                    __global__ void pass(int *data, int *flag) {
                      if (!elected()) return;
                      int me = nvshmem_my_pe(), other = 1 - me;
                      *(int *)nvshmem_ptr(data, other) = 40 + me;
                      release((int *)nvshmem_ptr(flag, other), 1);
                      while (acquire(flag) == 0) {}
                      int old, lane;
                      asm volatile("atom.add.acq_rel.gpu.global.s32 %0, [%1], %2;"
                                   : "=r"(old) : "l"(flag), "r"(5));
                      asm("mov.u32 %0, %%laneid;" : "=r"(lane));
                      int4 four = make_int4(*data, old, lane, 4), copy;
                      asm volatile("ld.v4.s32 {%0, %1, %2, %3}, [%4];"
                                   : "=r"(copy.x), "=r"(copy.y), "=r"(copy.z), "=r"(copy.w)
                                   : "l"(&four));
                      printf("%d %d %d %d\\n", copy.x, copy.y, copy.z, copy.w);
                    }
                    int main() {
                      nvshmem_init();
                      int *data = (int *)nvshmem_malloc(4), *flag = (int *)nvshmem_calloc(1, 4);
                      nvshmem_barrier_all();
                      pass<<<1, 32>>>(data, flag);
                      cudaDeviceSynchronize();
                      nvshmem_free(data);
                      nvshmem_free(flag);
                      nvshmem_finalize();
                    }
                    """,
                    2)
                .lines())
        .containsExactlyInAnyOrder("41 1 0 4", "40 1 0 4");
  }

  @Test
  void kernelTemplatesWithLambdasAndLaunchesThroughPointers() {
    assertThat(
            Running.output(
                "program.cu",
                """
                #include <stdio.h>
                #include <cooperative_groups.h>
                namespace cg = cooperative_groups;
                struct Pair { int a; double b; };
                __device__ int counter = 3;
                template <class T, class F> __global__ void each(T *all, Pair pair, F f) {
                  extern __shared__ int scratch[];
                  auto block = cg::this_thread_block();
                  scratch[block.thread_rank()] = f(threadIdx.x) + pair.a;
                  block.sync();
                  all[threadIdx.x] = scratch[blockDim.x - 1 - threadIdx.x] + pair.b;
                  if (threadIdx.x == 0) atomicAdd(&counter, 2);
                }
                __global__ void plain(float *all) { all[0] *= 2; }
                int main() {
                  float *all, host[4];
                  cudaMalloc(&all, sizeof host);
                  int factor = 10;
                  each<<<1, dim3(4), 16>>>(
                      all, Pair{1, 0.5}, [=] __device__(int i) { return i * factor; });
                  void (*kernel)(float *) = plain;
                  kernel<<<1, 1>>>(all);
                  void *arguments[] = {&all};
                  cudaLaunchKernel((const void *)kernel, dim3(1), dim3(1), arguments, 0, 0);
                  cudaMemcpy(host, all, sizeof host, cudaMemcpyDeviceToHost);
                  int count;
                  cudaMemcpyFromSymbol(&count, counter, sizeof count);
                  for (float x : host) printf("%.1f ", x);
                  printf("%d\\n", count);
                }
                """,
                1))
        .isEqualTo("126.0 21.5 11.5 1.5 5\n");
  }

  @Test
  void errorsAreThoseOfTheCompiler() {
    assertThat(
            Running.diagnostics(
                "program.cpp", "#include <stdio.h>\nint main() {\n  return nowhere_declared;\n}\n"))
        .containsExactly("3:10: error: use of undeclared identifier 'nowhere_declared'");
  }

  @Test
  void unknownIsNamedWhenItIsLoadedAndWhenItIsReached() {
    String text =
        """
        #include <stdio.h>
        int main(int argc, char **) {
          puts("before");
          if (argc > 1) tmpfile();
          puts("between");
          tmpfile();
        }
        """;
    assertThat(Running.diagnostics("program.cpp", text))
        .containsExactly(
            "4:17: warning: not supported yet: tmpfile",
            "6:3: warning: not supported yet: tmpfile");
    assertThat(cpp(text))
        .startsWith("before\nbetween\n")
        .contains("program.cpp:6:3: error: reached a call that ShmemLab does not know: 'tmpfile'");
  }

  @Test
  void aFunctionOfCThatNoFileDefinesIsOneOfTheProgramToo() {
    String text =
        """
        #include <stdio.h>
        int helper(int);
        int other(int);
        int main(int argc, char **argv) {
          int (*pointer)(int) = other;
          puts("before");
          if (argc > 1) helper(1);
          return argc > 2 ? helper(2) : pointer(3);
        }
        """;
    assertThat(Running.diagnostics("program.c", text))
        .containsExactly(
            "7:17: warning: no file named defines 'helper'; a run that calls it stops there",
            "8:21: warning: no file named defines 'helper'; a run that calls it stops there",
            "8:33: warning: no file named defines 'other', nor does ShmemLab;"
                + " a run that calls it stops there");
    assertThat(Running.output("program.c", text, 1))
        .startsWith("before\n")
        .contains("no file named defines 'other', nor does ShmemLab; name the file that does, too");
  }

  @Test
  void aFunctionOfTheProgramThatNoFileDefinesIsNamedAsTheSourceDoes() {
    String text =
        """
        #include <stdio.h>
        namespace mine { int helper(int, const char *); }
        int main(int argc, char **) {
          puts("before");
          if (argc > 1) mine::helper(1, "x");
          mine::helper(2, "y");
        }
        """;
    assertThat(Running.diagnostics("program.cpp", text))
        .contains(
            "5:17: warning: no file named defines 'mine::helper(int, char const*)';"
                + " a run that calls it stops there");
    assertThat(cpp(text))
        .startsWith("before\n")
        .contains(
            "program.cpp:6:3: error: no file named defines 'mine::helper(int, char const*)';"
                + " name the file that does, too");
  }

  /** No access of memory that other agents can observe is merged, split, moved or dropped. */
  @Test
  void everyAccessOfTheSourceStaysOne() {
    Program program =
        Objects.requireNonNull(
            CudaC.compile(
                    new SourceFile(
                        "program.cpp",
                        """
                        struct Three { int a, b, c; };
                        static int twice(int *p) {
                          int unused = *p;
                          return *p + *p;
                        }
                        static void copy(Three *to, Three *from) { *to = *from; }
                        static int poll(volatile int *p, int *q) {
                          while (*p == 0) {}
                          if (*q) *q = 0;
                          return *p;
                        }
                        int main() {
                          int x = 1;
                          Three a = {1, 2, 3}, b;
                          copy(&b, &a);
                          return twice(&x) + poll(&x, &b.a);
                        }
                        """))
                .program());
    assertThat(accesses(program, "twice")).containsExactly("load", "load", "load");
    assertThat(accesses(program, "copy")).containsExactly("copy");
    assertThat(accesses(program, "poll"))
        .containsExactly("volatile load", "load", "store", "volatile load");
  }

  private static List<String> accesses(Program program, String function) {
    AgentCode code =
        program.functions().stream()
            .filter(f -> f.name().equals(function))
            .findFirst()
            .orElseThrow();
    return code.body().stream()
        .map(instruction ->
            switch (instruction) {
              case Instruction.Load load -> load.isVolatile() ? "volatile load" : "load";
              case Instruction.Store store -> store.isVolatile() ? "volatile store" : "store";
              case Instruction.Copy _ -> "copy";
              default -> "";
            })
        .filter(name -> !name.isEmpty())
        .toList();
  }

  @Test
  void anExceptionWithoutAHandlerIsReportedWhereItIsThrown() {
    String text =
        """
        namespace my {
        struct Error {};
        }
        struct Loud {
          ~Loud() { __builtin_printf("not reached"); }
        };
        int main() {
          Loud loud;
          throw my::Error();
        }
        """;
    assertThat(cpp(text))
        .contains("program.cpp:9", "nobody catches the exception of type 'my::Error'")
        .doesNotContain("not reached");
  }

  @Test
  void everyThreadHasItsOwnThreadLocalVariables() {
    String text =
        """
        #include <pthread.h>
        #include <stdio.h>
        static _Thread_local int mine = 5;
        static int *address(void) { return &mine; }
        static void *work(void *to) {
          *address() += 3;
          *(int *)to = mine;
          return to;
        }
        int main(void) {
          pthread_t t;
          int theirs;
          mine++;
          pthread_create(&t, 0, work, &theirs);
          pthread_join(t, 0);
          printf("%d %d\\n", mine, theirs);
          return 0;
        }
        """;
    assertThat(Running.output("program.c", text, 1)).isEqualTo("6 8\n");
  }

  @Test
  void aLibraryFunctionHasAnAddress() {
    String text =
        """
        #include <math.h>
        #include <stdio.h>
        #include <stdlib.h>
        int main(void) {
          long (*number)(const char *, char **, int) = strtol;
          double (*both[2])(double) = {floor, ceil};
          printf("%ld %.0f %.0f\\n", number("42", 0, 10), both[0](1.5), both[1](1.5));
          return 0;
        }
        """;
    assertThat(Running.output("program.c", text, 1)).isEqualTo("42 1 2\n");
  }

  @Test
  void aLambdaInMainIsNotMain() {
    String text =
        """
        #include <stdio.h>
        struct Loud {
          ~Loud() { printf("end\\n"); }
        };
        static Loud loud;
        int main() {
          auto f = [] { printf("called\\n"); };
          f();
          f();
        }
        """;
    assertThat(cpp(text)).isEqualTo("called\ncalled\nend\n");
  }

  @Test
  void lanesExchangeValuesInPtx() {
    String text =
        """
        #include <stdio.h>
        __device__ int shfl(int v, int lane) { int r; asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r) : "r"(v), "r"(lane)); return r; }
        __device__ int down(int v, int d) { int r; asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %1, %2, 0x1f, 0xffffffff; @p add.s32 %0, %0, %1; }" : "=r"(r) : "r"(v), "r"(d)); return r; }
        __global__ void k() {
          int lane = threadIdx.x;
          int s = lane;
          for (int d = 16; d > 0; d /= 2) { int r; asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r) : "r"(s), "r"(d)); s += r; }
          unsigned b; asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 5; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(b) : "r"(lane));
          int all; asm volatile("{ .reg .pred p, q; setp.lt.s32 p, %1, 99; vote.sync.all.pred q, p, 0xffffffff; selp.s32 %0, 1, 0, q; }" : "=r"(all) : "r"(lane));
          unsigned m; asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(m) : "r"(lane % 2));
          int x = shfl(lane * 10, 3), y = down(lane, 1);
          int up; asm volatile("shfl.sync.up.b32 %0, %1, 2, 0x0, 0xffffffff;" : "=r"(up) : "r"(lane));
          if (lane == 1) printf("%d %x %d %x %d %d %d\\n", s, b, all, m, x, y, up);
          if (lane == 31) printf("%d %d\\n", y, up);
        }
        int main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }
        """;
    assertThat(Running.output("program.cu", text, 1).lines())
        .containsExactlyInAnyOrder("31 29", "496 1f 1 aaaaaaaa 30 3 1");
  }

  /** Names of one library, such as the device's clock, must not meet those of another. */
  @ParameterizedTest
  @ValueSource(strings = {"t.c", "t.cpp", "t.cu"})
  void allHeadersStandTogetherInAnyOrder(String file) {
    List<String> headers =
        List.of(
            "nvshmem.h",
            "nvshmemx.h",
            "shmem.h",
            "shmemx.h",
            "mpi.h",
            "cuda.h",
            "cuda_runtime.h",
            "omp.h",
            "assert.h",
            "complex.h",
            "ctype.h",
            "errno.h",
            "getopt.h",
            "inttypes.h",
            "limits.h",
            "math.h",
            "pthread.h",
            "sched.h",
            "semaphore.h",
            "stdbool.h",
            "stddef.h",
            "stdint.h",
            "stdio.h",
            "stdlib.h",
            "string.h",
            "strings.h",
            "time.h",
            "unistd.h",
            "sys/time.h",
            "wchar.h",
            "wctype.h");
    for (List<String> order : List.of(headers, headers.reversed())) {
      StringBuilder text = new StringBuilder();
      for (String header : order) {
        text.append("#include <").append(header).append(">\n");
      }
      text.append("int main(void) { clock_t now = clock(); return now < 0; }\n");
      assertThat(Running.diagnostics(file, text.toString())).isEmpty();
    }
  }

  @Test
  void aFunctionOfTheDeviceIsForFilesOfCudaAlone() {
    String text = "#include <nvshmem.h>\nint main() { return __popc(5); }\n";
    assertThat(Running.diagnostics("t.cpp", text))
        .containsExactly(
            "2:21: error: '__popc' is a function of the device, which only a .cu file has");
    assertThat(Running.diagnostics("t.c", text))
        .hasSize(2)
        .first(as(STRING))
        .startsWith("2:21: warning: call to undeclared function '__popc'");
  }
}
