package org.shmemlab.conformance.programs;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.conformance.programs.Draft.Agent;
import org.shmemlab.model.choices.Choices;

/**
 * Draws statements on two words {@code v} of a host that its GPU reaches, too: the first one holds
 * data, the second is a flag.
 */
final class HostMemory {
  private static final String FLAG = "v + 1";

  private final Choices choices;
  private final StatementVariants vocabulary;
  private final ThreadAtomics atomics;

  HostMemory(Choices choices, StatementVariants vocabulary, ThreadAtomics atomics) {
    this.choices = choices;
    this.vocabulary = vocabulary;
    this.atomics = atomics;
  }

  /** The first statements of every PE. */
  private List<Line> start() {
    return List.of(
        Line.of(
            choices.pick(
                "cudaMallocHost((void **)&v, 16);",
                "cudaHostAlloc((void **)&v, 16, cudaHostAllocMapped);",
                "cudaMallocManaged((void **)&v, 16);")),
        Line.of("v[0] = v[1] = 0;"));
  }

  /** Writes the data. */
  private Line write(ExecutionSite site) {
    List<Line> ways = new ArrayList<>();
    ways.add(Line.of("v[0] = 1;"));
    ways.add(Line.of("*(volatile long *)v = 1;"));
    ways.add(Line.of("memset(v, 1, 8);"));
    if (!site.touchesMemory()) {
      ways.add(vocabulary.onStream("cudaMemcpyAsync(v, d, 8, cudaMemcpyDefault, STREAM);"));
    }
    return choices.pick(ways);
  }

  /** Raises the flag, so that it holds 1. */
  private Line announce(ExecutionSite site) {
    return atomics.publish(site, FLAG);
  }

  /** Waits until the flag holds 1, or looks whether it does. */
  private Line see(ExecutionSite site) {
    return atomics.observe(site, FLAG);
  }

  /** Reads the data, or lets something else read it. */
  private Line use(ExecutionSite site) {
    List<Line> ways = new ArrayList<>();
    ways.add(vocabulary.show("r = v[0];"));
    ways.add(vocabulary.show("r = *(volatile long *)v;"));
    ways.add(Line.of("nvshmem_long_p(x, v[0], " + site.pe() + ");"));
    if (!site.touchesMemory()) {
      ways.add(vocabulary.onStream("cudaMemcpyAsync(d, v, 8, cudaMemcpyDefault, STREAM);"));
    }
    return choices.pick(ways);
  }

  /** A thread of a kernel and its host synchronise by words that both reach. */
  void addTo(Draft draft) {
    draft.start(start());
    int pe = choices.next(draft.pes());
    Agent thread = choices.pick(draft.touching(pe));
    Agent host = draft.host(pe);
    int phase = choices.yes(5, 6) ? 1 : 0; // after the kernel has been launched, or before
    boolean hostAnnounces = choices.yes();
    Agent teller = hostAnnounces ? host : thread;
    Agent observer = hostAnnounces ? thread : host;
    int first = hostAnnounces ? phase : 0;
    int then = hostAnnounces ? 0 : phase;
    draft.keep(teller, first, this::write);
    draft.perhaps(1, 2, teller, first, atomics::fence);
    draft.keep(teller, first, this::announce);
    draft.keep(observer, then, this::see);
    draft.perhaps(1, 2, observer, then, atomics::fence);
    draft.keep(observer, then, this::use);
  }
}
