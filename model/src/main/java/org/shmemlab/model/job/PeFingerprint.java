package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.with;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.MultisetHash;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.step.AgentNames;

/**
 * Hashes the state of one PE without its agents and caches: memory, the library, the program's
 * setup, and the device. A destroyed object leaves no trace, and the number that the next one will
 * get does not count.
 */
final class PeFingerprint {
  private PeFingerprint() {}

  static long of(PeState pe, List<Team> all) {
    long hash = mix(pe.library.ordinal(), pe.mpi.ordinal());
    hash = pe.starts > 1 ? with(hash, pe.starts) : hash;
    hash = with(hash, pe.printed);
    hash = with(hash, pe.threadLevel, pe.mainThread, pe.unjoined ? 1 : 0);
    hash = with(hash, exit(pe.exitStatus));
    for (long lock : pe.locks.keySet()) {
      hash = with(hash, lock);
    }
    hash = objects(hash, pe.objects);
    hash = objects(hash, pe.symmetric);
    return device(with(hash, setup(pe, all)), pe);
  }

  static long exit(@Nullable Integer status) {
    return status == null ? Long.MIN_VALUE : status;
  }

  static long objects(long before, ObjectTable table) {
    long hash = before;
    for (int i = 0; i < table.top(); i++) {
      MemoryObject object = table.at(i);
      if (object != null) {
        hash = with(hash, i, object.residence().ordinal());
        hash = with(hash, object.size(), object.contentHash());
      }
    }
    return hash;
  }

  // A handle or an address of a peer means something else where these differ.
  private static long setup(PeState pe, List<Team> all) {
    if (!pe.setupHashed) {
      pe.setupHash = hashOfSetup(pe, all);
      pe.setupHashed = true;
    }
    return pe.setupHash;
  }

  private static long hashOfSetup(PeState pe, List<Team> all) {
    long hash = 0;
    for (PeState.Mapping mapping : pe.mappings) {
      hash = with(hash, mapping.pe(), mapping.address());
    }
    hash = with(hash, teams(pe.teams, all), contexts(pe.contexts));
    for (Map.Entry<Long, Long> buffer : pe.registered.entrySet()) {
      hash = with(hash, buffer.getKey(), buffer.getValue());
    }
    return with(hash, pe.services.fingerprint());
  }

  private static long teams(List<Integer> teams, List<Team> all) {
    long hash = 0;
    for (int i = 0; i < teams.size(); i++) {
      int team = teams.get(i);
      hash = with(hash, i, team);
      if (team >= 0) {
        for (int member : all.get(team).members().asList()) {
          hash = with(hash, member);
        }
      }
    }
    return hash;
  }

  private static long contexts(List<@Nullable Context> contexts) {
    long hash = 0;
    for (int i = 0; i < contexts.size(); i++) {
      Context context = contexts.get(i);
      if (context != null) {
        hash = with(hash, i, context.team(), context.thread());
      }
    }
    return hash;
  }

  private static long device(long before, PeState pe) {
    long hash = before;
    for (Stream stream : pe.streams) {
      hash = with(hash, stream.queue.size(), stream.destroyed ? 1 : 0, stream.blocking ? 1 : 0);
      hash = with(hash, pe.streamProgress.isAllOf(stream) ? 1 : 0);
      hash = with(hash, stream.current == null ? -1 : stream.current.sequence());
      for (Task task : stream.queue) {
        hash = with(hash, task(task));
      }
      hash = stream.capture == null ? hash : with(hash, stream.capture.fingerprint());
    }
    for (TaskGraph graph : pe.graphs) {
      hash = with(hash, graph == null ? 0 : graph.hash());
    }
    for (ExecutableGraph executable : pe.executables) {
      hash = with(hash, executable == null ? 0 : executable.fingerprint());
    }
    for (Grid grid : pe.grids.values()) {
      hash = with(hash, grid.id, grid.nextBlock, grid.finished);
      hash = with(hash, grid.shape.fingerprint(), mix(grid.arguments.asList()));
    }
    return hash;
  }

  /** The blocks of a PE's kernels, each by its name. */
  static long blocks(PeState pe, AgentNames names) {
    MultisetHash all = new MultisetHash();
    for (Grid grid : pe.grids.values()) {
      for (Block block : grid.resident.values()) {
        long name = mix(grid.id, names.block(pe.pe, grid.id, block.index));
        all.add(objects(mix(name, block.live), block.shared));
      }
    }
    return all.hash();
  }

  private static long task(Task task) {
    long hash = task.work().fingerprint();
    for (Task.Dependency dependency : task.after()) {
      hash = with(hash, dependency.stream(), dependency.sequence());
    }
    return hash;
  }
}
