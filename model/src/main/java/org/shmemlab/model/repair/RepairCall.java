package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.ThreadScope;

/** Lists the calls that order accesses before them and after them; the cheapest first. */
public enum RepairCall {
  /** Orders a thread's updates of one PE. */
  FENCE("fence", 1, 0),
  /** Completes the caller's operations. */
  QUIET("quiet", 1, 0),
  /** Completes the caller's operations on the context of a call near by. */
  CONTEXT_QUIET("ctx_quiet", 1, 0),
  /** Waits for the sources of puts and the landing of gets of a GIN context, which a call names. */
  CONTEXT_FLUSH("gin.flush(ncclCoopThread())", 1, 0),
  /** Makes earlier writes visible to a thread of the GPU. */
  THREAD_FENCE("__threadfence", 1, 0),
  /** Orders a thread's accesses for all GPUs and hosts. */
  SYSTEM_FENCE("__threadfence_system", 1, 0),
  /** Orders earlier writes of threads before bulk copies. */
  PROXY_FENCE("asm volatile(\"fence.proxy.async;\" ::: \"memory\")", 1, 0),
  /** The threads of a block meet. */
  BLOCK_BARRIER("__syncthreads", 2, 1),
  /** The host waits for all streams of its PE. */
  DEVICE_SYNCHRONIZE("cudaDeviceSynchronize", 1, 0),
  /** All PEs meet. */
  SYNC("sync_all", 3, 2),
  /** Completes the caller's operations, and all PEs meet. */
  BARRIER("barrier_all", 4, 2),
  /** The same, called by all threads of a block together. */
  BARRIER_OF_BLOCK("barrier_all_block", 10, 5);

  private final String word;
  private final int length;
  private final int registers;

  RepairCall(String word, int length, int registers) {
    this.word = word;
    this.length = length;
    this.registers = registers;
  }

  /**
   * The call as a program of this library writes it.
   *
   * @param stream how the program names the stream that is to do it, if one is
   */
  String spelling(Family family, Optional<String> stream) {
    return switch (this) {
      case PROXY_FENCE, CONTEXT_FLUSH -> word;
      case THREAD_FENCE, SYSTEM_FENCE, BLOCK_BARRIER, DEVICE_SYNCHRONIZE -> word + "()";
      case CONTEXT_QUIET ->
          family == Family.NVSHMEM
              ? "nvshmemx_qp_quiet(NVSHMEMX_PE_ALL, &qp, 1)"
              : CallNames.prefix(family) + word + "(ctx)";
      case BARRIER_OF_BLOCK -> "nvshmemx_" + word + "()";
      case FENCE, QUIET, SYNC, BARRIER ->
          stream
              .map(name -> "nvshmemx_" + word + "_on_stream(" + name + ")")
              .orElse(CallNames.prefix(family) + word + "()");
    };
  }

  /**
   * The instructions, as the front-end makes them for this call.
   *
   * @param context the register of the context that the call names, or NO_REGISTER
   * @param external the external call that it consists of, or null
   */
  Snippet snippet(Family family, int context, @Nullable ExternalCall external) {
    return new Snippet(
        length,
        registers,
        (base, register) ->
            external == null
                ? instructions(family, base, register, context)
                : ImmutableList.of(
                    new Instruction.Invoke(
                        external, Instruction.NO_REGISTER, ImmutableIntArray.of())));
  }

  private ImmutableList<Instruction> instructions(
      Family family, int base, int register, int context) {
    int none = Instruction.NO_REGISTER;
    return switch (this) {
      case FENCE -> ImmutableList.of(new Instruction.Fence(none));
      case QUIET -> ImmutableList.of(new Instruction.Quiet(none));
      case CONTEXT_QUIET -> ImmutableList.of(new Instruction.Quiet(context));
      case CONTEXT_FLUSH -> ImmutableList.of(new Instruction.Flush(context));
      case THREAD_FENCE -> ImmutableList.of(new Instruction.ThreadFence(ThreadScope.DEVICE));
      case SYSTEM_FENCE -> ImmutableList.of(new Instruction.ThreadFence(ThreadScope.SYSTEM));
      case PROXY_FENCE ->
          ImmutableList.of(new Instruction.ThreadFence(ThreadScope.BLOCK, "fence.proxy.async"));
      case DEVICE_SYNCHRONIZE -> throw new IllegalArgumentException(this + " is an external call");
      case BLOCK_BARRIER -> blockMeets(register);
      case SYNC -> pesMeet(MeetingKind.SYNC, family, CallScope.THREAD, register);
      case BARRIER ->
          ImmutableList.<Instruction>builder()
              .add(new Instruction.Quiet(none))
              .addAll(pesMeet(MeetingKind.BARRIER, family, CallScope.THREAD, register))
              .build();
      case BARRIER_OF_BLOCK ->
          ImmutableList.<Instruction>builder()
              .addAll(blockMeets(register))
              .add(new Instruction.Special(SpecialRegister.THREAD_RANK, register + 1))
              .add(new Instruction.Branch(register + 1, base + length - 2, base + 4))
              .add(new Instruction.Quiet(none))
              .addAll(pesMeet(MeetingKind.BARRIER, family, CallScope.BLOCK, register + 2))
              .addAll(blockMeets(register + 4))
              .build();
    };
  }

  /** A barrier of the block. */
  static ImmutableList<Instruction> blockMeets(int register) {
    return ImmutableList.of(
        new Instruction.Arrive(
            MeetingKind.BLOCK_BARRIER,
            Family.CUDA,
            null,
            null,
            CallScope.BLOCK,
            ImmutableIntArray.of()),
        new Instruction.Depart(register));
  }

  private static ImmutableList<Instruction> pesMeet(
      MeetingKind kind, Family family, CallScope scope, int register) {
    return ImmutableList.of(
        new Instruction.Const(register, Team.WORLD),
        new Instruction.Arrive(kind, family, null, null, scope, ImmutableIntArray.of(register)),
        new Instruction.Depart(register + 1));
  }
}
