package org.shmemlab.model.code;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import org.shmemlab.model.program.Program;

/**
 * Prepares a program for execution: the code of its functions, and the facts found in it. A program
 * is checked under several rules, and made ready once.
 */
public final class ProgramCode {
  private static final LoadingCache<Program, ProgramCode> READY =
      CacheBuilder.newBuilder().weakKeys().build(CacheLoader.from(ProgramCode::new));

  private final Code[] codes;
  private final ReachableCalls reachableCalls;
  private final SharedMemoryUse sharedMemory;

  private ProgramCode(Program program) {
    this.codes = program.functions().stream().map(Code::new).toArray(Code[]::new);
    this.reachableCalls = new ReachableCalls(codes);
    this.sharedMemory = new SharedMemoryUse(program, codes);
  }

  /** The code of a program. */
  public static ProgramCode of(Program program) {
    return READY.getUnchecked(program);
  }

  /** The functions, by their index. Not to be changed. */
  public Code[] codes() {
    return codes;
  }

  /** The static shared memory of kernels. */
  public SharedMemoryUse sharedMemory() {
    return sharedMemory;
  }

  /** The calls that agents may reach. */
  public ReachableCalls reachableCalls() {
    return reachableCalls;
  }
}
