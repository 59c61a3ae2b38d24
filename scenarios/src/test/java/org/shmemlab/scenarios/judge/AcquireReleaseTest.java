package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/**
 * A message by a flag, with every kind of store and load of the flag, and with a fence or an atomic
 * of another word before the store and one after the load: a fence counts for all atomics, an
 * acquire or a release for its own word alone (PTX ISA, "Release and Acquire Patterns"; ISO C17,
 * 7.17.3 and 7.17.4).
 */
class AcquireReleaseTest {
  /**
   * A statement next to the flag's access, and whether it is a fence for the accesses after or
   * before it.
   */
  private record Beside(String ptx, String c, boolean releases, boolean acquires) {}

  private static final ImmutableList<Beside> BESIDE =
      ImmutableList.of(
          new Beside(";", ";", false, false),
          new Beside(
              ptx("fence.acq_rel.sys;"), "atomic_thread_fence(memory_order_acq_rel);", true, true),
          new Beside(
              ptx("fence.sc.sys;"), "atomic_thread_fence(memory_order_seq_cst);", true, true),
          new Beside(";", "atomic_thread_fence(memory_order_acquire);", false, true),
          new Beside(";", "atomic_thread_fence(memory_order_release);", true, false),
          new Beside(
              load("acquire", "other"),
              "atomic_load_explicit(&other, memory_order_acquire);",
              false,
              false),
          new Beside(";", "atomic_load(&other);", false, false),
          new Beside(";", "atomic_signal_fence(memory_order_seq_cst);", false, false),
          new Beside(
              store("release", "other"),
              "atomic_store_explicit(&other, 1, memory_order_release);",
              false,
              false),
          new Beside(";", "atomic_store(&other, 1);", false, false),
          new Beside(
              ptx("red.release.sys.add.u32 [%0], 1;", "other"),
              "atomic_fetch_add_explicit(&other, 1, memory_order_acq_rel);",
              false,
              false),
          new Beside(";", "atomic_fetch_add(&other, 1);", false, false),
          // no thread observes that this one has loaded
          new Beside(
              "if (SIDE) { %s %s } else { %s }"
                  .formatted(
                      ptx("fence.acq_rel.sys;"),
                      load("relaxed", "shared"),
                      ptx("red.acquire.sys.add.u32 [%0], 1;", "shared")),
              """
              if (SIDE) {
                atomic_thread_fence(memory_order_release);
                atomic_load_explicit(&shared, memory_order_relaxed);
              } else {
                atomic_fetch_add_explicit(&shared, 1, memory_order_acquire);
              }
              """,
              true,
              false));

  /** How the flag is set or looked at, and whether that releases or acquires. */
  private record Flag(String ptx, String c, boolean orders) {}

  // The first two of each are the plainest that do not and that do.
  private static final ImmutableList<Flag> STORES =
      ImmutableList.of(
          new Flag(
              store("relaxed", "flag"),
              "atomic_store_explicit(&flag, 1, memory_order_relaxed);",
              false),
          new Flag(
              store("release", "flag"),
              "atomic_store_explicit(&flag, 1, memory_order_release);",
              true),
          new Flag(
              ptx("red.release.sys.add.u32 [%0], 1;", "flag"),
              "atomic_fetch_add_explicit(&flag, 1, memory_order_release);",
              true),
          new Flag(
              ptx("red.relaxed.sys.add.u32 [%0], 1;", "flag"),
              "atomic_fetch_add_explicit(&flag, 1, memory_order_acquire);",
              false),
          // a later store to the same word synchronizes as the release does
          new Flag(
              ptx("st.release.sys.u32 [%0], 0;", "flag") + store("relaxed", "flag"),
              "atomic_store_explicit(&flag, 0, memory_order_release);"
                  + " atomic_store_explicit(&flag, 1, memory_order_relaxed);",
              true),
          // an exchange that fails stores nothing
          new Flag(
              ptx("{ .reg .u32 r; atom.release.sys.cas.b32 r, [%0], 7, 8; }", "flag")
                  + store("relaxed", "flag"),
              "unsigned e = 7; atomic_compare_exchange_strong_explicit("
                  + "&flag, &e, 8, memory_order_release, memory_order_relaxed);"
                  + " atomic_store_explicit(&flag, 1, memory_order_relaxed);",
              false));

  private static final ImmutableList<Flag> LOOKS =
      ImmutableList.of(
          new Flag(
              load("relaxed", "flag"),
              "a = atomic_load_explicit(&flag, memory_order_relaxed)",
              false),
          new Flag(
              load("acquire", "flag"),
              "a = atomic_load_explicit(&flag, memory_order_acquire)",
              true),
          new Flag(
              ptx("atom.acquire.sys.add.u32 %0, [%1], 0;", "=r", "flag"),
              "a = atomic_fetch_add_explicit(&flag, 0, memory_order_acquire)",
              true),
          new Flag(
              ptx("atom.release.sys.add.u32 %0, [%1], 0;", "=r", "flag"),
              "a = atomic_fetch_add_explicit(&flag, 0, memory_order_release)",
              false),
          new Flag(
              ptx("atom.relaxed.sys.cas.b32 %0, [%1], 7, 8;", "=r", "flag"),
              "a = 7; atomic_compare_exchange_strong_explicit("
                  + "&flag, &a, 8, memory_order_acquire, memory_order_relaxed)",
              false),
          new Flag(
              ptx("atom.acquire.sys.cas.b32 %0, [%1], 7, 8;", "=r", "flag"),
              "a = 7; atomic_compare_exchange_strong_explicit("
                  + "&flag, &a, 8, memory_order_acquire, memory_order_acquire)",
              true),
          // the exchange stores if it finds this value
          new Flag(
              ptx("atom.acquire.sys.cas.b32 %0, [%1], 1, 2;", "=r", "flag"),
              "a = 1; a = atomic_compare_exchange_strong_explicit("
                  + "&flag, &a, 2, memory_order_acquire, memory_order_relaxed)",
              true));

