package org.shmemlab.scenarios.api.cuda;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.cuda.KernelLaunch.Extent;
import org.shmemlab.scenarios.api.cuda.KernelLaunch.Manner;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Library;
import org.shmemlab.scenarios.runtime.cuda.CudaLaunches;

/**
 * Lowers family {@code launch}: launches that are function calls, and the queries before them.
 *
 * <p>Sources: CUDA Runtime API, "Execution Control" and "Occupancy"; NVSHMEM API, "Kernel Launch
 * Routines".
 */
public final class LaunchCalls implements CallLowering {

  @Override
  public int lower(CallSite site) {
    CodeBuilder code = site.code();
    Emission emit = new Emission(code);
    return switch (site.function().action()) {
      case "plain" -> launch(site, grid(site)).emit(code, Manner.PLAIN);
      case "cooperative" -> launch(site, grid(site)).emit(code, Manner.COOPERATIVE);
      case "extended" -> extended(site).lower();
      case "collective" -> launch(site, chosenGrid(site)).emit(code, Manner.COLLECTIVE);
      case "collective_attr" ->
          emit.choose(
              site.argument(0),
              () -> extended(site).collective(),
              () -> code.constant(Library.INVALID_VALUE));
      case "query_gridsize" -> {
        Extent block = Extent.load(code, site.argument(1));
        int size = largestGrid(emit, site.argument(0), block, site.argument(3));
        emit.store(ScalarType.I32, site.argument(4), 0, size);
        yield code.constant(CudaStatus.SUCCESS);
      }
      case "occupancy" -> {
        int blocks =
            emit.ask(CudaLaunches.OCCUPANCY, site.argument(1), site.argument(2), site.argument(3));
        emit.store(ScalarType.I32, site.argument(0), 0, blocks);
        yield code.constant(CudaStatus.SUCCESS);
      }
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  /** The parameters that all forms have: kernel, grid, block, arguments, shared bytes, stream. */
  private static KernelLaunch launch(CallSite site, Extent grid) {
    return new KernelLaunch(
        site.argument(0),
        grid,
        Extent.load(site.code(), site.argument(2)),
        site.argument(4),
        site.argument(5),
        site.argument(3));
  }

  private static ExtendedLaunch extended(CallSite site) {
    return new ExtendedLaunch(site.argument(0), site.argument(1), site.argument(2), site.code());
  }

  private static Extent grid(CallSite site) {
    return Extent.load(site.code(), site.argument(1));
  }

  /** For a grid without blocks NVSHMEM chooses the largest one that runs at once. */
  private static Extent chosenGrid(CallSite site) {
    CodeBuilder code = site.code();
    return chosenGrid(
        code, grid(site), Extent.load(code, site.argument(2)), site.argument(0), site.argument(4));
  }

  /**
   * The grid of a collective launch.
   *
   * @param given the one that the program asks for
   * @param shared bytes of dynamic shared memory of a block
   */
  static Extent chosenGrid(CodeBuilder code, Extent given, Extent block, int kernel, int shared) {
    Emission emit = new Emission(code);
    int x = copy(code, given.x());
    int y = copy(code, given.y());
    int z = copy(code, given.z());
    int layer = emit.binary(BinaryOp.MUL, ScalarType.U64, x, y);
    int blocks = emit.binary(BinaryOp.MUL, ScalarType.U64, layer, z);
    CodeBuilder.Label choose = code.label();
    CodeBuilder.Label done = code.label();
    code.branch(blocks, done, choose);
    code.place(choose);
    int largest = largestGrid(emit, kernel, block, shared);
    code.emit(new Instruction.Move(x, largest));
    code.emit(new Instruction.Const(y, 1));
    code.emit(new Instruction.Const(z, 1));
    code.place(done);
    return new Extent(x, y, z);
  }

  private static int copy(CodeBuilder code, int source) {
    int dst = code.register();
    code.emit(new Instruction.Move(dst, source));
    return dst;
  }

  private static int largestGrid(Emission emit, int kernel, Extent block, int shared) {
    return emit.ask(
        CudaLaunches.COLLECTIVE_GRID_SIZE, kernel, block.x(), block.y(), block.z(), shared);
  }
}
