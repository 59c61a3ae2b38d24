package org.shmemlab.scenarios.api.cuda;

import com.google.common.primitives.ImmutableIntArray;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.runtime.cuda.CudaLaunches;

/**
 * One launch of a kernel, whichever way the program writes it. All parts are registers.
 *
 * @param kernel address of the kernel
 * @param grid number of blocks
 * @param block threads of a block
 * @param shared bytes of dynamic shared memory of a block
 * @param stream handle of the stream
 * @param arguments address of an array of the addresses of the arguments; copied by the launch
 */
public record KernelLaunch(
    int kernel, Extent grid, Extent block, int shared, int stream, int arguments) {

  /** How a grid is started, with the flags of {@link CudaLaunches#LAUNCH}. */
  public enum Manner {
    PLAIN(0),
    COOPERATIVE(1),
    COLLECTIVE(2);

    private final int flags;

    Manner(int flags) {
      this.flags = flags;
    }
  }

  /** Three numbers: a {@code dim3}. */
  public record Extent(int x, int y, int z) {
    /** The extent that the {@code dim3} at an address holds. */
    public static Extent load(CodeBuilder code, int address) {
      Emission emit = new Emission(code);
      return new Extent(
          emit.load(ScalarType.U32, address, 0),
          emit.load(ScalarType.U32, address, 4),
          emit.load(ScalarType.U32, address, 8));
    }
  }

  /** Emits the launch; gives the register of its {@code cudaError_t}. */
  @CanIgnoreReturnValue
  public int emit(CodeBuilder code, Manner manner) {
    return emit(code, code.constant(manner.flags));
  }

  /** Emits the launch with a register of the flags of {@link CudaLaunches#LAUNCH}. */
  int emit(CodeBuilder code, int flags) {
    int error = code.register();
    ImmutableIntArray operands =
        ImmutableIntArray.of(
            kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, shared, stream, arguments,
            flags);
    code.emit(new Instruction.Invoke(CudaLaunches.LAUNCH, error, operands));
    return error;
  }
}
