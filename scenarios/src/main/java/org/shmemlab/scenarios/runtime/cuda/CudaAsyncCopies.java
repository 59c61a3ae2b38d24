package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.AsyncCopies;
import org.shmemlab.model.job.AsyncCopies.Copy;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.step.AsyncPhase;

/** Asynchronous copies of device threads: asking for them, grouping them, waiting for groups. */
public final class CudaAsyncCopies {
  /** Destination, source, bytes, bytes of zero after them: a cp.async for later. */
  public static final RuntimeCall ASYNC_COPY =
      RuntimeCall.of("__async_copy", CallTraits.of(CallTrait.ASYNC_COPY), CudaAsyncCopies::copy);

  /** Destination, source, bytes: a cp.async.bulk for later. */
  public static final RuntimeCall BULK_COPY =
      RuntimeCall.of(
          "__bulk_copy",
          CallTraits.of(CallTrait.ASYNC_COPY, CallTrait.BULK_COPY),
          CudaAsyncCopies::bulkCopy);

  /** Destination, source, bytes: a cp.async.bulk that happens now; between two ASYNC_PHASE. */
  public static final RuntimeCall BULK_COPY_NOW =
      RuntimeCall.of(
          "__bulk_copy_now",
          CallTraits.of(CallTrait.ASYNC_COPY, CallTrait.BULK_COPY),
          CudaAsyncCopies::touchesNow,
          CudaAsyncCopies::bulkCopyNow);

  /** Mechanism (0 cp.async, 1 cp.async.bulk): the copies since the last group are one. */
  public static final RuntimeCall ASYNC_GROUP =
      RuntimeCall.of("__async_group", CallTraits.of(CallTrait.ASYNC_COPY), CudaAsyncCopies::group);

  /** Mechanism, number of groups: all older ones are copied. */
  public static final RuntimeCall ASYNC_WAIT =
      RuntimeCall.of(
          "__async_wait",
          CallTraits.of(CallTrait.ASYNC_COPY),
          CudaAsyncCopies::touches,
          CudaAsyncCopies::await);

  /** Number of an AsyncPhase: a phase of the hardware that copies for the calling thread. */
  public static final RuntimeCall ASYNC_PHASE =
      RuntimeCall.of("__async_phase", CallTraits.of(CallTrait.ASYNC_COPY), CudaAsyncCopies::phase);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS =
      ImmutableList.of(ASYNC_COPY, BULK_COPY, BULK_COPY_NOW, ASYNC_GROUP, ASYNC_WAIT, ASYNC_PHASE);

  private CudaAsyncCopies() {}

  private static long copy(ServiceCall call) {
    return later(call, false, asked(call, call.intArgument(3)));
  }

  private static long bulkCopy(ServiceCall call) {
    return later(call, true, asked(call, 0));
  }

  private static long bulkCopyNow(ServiceCall call) {
    if (call.intArgument(2) > 0) {
      copyInBulk(call, asked(call, 0));
    }
    return 0;
  }

  private static Copy asked(ServiceCall call, int zeros) {
    return new Copy(call.argument(0), call.argument(1), call.intArgument(2), zeros, call.line());
  }

  private static long later(ServiceCall call, boolean bulk, Copy copy) {
    Agent agent = call.agent();
    if (copy.written() > 0) { // one of nothing may name a null pointer
      agent.copies(bulk, agent.copies(bulk).and(copy));
    }
    return 0;
  }

  private static long group(ServiceCall call) {
    boolean bulk = call.argument(0) != 0;
    Agent agent = call.agent();
    agent.copies(bulk, agent.copies(bulk).grouped());
    return 0;
  }

  private static long await(ServiceCall call) {
    boolean bulk = call.argument(0) != 0;
    Agent agent = call.agent();
    AsyncCopies copies = agent.copies(bulk);
    call.declare();
    if (!bulk && call.argument(1) == 0) {
      call.changePhase(AsyncPhase.GROUPS_ARE_OVER);
    }
    agent.copies(bulk, copies.after(call.argument(1)));
    for (Copy copy : copies.due(call.argument(1))) {
      if (bulk) {
        copyInBulk(call, copy);
      } else {
        copySmall(call, copy);
      }
    }
    return 0;
  }

  private static void copyInBulk(ServiceCall call, Copy copy) {
    call.requireReach(copy.source(), copy.bytes());
    call.requireReach(copy.destination(), copy.bytes());
    call.copyInBulk(copy.destination(), copy.source(), copy.bytes());
  }

  private static void copySmall(ServiceCall call, Copy copy) {
    call.requireReach(copy.destination(), copy.written());
    if (copy.bytes() > 0) {
      call.requireReach(copy.source(), copy.bytes());
      call.store(copy.destination(), call.read(copy.source(), copy.bytes()));
    }
    if (copy.zeros() > 0) {
      call.store(copy.destination() + copy.bytes(), new byte[copy.zeros()]);
    }
  }

  private static long phase(ServiceCall call) {
    call.changePhase(AsyncPhase.values()[call.intArgument(0)]);
    return 0;
  }

  /** The accesses of a wait. */
  static void touches(Footprint call) {
    boolean bulk = call.argument(0) != 0;
    for (Copy copy : call.agent().copies(bulk).due(call.argument(1))) {
      call.copies(copy, bulk);
    }
  }

  /** The accesses of a bulk copy that happens now. */
  static void touchesNow(Footprint call) {
    if (call.intArgument(2) == 0) {
      return;
    }
    call.copies(
        new Copy(
            call.argument(0),
            call.argument(1),
            call.intArgument(2),
            0,
            call.jobState().line(call.agent())),
        true);
  }
}
