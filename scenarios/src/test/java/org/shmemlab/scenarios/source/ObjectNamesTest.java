package org.shmemlab.scenarios.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.ObjectName;
import org.shmemlab.scenarios.CudaC;

/** Symmetric objects have the names of the variables that the source assigns them to. */
@Tag("compiler")
class ObjectNamesTest {
  private static final String TEXT =
      """
      #include <nvshmem.h>
      struct Buffers { int *in; int *out[2]; };
      static void *global;
      static void *fresh(size_t bytes) { return nvshmem_malloc(bytes); }
      static int *shown(int *p) { return p; }
      int main() {
        nvshmem_init();
        int *inbox = (int *)nvshmem_malloc(4);
        auto flag = static_cast<uint64_t *>(nvshmem_calloc(1, sizeof(uint64_t)));
        global = nvshmem_align(64, 64);
        Buffers all, *some = &all;
        all.in = reinterpret_cast<int *>(
            nvshmem_malloc(4));
        some->out[1] = (int *)nvshmem_malloc(8);
        int *none = shown((int *)nvshmem_malloc(4));
        int a = 1, *b = (int *)nvshmem_malloc(a == 1 ? 4 : 8);
        { int *twice = (int *)nvshmem_malloc(4); (void)twice; }
        { int *twice = (int *)nvshmem_malloc(4); (void)twice; }
        (void)inbox; (void)flag; (void)none; (void)b; (void)fresh(4);
        nvshmem_finalize();
      }
      """;

  @Test
  void aNameIsTheVariableThatTheResultIsAssignedTo() {
    SourceFile file = new SourceFile("names.cu", TEXT);
    Program program = Objects.requireNonNull(CudaC.compile(file).program());
    assertThat(program.objectNames())
        .extracting(ObjectName::name)
        .containsExactly(
            "inbox",
            "flag",
            "global",
            "all.in",
            "some->out[1]",
            "b",
            "twice of names.cu:17:25",
            "twice of names.cu:18:25");
  }

  @Test
  void otherCallsGiveNoName() {
    SourceFile file = new SourceFile("names.cu", TEXT);
    Program program = Objects.requireNonNull(CudaC.compile(file).program());
    ImmutableList<Integer> lines =
        program.objectNames().stream()
            .map(named -> named.line().line())
            .collect(ImmutableList.toImmutableList());
    assertThat(lines).doesNotContain(4, 15);
  }
}
