package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.StringJoiner;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.scenarios.frontend.emit.ExitPoints;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.Scalars;
import org.shmemlab.scenarios.frontend.ptx.InlinePtx;
import org.shmemlab.scenarios.frontend.ptx.PtxOperand;
import org.shmemlab.scenarios.frontend.ptx.SpecialRegisters;

/** Lowers LLVM's intrinsics for NVIDIA's devices (NVPTX Usage Guide, "NVPTX Intrinsics"). */
final class DeviceIntrinsics {
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

  private final FunctionValues f;
  private final Integers integers;
  private final SpecialRegisters specials;
  private final ExitPoints ends;

  DeviceIntrinsics(FunctionValues f) {
    this.f = f;
    this.integers = new Integers(f);
    this.specials = new SpecialRegisters(f);
    this.ends = new ExitPoints(f);
  }

  void lower(String name, long call) {
    String function = NAMES.get(name);
    if (function != null) {
      LibraryCall.lower(f, call, function);
      return;
    }
    if (name.startsWith("read.ptx.sreg.")) {
      f.define(call, specials.read(name.substring("read.ptx.sreg.".length()), f.leaf(call)));
      return;
    }
    switch (name) {
      case "membar.cta" -> f.fence(ThreadScope.BLOCK);
      case "membar.gl" -> f.fence(ThreadScope.DEVICE);
      case "membar.sys" -> f.fence(ThreadScope.SYSTEM);
      case "nanosleep" -> {}
      case "exit" -> ends.exit();
      case "mulhi.i", "mulhi.ui", "mulhi.ll", "mulhi.ull" -> {
        boolean unsigned = name.contains(".u");
        boolean wide = name.endsWith("ll");
        ScalarType type = wide ? ScalarType.I64 : ScalarType.I32;
        ScalarType kind = unsigned ? Scalars.unsigned(type) : type;
        Leaf leaf = f.leaf(call);
        int a = f.register(f.operand(call, 0));
        int b = f.register(f.operand(call, 1));
        int x = unsigned ? integers.unsigned(leaf, a) : a;
        int y = unsigned ? integers.unsigned(leaf, b) : b;
        int high = integers.compute(MathFunction.MUL_HIGH, kind, x, y);
        f.define(call, integers.wrapped(leaf, high));
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
    String assembly = NvvmAssembly.of(name);
    if (assembly == null) {
      throw new NotSupported("llvm.nvvm." + name);
    }
    List<Leaf> results = f.leaves(call);
    int[] registers =
        new InlinePtx(f)
            .lower(
                assembly,
                constraints(results, f.llvm().arguments.of(call), call),
                results,
                i -> {
                  long value = f.operand(call, i);
                  return new PtxOperand(f.register(value), f.leaf(value));
                });
    if (registers.length > 0) {
      f.define(call, registers);
    }
  }

  /** The constraints of a statement with these results and the arguments of a call. */
  private String constraints(List<Leaf> results, int arguments, long call) {
    StringJoiner all = new StringJoiner(",");
    results.forEach(leaf -> all.add("=" + constraint(leaf)));
    for (int i = 0; i < arguments; i++) {
      all.add(constraint(f.leaf(f.operand(call, i))));
    }
    return all.toString();
  }

  private static String constraint(Leaf leaf) {
    return switch (leaf.scalar()) {
      case F32 -> "f";
      case F64 -> "d";
      case I64, U64 -> "l";
      default -> leaf.bits() == 16 ? "h" : "r";
    };
  }
}