  private static final String PTX_PROGRAM =
      """
      #include <cstdlib>
      __device__ int data, result;
      __device__ unsigned flag, other, another, shared;
      __global__ void k(int first, int store, int look, int last) {
        unsigned a;
        if (blockIdx.x == 0) {
          data = 1;
          switch (first) { BESIDE }
          switch (store) { STORES }
        } else {
          do {
            switch (look) { LOOKS }
          } while (a == 0);
          switch (last) { BEHIND }
          result = data;
        }
      }
      int main(int argc, char **argv) {
        k<<<2, 1>>>(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
        cudaDeviceSynchronize();
      }
      """;

  private static final String C_PROGRAM =
      """
      #include <pthread.h>
      #include <stdatomic.h>
      #include <stdlib.h>
      static int data, result;
      static atomic_uint flag, other, another, shared;
      static int first, store, look, last;
      static void *other_thread(void *nothing) {
        data = 1;
        switch (first) { BESIDE }
        switch (store) { STORES }
        return nothing;
      }
      int main(int argc, char **argv) {
        first = atoi(argv[1]);
        store = atoi(argv[2]);
        look = atoi(argv[3]);
        last = atoi(argv[4]);
        pthread_t thread;
        pthread_create(&thread, NULL, other_thread, NULL);
        unsigned a;
        do {
          switch (look) { LOOKS }
        } while (a == 0);
        switch (last) { BEHIND }
        result = data;
        pthread_join(thread, NULL);
      }
      """;

  /** The language of a program. */
  enum Language {
    PTX,
    C;

    // A statement that PTX does not have stands for none.
    private Beside beside(int index) {
      Beside beside = BESIDE.get(index);
      return this == PTX && beside.ptx.equals(";") ? BESIDE.get(0) : beside;
    }

    private StatementsProgram program() {
      String beside = cases(Lists.transform(BESIDE, of -> this == PTX ? of.ptx : of.c));
      String text =
          (this == PTX ? PTX_PROGRAM : C_PROGRAM)
              .replace("BESIDE", beside.replace("SIDE", "1"))
              .replace("BEHIND", beside.replace("&other", "&another").replace("SIDE", "0"))
              .replace("STORES", cases(Lists.transform(STORES, of -> this == PTX ? of.ptx : of.c)))
              .replace("LOOKS", cases(Lists.transform(LOOKS, of -> this == PTX ? of.ptx : of.c)));
      return StatementsProgram.of(this == PTX ? "flag.cu" : "flag.c", text, List.of());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMessageIsInOrderIfBothSidesOrderIt(Language language) {
    StatementsProgram program = language.program();
    for (int store = 0; store < STORES.size(); store++) {
      for (int look = 0; look < LOOKS.size(); look++) {
        judged(language, program, 0, store, look, 0);
      }
    }
    for (int beside = 1; beside < BESIDE.size(); beside++) {
      for (int store = 0; store < 2; store++) {
        for (int look = 0; look < 2; look++) {
          judged(language, program, beside, store, look, 0);
          judged(language, program, 0, store, look, beside);
          judged(language, program, beside, store, look, beside);
        }
      }
    }
  }

  private static void judged(
      Language language, StatementsProgram program, int first, int store, int look, int last) {
    Beside before = language.beside(first);
    Beside behind = language.beside(last);
    boolean ordered =
        (STORES.get(store).orders || before.releases)
            && (LOOKS.get(look).orders || behind.acquires);
    for (Engine engine : List.of(Engine.STATES, Engine.DPOR)) {
      assertThat(kinds(program, engine, first, store, look, last))
          .as("%s: %s %s | %s %s", engine, before, STORES.get(store), LOOKS.get(look), behind)
          .isEqualTo(ordered ? ImmutableSet.of() : ImmutableSet.of(FindingKind.CONFLICT));
    }
  }

  private static ImmutableSet<FindingKind> kinds(
      StatementsProgram program, Engine engine, int... arguments) {
    return program.explore(engine, Profile.NVSHMEM, arguments).findings().stream()
        .map(Finding::kind)
        .collect(ImmutableSet.toImmutableSet());
  }

  private static String cases(List<String> statements) {
    StringBuilder cases = new StringBuilder();
    IntStream.range(0, statements.size())
        .forEach(i -> cases.append("case %d: { %s; break; } ".formatted(i, statements.get(i))));
    return cases.toString();
  }

  private static String load(String order, String word) {
    return ptx("ld." + order + ".sys.u32 %0, [%1];", "=r", word);
  }

  private static String store(String order, String word) {
    return ptx("st." + order + ".sys.u32 [%0], 1;", word);
  }

  private static String ptx(String statement) {
    return "asm volatile(\"%s\" ::: \"memory\");".formatted(statement);
  }

  private static String ptx(String statement, String word) {
    return "asm volatile(\"%s\" :: \"l\"(&%s) : \"memory\");".formatted(statement, word);
  }

  private static String ptx(String statement, String result, String word) {
    return "asm volatile(\"%s\" : \"%s\"(a) : \"l\"(&%s) : \"memory\");"
        .formatted(statement, result, word);
  }
}
