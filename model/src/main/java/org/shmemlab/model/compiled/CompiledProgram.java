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
  /** What {@link #run} gives where the interpreter has to go on. */
  public static final long NONE = Entry.NONE;

  private static final int LARGEST_BUDGET = 1 << 30;
  private static final LoadingCache<Program, CompiledProgram> WHERE_HOT = cache(Entry.HOT);
  private static final LoadingCache<Program, CompiledProgram> EVERYWHERE = cache(1);

  private final Code[] codes;
  private final int hot;
  private final @Nullable Entry[][] entries; // by function and instruction

  private CompiledProgram(Program program, int hot) {
    this.codes = ProgramCode.of(program).codes();
    this.hot = hot;
    this.entries = new Entry[codes.length][];
  }

  private static LoadingCache<Program, CompiledProgram> cache(int hot) {
    return CacheBuilder.newBuilder()
        .weakKeys()
        .build(CacheLoader.from(program -> new CompiledProgram(program, hot)));
  }

  /** The regions of a program where everything is compiled, or what is executed often. */
  public static CompiledProgram of(Program program, boolean everything) {
    return (everything ? EVERYWHERE : WHERE_HOT).getUnchecked(program);
  }

  /**
   * Lets an agent run from an instruction at which a region may begin: the index of the next
   * instruction in the upper half, how many were executed in the lower half; or {@link #NONE}.
   *
   * @param fuel how many instructions may be executed
   */
  public long run(Agent agent, int pc, long fuel, Surroundings surroundings) {
    int budget = (int) Math.min(fuel, LARGEST_BUDGET);
    long stop = entry(agent.function, pc).run(agent, budget, surroundings);
    return stop == NONE ? NONE : (stop & ~0xFFFF_FFFFL) | (budget - (int) stop);
  }

  private Entry entry(int function, int pc) {
    Entry[] ofFunction = entries[function];
    if (ofFunction == null) {
      ofFunction = new Entry[codes[function].body.length];
      entries[function] = ofFunction;
    }
    Entry entry = ofFunction[pc];
    if (entry == null) {
      entry = new Entry(codes[function].body, pc, hot);
      ofFunction[pc] = entry;
    }
    return entry;
  }
}
