package org.shmemlab.model.communication;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Context;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.memory.Fault;

/**
 * Manages OpenSHMEM's contexts, and NVSHMEM's queue pairs, which are contexts of the world. Each
 * belongs to a team, and operations on it number PEs as that team does; the default context is the
 * world's (OpenSHMEM 1.6, section 9.5 "Communication management routines").
 */
public final class Contexts {
  /** The context that exists from the start. */
  public static final int DEFAULT = 0;

  private static final long PRIVATE = 1 << 1; // SHMEM_CTX_PRIVATE of the shipped header

  private final JobState jobState;

  public Contexts(JobState jobState) {
    this.jobState = jobState;
  }

  /**
   * Makes a context.
   *
   * @param team handle of the team that it belongs to
   * @param options the bits of {@code SHMEM_CTX_*}; those that only promise something allow more
   *     than is done here
   * @return its handle
   * @throws Fault if there is no such team
   */
  public int create(Agent agent, long team, long options) {
    Teams.team(jobState, agent.pe, team);
    List<@Nullable Context> all = jobState.writablePe(agent.pe).ownSetup().contexts;
    all.add(new Context(team, (options & PRIVATE) != 0 ? agent.thread : -1));
    return all.size();
  }

  /**
   * Makes a queue pair of NVSHMEM, before the first one the context that stands for any of them;
   * where the network has none for programs, it is the default context.
   *
   * @return its context
   */
  public int createQueuePair(Agent agent) {
    if (!jobState.rules().capabilities().queuePairs()) {
      return DEFAULT;
    }
    if (last(agent.pe) == DEFAULT) {
      create(agent, Team.WORLD, 0);
    }
    return create(agent, Team.WORLD, 0);
  }

  /** The number of the last context that was made; 0 for none. */
  public int last(int pe) {
    return jobState.peState(pe).contexts.size();
  }

  /**
   * Takes a context back, which its user has quieted.
   *
   * @throws Fault if it is the default one, there is none, or it is another thread's alone
   */
  public void destroy(Agent agent, long handle) {
    if (handle == DEFAULT) {
      throw new Fault("shmem_ctx_destroy of the default context");
    }
    found(agent, handle, "shmem_ctx_destroy of a context");
    jobState.writablePe(agent.pe).ownSetup().contexts.set((int) handle - 1, null);
  }

  /**
   * The handle of a context's team.
   *
   * @throws Fault if there is no such context
   */
  public long team(Agent agent, long handle) {
    return handle == DEFAULT
        ? Team.WORLD
        : found(agent, handle, "the team is asked of a context").team();
  }

  /** A context of a team that its destruction destroys, too: one that is no thread's own; or -1. */
  public int shared(int pe, long team) {
    List<@Nullable Context> all = jobState.peState(pe).contexts;
    for (int i = 0; i < all.size(); i++) {
      Context context = all.get(i);
      if (context != null && context.team() == team && !context.isPrivate()) {
        return i + 1;
      }
    }
    return -1;
  }

  /**
   * The team that numbers the PEs of an operation.
   *
   * @throws Fault if the agent may not use this context
   */
  Team of(Agent agent, int handle) {
    long team =
        handle == DEFAULT ? Team.WORLD : found(agent, handle, "communication on a context").team();
    Team found = Teams.findTeam(jobState, agent.pe, team);
    if (found == null) {
      throw new Fault("communication on a context whose team is destroyed");
    }
    return found;
  }

  /** Whether other threads than the agent's may destroy the object of a handle, or have done so. */
  public static boolean othersMayDestroy(JobState jobState, Agent agent, long handle) {
    if (handle == DEFAULT) {
      return false;
    }
    Context context = find(jobState, agent, handle);
    return context == null || !context.isPrivate();
  }

  private static @Nullable Context find(JobState jobState, Agent agent, long handle) {
    List<@Nullable Context> all = jobState.peState(agent.pe).contexts;
    return handle < 1 || handle > all.size() ? null : all.get((int) handle - 1);
  }

  private Context found(Agent agent, long handle, String use) {
    Context context = find(jobState, agent, handle);
    if (context == null) {
      throw new Fault("%s that was never created or is destroyed", use);
    }
    if (context.isPrivate() && context.thread() != agent.thread) {
      throw new Fault(
          "%s that is private to the thread that created it; create it without "
              + "SHMEM_CTX_PRIVATE, or one for each thread",
          use);
    }
    return context;
  }
}
