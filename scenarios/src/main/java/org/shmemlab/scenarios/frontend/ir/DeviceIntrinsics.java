package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableMap;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.Reach;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;

/** What LLVM knows of NVIDIA's devices (NVPTX Usage Guide, "NVPTX Intrinsics"). */
final class DeviceIntrinsics {
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

  /** Functions that the catalogue has under CUDA's names. */
  private static final ImmutableMap<String, String> NAMES =
      ImmutableMap.<String, String>builder()
          .put("barrier0", "__syncthreads")
          .put("barrier.cta.sync.aligned.all", "__syncthreads")
          .put("barrier0.popc", "__syncthreads_count")
          .put("barrier0.and", "__syncthreads_and")
          .put("barrier0.or", "__syncthreads_or")
          .put("bar.warp.sync", "__syncwarp")
          .put("vote.ballot.sync", "__ballot_sync")
          .put("vote.all.sync", "__all_sync")
          .put("vote.any.sync", "__any_sync")
          .put("activemask", "__activemask")
          .buildOrThrow();

  private final FunctionLowering f;

  DeviceIntrinsics(FunctionLowering f) {
    this.f = f;
  }

  void lower(String name, long call) {
    String function = NAMES.get(name);
    if (function != null) {
      LibraryCall.lower(f, call, function);
      return;
    }
    if (name.startsWith("read.ptx.sreg.")) {
      f.define(call, special(f, name.substring("read.ptx.sreg.".length()), f.leaf(call)));
      return;
    }
    switch (name) {
      case "membar.cta" -> fence(Reach.BLOCK);
      case "membar.gl" -> fence(Reach.DEVICE);
      case "membar.sys" -> fence(Reach.SYSTEM);
      case "nanosleep" -> {}
      case "exit" -> f.calls().exit();
      case "mulhi.i", "mulhi.ui", "mulhi.ll", "mulhi.ull" -> {
        boolean unsigned = name.contains(".u");
        boolean wide = name.endsWith("ll");
        ScalarType type = wide ? ScalarType.I64 : ScalarType.I32;
        ScalarType kind = unsigned ? Scalars.unsigned(type) : type;
        Leaf leaf = f.leaf(call);
        int a = f.register(f.operand(call, 0));
        int b = f.register(f.operand(call, 1));
        int x = unsigned ? f.integers().unsigned(leaf, a) : a;
        int y = unsigned ? f.integers().unsigned(leaf, b) : b;
        int high = f.integers().compute(MathFunction.MUL_HIGH, kind, x, y);
        f.define(call, f.integers().wrapped(leaf, high));
      }
      default -> other(name, call);
    }
  }

  private void other(String name, long call) {
    if (name.startsWith("ldg.global.") || name.startsWith("ldu.global.")) {
      int dst = f.code().register();
      int address = f.register(f.operand(call, 0));
      f.code().emit(new Instruction.Load(f.leaf(call).scalar(), dst, address, 0, false));
      f.define(call, dst);
      return;
    }
    throw new NotSupported("llvm.nvvm." + name);
  }

  private void fence(Reach reach) {
    f.code().emit(new Instruction.ThreadFence(reach));
  }

  /** A special register of PTX by its name. */
  static int special(FunctionLowering f, String name, Leaf leaf) {
    SpecialRegister register = REGISTERS.get(name);
    if (register != null) {
      int dst = f.code().register();
      f.code().emit(new Instruction.Special(register, dst));
      return register == SpecialRegister.CLOCK ? f.integers().wrapped(leaf, dst) : dst;
    }
    return switch (name) {
      case "warpsize" -> f.code().constant(32);
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
        yield f.integers().wrapped(leaf, mask);
      }
      default -> throw new NotSupported("the special register %" + name);
    };
  }
}
