package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A thread that has been joined gives its number back, and kernels are numbered as they start: an
 * agent that has the number of another one is not that one, and one that has another number in
 * another order is the same.
 */
@Tag("compiler")
class ReusedNumbersTest {
  private static final List<String> BEFORE =
      List.of("", "x[1] = 1;", "__atomic_fetch_add(x + 1, 1, __ATOMIC_RELAXED);");

  @ParameterizedTest
  @ValueSource(
      strings = {"x[0] = 2;", "x[1] += x[0];", "__atomic_store_n(x, 2, __ATOMIC_RELAXED);"})
  void aThreadIsNotTheOneWhoseNumberItGets(String late) {
    for (String before : BEFORE) {
      for (String end : List.of("", "x[2] = 1;")) {
        assertThat(threads("x[0] = 1; " + end, before, late))
            .as("%s %s", before, end)
            .isEqualTo(Set.of(FindingKind.CONFLICT));
        assertThat(threads("x[3] = 1; " + end, before, late)).as("%s %s", before, end).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void aKernelIsTheSameWhicheverStartsFirst(String stream) {
    String second =
        "k<<<1, 1, 0, a>>>(x, 1); k<<<1, 1, 0, b>>>(x, 2); k<<<1, 1, 0, %s>>>(x, %d);"
            + " cudaStreamSynchronize(a); cudaStreamSynchronize(b);";
    assertThat(kernels(second.formatted(stream, 3))).isEmpty();
    assertThat(kernels(second.formatted(stream, stream.equals("a") ? 2 : 1)))
        .isEqualTo(Set.of(FindingKind.CONFLICT));
    assertThat(kernels(second.formatted(stream, stream.equals("a") ? 1 : 2))).isEmpty();
  }

  // The second thread may make its own when the first one has been joined, or before.
  private static ImmutableSet<FindingKind> threads(String first, String before, String late) {
    return EveryEngine.kinds(
        Profile.OPENSHMEM,
        1,
        new SourceFile(
            "threads.c",
            """
            #include <pthread.h>
            #include <shmem.h>
            static long x[4];
            static void *late(void *given) { %s return NULL; }
            static void *first(void *given) { %s return NULL; }
            static void *second(void *given) {
              pthread_t t;
              %s
              pthread_create(&t, NULL, late, NULL);
              pthread_join(t, NULL);
              return NULL;
            }
            int main(void) {
              int level;
              pthread_t a, b;
              shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
              pthread_create(&a, NULL, first, NULL);
              pthread_create(&b, NULL, second, NULL);
              pthread_join(a, NULL);
              pthread_join(b, NULL);
              shmem_finalize();
            }
            """
                .formatted(late, first, before)));
  }

  private static ImmutableSet<FindingKind> kernels(String host) {
    return EveryEngine.kinds(
        1,
        """
        __global__ void k(long *x, int i) { x[i] = x[i] + 1; x[i + 4] = 1; }
        int main(void) {
          long *x;
          cudaMalloc((void **)&x, 64);
          cudaMemset(x, 0, 64);
          cudaStream_t a, b;
          cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
          cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
          cudaDeviceSynchronize();
          %s
        }
        """
            .formatted(host));
  }
}
