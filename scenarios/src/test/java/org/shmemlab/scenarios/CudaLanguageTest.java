package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** CUDA on top of C++'s C subset: templates, references, launches, shared memory, warps. */
class CudaLanguageTest {
  private static String run(String text) {
    return Running.output("t.cu", "#include <stdio.h>\n" + text, 1);
  }

  @Test
  void everyThreadOfAGridRuns() {
    assertThat(
            run(
                """
                __global__ void fill(int *out, int n) {
                  int i = blockIdx.x * blockDim.x + threadIdx.x;
                  if (i < n) out[i] = i * gridDim.x;
                }
                int main() {
                  int host[10], *device;
                  cudaMalloc(&device, sizeof(host));
                  fill<<<3, dim3(4)>>>(device, 10);
                  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
                  for (int i = 0; i < 10; i++) printf("%d ", host[i]);
                  return cudaFree(device);
                }
                """))
        .isEqualTo("0 3 6 9 12 15 18 21 24 27 ");
  }

  @Test
  void kernelsAreTemplatesOverTypesAndNumbers() {
    assertThat(
            run(
                """
                template <typename T, int N> __device__ T sum(const T *p) {
                  T s = 0;
                  for (int i = 0; i < N; i++) s += p[i];
                  return s;
                }
                template <typename T> __global__ void k(T *p) { p[0] = sum<T, 3>(p); }
                template <typename T> void show(const char *format) {
                  T host[3] = {T(1.5), T(2), T(3)}, *device;
                  cudaMalloc(&device, sizeof(host));
                  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
                  k<<<1, 1>>>(device);
                  cudaMemcpy(host, device, sizeof(T), cudaMemcpyDeviceToHost);
                  printf(format, host[0]);
                }
                int main() { show<int>("%d "); show<double>("%g"); return 0; }
                """))
        .isEqualTo("6 6.5");
  }

  @Test
  void aBlockSharesMemoryAndMeets() {
    assertThat(
            run(
                """
                __device__ int total;
                __global__ void reduce(int rounds) {
                  extern __shared__ int dynamic[];
                  __shared__ int fixed[64];
                  int t = threadIdx.x;
                  fixed[t] = t;
                  __syncthreads();
                  dynamic[t] = fixed[63 - t];
                  __syncthreads();
                  for (int half = 32; half > 0; half /= 2) {
                    if (t < half) dynamic[t] += dynamic[t + half];
                    __syncthreads();
                  }
                  if (t == 0) atomicAdd(&total, dynamic[0]);
                }
                int main() {
                  int host = -1;
                  reduce<<<2, 64, 64 * sizeof(int)>>>(3);
                  cudaMemcpyFromSymbol(&host, total, sizeof(int));
                  printf("%d", host);
                  return 0;
                }
                """))
        .isEqualTo("4032");
  }

  @Test
  void warpsShuffleAndVote() {
    assertThat(
            run(
                """
                __global__ void warp() {
                  int lane = threadIdx.x, sum = lane;
                  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
                  float up = __shfl_up_sync(0xffffffff, lane * 0.5f, 1);
                  int other = __shfl_xor_sync(0xffffffff, lane, 1, 8);
                  unsigned odd = __ballot_sync(0xffffffff, lane & 1);
                  int all = __all_sync(0xffffffff, lane < 32), any = __any_sync(0xffffffff, lane == 40);
                  if (lane == 0) printf("%d %x %d %d ", sum, odd, all, any);
                  if (lane == 3) printf("%g %d", up, other);
                }
                int main() { warp<<<1, 32>>>(); return cudaDeviceSynchronize(); }
                """))
        .isEqualTo("496 aaaaaaaa 1 0 1 2");
  }

  @Test
  void referencesDefaultsAndOverloadsWork() {
    assertThat(
            run(
                """
                struct P { int x, y; };
                void swap(int &a, int &b) { int t = a; a = b; b = t; }
                int area(const P &p, int scale = 2) { return p.x * p.y * scale; }
                const char *kind(int) { return "int"; }
                const char *kind(double) { return "double"; }
                int main() {
                  int a = 1, b = 2;
                  swap(a, b);
                  P p{3, 4};
                  int &alias = p.x;
                  alias++;
                  auto q = &p;
                  auto half = 0.5;
                  printf("%d %d %d %d %s %s", a, b, area(p), area(*q, 1), kind(a), kind(half));
                  return 0;
                }
                """))
        .isEqualTo("2 1 32 16 int double");
  }

  @Test
  void variablesOfFileScopeAreInitialisedBeforeMain() {
    assertThat(
            run(
                """
                static float pi() { return 3.25f; }
                float area = pi() * 4;
                constexpr int N = 3 * 4;
                dim3 block(2, N);
                dim3 braces{7};
                int table[N];
                int main() {
                  dim3 local = {8, 9};
                  printf("%g %u %u %zu %u%u %u%u", area, block.y, block.z, sizeof(table), braces.x,
                      braces.z, local.y, local.z);
                  return 0;
                }
                """))
        .isEqualTo("13 12 1 48 71 91");
  }

  @Test
  void launchesWorkInsideMacrosAndThroughPointers() {
    assertThat(
            run(
                """
                #define LAUNCH(kernel, n, ...) kernel<<<1, n>>>(__VA_ARGS__)
                __global__ void say(int a, const char *unused) {
                  printf("%d<<<>>>%d ", a, (int)threadIdx.x);
                }
                int main() {
                  LAUNCH(say, 2, 7, nullptr);
                  void (*pointer)(int, const char *) = say;
                  pointer<<<1, 1>>>(8, 0);
                  cudaDeviceSynchronize();
                  return 0;
                }
                """))
        .isEqualTo("7<<<>>>0 7<<<>>>1 8<<<>>>0 ");
  }

  @Test
  void kernelsTakeStructuresByValue() {
    assertThat(
            run(
                """
                struct Args { int n; float4 v; };
                __global__ void k(Args a, int2 b) { printf("%d %g %d", a.n, a.v.w, b.y); }
                int main() {
                  Args a = {1, make_float4(1, 2, 3, 4)};
                  k<<<1, 1>>>(a, make_int2(5, 6));
                  return cudaDeviceSynchronize();
                }
                """))
        .isEqualTo("1 4 6");
  }

  @Test
  void anAssertionThatFailsEndsTheProgramWithItsLine() {
    assertThat(
            run(
                "#include <assert.h>\nint main() { int x = 1;\n assert(x == 2 && \"no\"); return 0; }"))
        .contains("t.cu:4");
  }

  // gcc prints the same
  @Test
  void enumerationsOfCppAreUnsignedButComputeAsInt() {
    assertThat(
            run(
                """
                enum A { ZERO, ONE };
                enum B { MINUS = -1, PLUS };
                enum C { LARGE = 0x80000000 };
                enum D : unsigned char { BYTE = 255 };
                enum class E : long { FAR = 1l << 40 };
                int main() {
                  A a = ZERO;
                  A cast = (A)-1;
                  B b = MINUS;
                  printf("%d %d %d ", a - 1 < 0, cast > 0, (long)cast == 4294967295);
                  printf("%d %d ", b < 0, (long)b < 0);
                  printf("%d %d ", LARGE > 0, LARGE - 1 > 0);
                  printf("%d %d %d", (int)sizeof(D), (D)(BYTE + 1) == 0, (long)E::FAR == 1l << 40);
                  return 0;
                }
                """))
        .isEqualTo("1 0 1 1 1 1 1 1 1 1");
  }
}
