package org.shmemlab.scenarios.api;

import com.google.common.collect.ImmutableMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.api.cuda.AtomicCalls;
import org.shmemlab.scenarios.api.cuda.CudaCalls;
import org.shmemlab.scenarios.api.cuda.DeviceCalls;
import org.shmemlab.scenarios.api.cuda.LaunchCalls;
import org.shmemlab.scenarios.api.cuda.MathCalls;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.mpi.MpiCalls;
import org.shmemlab.scenarios.api.nccl.NcclCalls;
import org.shmemlab.scenarios.api.shmem.AmoCalls;
import org.shmemlab.scenarios.api.shmem.CollectiveCalls;
import org.shmemlab.scenarios.api.shmem.ContextCalls;
import org.shmemlab.scenarios.api.shmem.CountedCalls;
import org.shmemlab.scenarios.api.shmem.LockCalls;
import org.shmemlab.scenarios.api.shmem.MemoryCalls;
import org.shmemlab.scenarios.api.shmem.OnStream;
import org.shmemlab.scenarios.api.shmem.OrderCalls;
import org.shmemlab.scenarios.api.shmem.QueuePairCalls;
import org.shmemlab.scenarios.api.shmem.RegionCalls;
import org.shmemlab.scenarios.api.shmem.RmaCalls;
import org.shmemlab.scenarios.api.shmem.SetupCalls;
import org.shmemlab.scenarios.api.shmem.SharedMemoryCalls;
import org.shmemlab.scenarios.api.shmem.SignalCalls;
import org.shmemlab.scenarios.api.shmem.TeamCalls;
import org.shmemlab.scenarios.api.shmem.ThreadCalls;
import org.shmemlab.scenarios.api.shmem.ThreadGroupCalls;
import org.shmemlab.scenarios.api.shmem.WaitCalls;

/** Maps each family of operations to its lowering. */
public final class CallLowerings {
  private final ImmutableMap<String, CallLowering> families =
      ImmutableMap.<String, CallLowering>builder()
          .put("external", new ExternalCalls())
          .put("math", new MathCalls())
          .put("device", new DeviceCalls())
          .put("atomic", new AtomicCalls())
          .put("cuda", new CudaCalls())
          .put("launch", new LaunchCalls())
          .put("mpi", new MpiCalls())
          .put("nccl", new OnStream(new NcclCalls()))
          .put("setup", new SetupCalls())
          .put("memory", new MemoryCalls())
          .put("team", new TeamCalls())
          .put("context", new ContextCalls())
          .put("qp", everywhere(new QueuePairCalls()))
          .put("rma", everywhere(new RmaCalls()))
          .put("amo", new AmoCalls())
          .put("signal", everywhere(new SignalCalls()))
          .put("counted", new CountedCalls())
          .put("region", new RegionCalls())
          .put("tma", new SharedMemoryCalls())
          .put("wait", everywhere(new WaitCalls()))
          .put("test", new WaitCalls())
          .put("order", everywhere(new OrderCalls()))
          .put("collective", everywhere(new CollectiveCalls()))
          .put("lock", new LockCalls())
          .put("cache", _ -> Instruction.NO_REGISTER) // OpenSHMEM 1.6, "Deprecated API"
          .put("pthread", new ThreadCalls())
          .buildOrThrow();

  /** A family with calls for threads, warps, blocks and streams. */
  private static CallLowering everywhere(CallLowering plain) {
    return new OnStream(new ThreadGroupCalls(plain));
  }

  /** The lowering of a family, or null: nothing of it is supported yet. */
  public @Nullable CallLowering of(String family) {
    return families.get(family);
  }
}
