package org.shmemlab.model.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AtomicScopeTest {
  /** A thread: its PE, its grid (-1 for the host's), its block. */
  private record Agent(int pe, int grid, int block) {
    AtomicScope within(ThreadScope reach) {
      return new AtomicScope(reach, MemoryOrder.RELAXED, new ThreadBlock(pe, grid, block));
    }

    /** Those that a reach names, as the PTX ISA does. */
    Set<Agent> reached(ThreadScope reach) {
      return THREADS.stream()
          .filter(other -> reach == ThreadScope.SYSTEM || other.processor().equals(processor()))
          .filter(other -> reach != ThreadScope.BLOCK || other.equals(this))
          .collect(Collectors.toSet());
    }

    private String processor() {
      return (grid < 0 ? "host of " : "GPU of ") + pe;
    }
  }

  private static final List<Agent> THREADS = threads();

  private static List<Agent> threads() {
    List<Agent> all = new ArrayList<>();
    for (int pe = 0; pe < 2; pe++) {
      all.add(new Agent(pe, -1, -1));
      for (int grid = 0; grid < 2; grid++) {
        for (int block = 0; block < 2; block++) {
          all.add(new Agent(pe, grid, block));
        }
      }
    }
    return all;
  }

  @Test
  void atomicsMeetWhereEachThreadIsInTheScopeOfTheOther() {
    for (Agent one : THREADS) {
      for (Agent other : THREADS) {
        for (ThreadScope reach : ThreadScope.values()) {
          for (ThreadScope back : ThreadScope.values()) {
            boolean both = one.reached(reach).contains(other) && other.reached(back).contains(one);
            assertThat(one.within(reach).meets(other.within(back)))
                .as("%s %s, %s %s", one, reach, other, back)
                .isEqualTo(both);
          }
        }
      }
    }
  }
}
