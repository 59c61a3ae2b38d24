package org.shmemlab.scenarios.frontend.ptx;

import com.google.common.collect.ImmutableMap;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/**
 * Lowers PTX's registers of the thread, its grid and its machine (PTX ISA, "Special Registers").
 */
public final class SpecialRegisters {
  private static final ImmutableMap<String, SpecialRegister> REGISTERS =
      ImmutableMap.<String, SpecialRegister>builder()
          .put("tid.x", SpecialRegister.THREAD_IDX_X)
          .put("tid.y", SpecialRegister.THREAD_IDX_Y)
          .put("tid.z", SpecialRegister.THREAD_IDX_Z)
          .put("ctaid.x", SpecialRegister.BLOCK_IDX_X)
          .put("ctaid.y", SpecialRegister.BLOCK_IDX_Y)
          .put("ctaid.z", SpecialRegister.BLOCK_IDX_Z)
          .put("ntid.x", SpecialRegister.BLOCK_DIM_X)
          .put("ntid.y", SpecialRegister.BLOCK_DIM_Y)
          .put("ntid.z", SpecialRegister.BLOCK_DIM_Z)
          .put("nctaid.x", SpecialRegister.GRID_DIM_X)
          .put("nctaid.y", SpecialRegister.GRID_DIM_Y)
          .put("nctaid.z", SpecialRegister.GRID_DIM_Z)
          .put("laneid", SpecialRegister.LANE)
          .put("smid", SpecialRegister.MULTIPROCESSOR)
          .put("nsmid", SpecialRegister.MULTIPROCESSORS)
          .put("gridid", SpecialRegister.GRID)
          .put("clusterid.x", SpecialRegister.BLOCK_IDX_X) // a cluster is one block here
          .put("clusterid.y", SpecialRegister.BLOCK_IDX_Y)
          .put("clusterid.z", SpecialRegister.BLOCK_IDX_Z)
          .put("nclusterid.x", SpecialRegister.GRID_DIM_X)
          .put("nclusterid.y", SpecialRegister.GRID_DIM_Y)
          .put("nclusterid.z", SpecialRegister.GRID_DIM_Z)
          .put("clock", SpecialRegister.CLOCK)
          .put("clock64", SpecialRegister.CLOCK)
          .put("globaltimer", SpecialRegister.GLOBAL_TIMER)
          .buildOrThrow();

  /**
   * CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability", 9.0:
   * "Maximum number of resident warps per SM".
   */
  private static final int WARPS_OF_A_MULTIPROCESSOR = 64;

  /**
   * An offset in shared memory, at which {@link SharedWindow} has the last variable that it can.
   */
  private static final long NO_VARIABLE = 0x3FFFL << 18;

  private final FunctionCode f;
  private final Integers integers;

  public SpecialRegisters(FunctionCode f) {
    this.f = f;
    this.integers = new Integers(f);
  }

  /**
   * The register of ours that holds one.
   *
   * @param name as LLVM has it, {@code lanemask.lt} for PTX's {@code %lanemask_lt}
   * @throws NotSupported for one that is not known
   */
  public int read(String name, Leaf leaf) {
    SpecialRegister register = REGISTERS.get(name);
    if (register != null) {
      int dst = f.code().register();
      f.code().emit(new Instruction.Special(register, dst));
      return register == SpecialRegister.CLOCK ? integers.wrapped(leaf, dst) : dst;
    }
    return switch (name) {
      case "warpsize" -> f.code().constant(32);
      // of the toolkit's own use; no variable is there, so an access of it would be reported
      case "reserved.smem.offset.0", "reserved.smem.offset.1" -> f.code().constant(NO_VARIABLE);
      case "envreg1", "envreg2" -> f.code().constant(1); // a grid's barrier is no memory here
      case "nwarpid" -> f.code().constant(WARPS_OF_A_MULTIPROCESSOR);
      case "cluster.ctaid.x",
          "cluster.ctaid.y",
          "cluster.ctaid.z",
          "cluster.ctarank",
          "is.explicit.cluster" ->
          f.code().constant(0);
      case "cluster.nctaid.x", "cluster.nctaid.y", "cluster.nctaid.z", "cluster.nctarank" ->
          f.code().constant(1);
      case "warpid" -> {
        int rank = f.code().register();
        f.code().emit(new Instruction.Special(SpecialRegister.THREAD_RANK, rank));
        yield f.binary(BinaryOp.SHR, ScalarType.I32, rank, f.code().constant(5));
      }
      case "lanemask.eq", "lanemask.le", "lanemask.lt", "lanemask.ge", "lanemask.gt" -> {
        int lane = f.code().register();
        f.code().emit(new Instruction.Special(SpecialRegister.LANE, lane));
        int one = f.code().constant(1);
        int own = f.binary(BinaryOp.SHL, ScalarType.U64, one, lane);
        int below = f.binary(BinaryOp.SUB, ScalarType.U64, own, one);
        int upTo = f.binary(BinaryOp.OR, ScalarType.U64, own, below);
        int all = f.code().constant(0xFFFF_FFFFL);
        int mask =
            switch (name) {
              case "lanemask.eq" -> own;
              case "lanemask.lt" -> below;
              case "lanemask.le" -> upTo;
              case "lanemask.ge" -> f.binary(BinaryOp.XOR, ScalarType.U64, below, all);
              default -> f.binary(BinaryOp.XOR, ScalarType.U64, upTo, all);
            };
        yield integers.wrapped(leaf, mask);
      }
      default -> throw new NotSupported("the special register %" + name);
    };
  }
}
