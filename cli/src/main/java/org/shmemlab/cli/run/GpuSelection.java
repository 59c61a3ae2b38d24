package org.shmemlab.cli.run;

import java.util.stream.Stream;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.scenarios.runtime.cuda.CudaDevices;

/**
 * Finds whether a program chooses a GPU. NVSHMEM defers the rest of its initialisation to the first
 * call after that, such as {@code nvshmem_malloc} (NVSHMEM Best Practice Guide, "NVSHMEM
 * Initialization"); NVSHMEM 3.4.5 on two H200s ends a program there that chose none. Here each PE
 * has its GPU, so such a program runs.
 */
final class GpuSelection {
  private GpuSelection() {}

  /** Whether several PEs allocate symmetric memory of GPUs of which none was chosen. */
  static boolean isMissing(Program program, Job job) {
    return program.symmetricHeap() == HeapSide.DEVICE
        && job.pes() > 1
        && instructions(program)
            .anyMatch(next ->
                next instanceof Instruction.Arrive call && call.kind() == MeetingKind.MALLOC)
        && instructions(program)
            .noneMatch(next ->
                next instanceof Instruction.Invoke call && call.call() == CudaDevices.SET_DEVICE);
  }

  private static Stream<Instruction> instructions(Program program) {
    return program.functions().stream().flatMap(function -> function.body().stream());
  }
}
