package org.shmemlab.model.compiled;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.code.ProgramCode;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.program.Program;

/** The regions of a program's functions, shared by all machines that execute it. */
public final class CompiledProgram {
  /** The result of {@link #run} where the interpreter has to go on. */
  public static final long NONE = RegionEntry.NONE;

  private static final int LARGEST_BUDGET = 1 << 30;
  private static final LoadingCache<Program, CompiledProgram> WHERE_HOT = cache(RegionEntry.HOT);
  private static final LoadingCache<Program, CompiledProgram> EVERYWHERE = cache(1);

  private final Code[] codes;
  private final int hot;
  private final @Nullable RegionEntry[][] entries; // by function and instruction

  private CompiledProgram(Program program, int hot) {
    this.codes = ProgramCode.of(program).codes();
    this.hot = hot;
    this.entries = new RegionEntry[codes.length][];
  }

  private static LoadingCache<Program, CompiledProgram> cache(int hot) {
    return CacheBuilder.newBuilder()
        .weakKeys()
        .build(CacheLoader.from(program -> new CompiledProgram(program, hot)));
  }

  /** The regions of a program where everything is compiled, or the hot code alone. */
  public static CompiledProgram of(Program program, boolean everything) {
    return (everything ? EVERYWHERE : WHERE_HOT).getUnchecked(program);
  }

  /**
   * Lets an agent run from an instruction at which a region may begin, through one region after the
   * other: the index of the next instruction in the upper half, how many were executed in the lower
   * half; or {@link #NONE}.
   *
   * @param fuel how many instructions may be executed
   */
  public long run(Agent agent, int pc, long fuel, Surroundings surroundings) {
    int budget = (int) Math.min(fuel, LARGEST_BUDGET);
    int left = budget;
    int next = pc;
    while (left > 0) {
      long stop = entry(agent.function, next).run(agent, left, surroundings);
      if (stop == NONE || (int) stop == left) {
        break;
      }
      next = (int) (stop >>> 32);
      left = (int) stop;
    }
    return left == budget ? NONE : (long) next << 32 | (budget - left);
  }

  private RegionEntry entry(int function, int pc) {
    RegionEntry[] ofFunction = entries[function];
    if (ofFunction == null) {
      ofFunction = new RegionEntry[codes[function].body.length];
      entries[function] = ofFunction;
    }
    RegionEntry entry = ofFunction[pc];
    if (entry == null) {
      entry = new RegionEntry(codes[function].body, pc, hot);
      ofFunction[pc] = entry;
    }
    return entry;
  }
}
