package org.shmemlab.scenarios.api.shmem;

import java.util.function.IntSupplier;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Library;
import org.shmemlab.scenarios.runtime.cuda.CudaMemory;
import org.shmemlab.scenarios.runtime.libc.CMemory;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

/**
 * Lowers family {@code memory}: the symmetric heap, and direct access to another PE's part of it.
 *
 * <p>An allocation ends with a barrier of all PEs and a release begins with one, each a quiet and
 * the meeting itself; for a size of 0 and for a null pointer nothing happens, the barrier included.
 *
 * <p>Sources: NVSHMEM API, "Memory management"; OpenSHMEM 1.6, section 9.3.
 */
public final class MemoryCalls implements CallLowering {
  // NVSHMEM 3.4.5 starts every allocation at a multiple of this (src/host/mem/mem_heap.cpp)
  private static final int ALIGNMENT = 512;
  private static final int MORE_THAN_THERE_IS = -1;

  @Override
  public int lower(CallSite site) {
    CodeBuilder code = site.code();
    Emission emit = new Emission(code);
    return switch (site.function().action()) {
      case "malloc" -> allocate(site, site.argument(0), code.constant(ALIGNMENT), false);
      case "align" -> allocate(site, site.argument(1), site.argument(0), false);
      case "calloc" -> allocate(site, product(site), code.constant(ALIGNMENT), true);
      case "free" -> {
        emit.when(site.argument(0), () -> release(site, site.argument(0)));
        yield Instruction.NO_REGISTER;
      }
      case "realloc" -> reallocate(site);
      case "ptr" -> emit.ask(ShmemSetup.POINTER, site.argument(0), site.argument(1));
      case "team_ptr" -> pointerOfTeam(emit, site);
      case "addr_accessible" ->
          emit.ask(ShmemSetup.ADDRESS_ACCESSIBLE, site.argument(0), site.argument(1));
      case "buffer_register" ->
          emit.ask(ShmemSetup.REGISTER_BUFFER, site.argument(0), site.argument(1));
      case "register_symmetric" -> adopt(site);
      case "unregister_symmetric" -> {
        release(site, site.argument(0));
        yield code.constant(0);
      }
      case "buffer_unregister" -> emit.ask(ShmemSetup.UNREGISTER_BUFFER, site.argument(0));
      case "buffer_unregister_all" -> {
        emit.ask(ShmemSetup.UNREGISTER_ALL_BUFFERS);
        yield Instruction.NO_REGISTER;
      }
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  /** The PE counts in the team (OpenSHMEM 1.6, section 9.3.2); NULL where it has no such PE. */
  private static int pointerOfTeam(Emission emit, CallSite site) {
    int world = emit.constant(Team.WORLD);
    int pe = emit.ask(ShmemSetup.TEAM_TRANSLATE_PE, site.argument(0), site.argument(2), world);
    int isThere = emit.binary(BinaryOp.GE, ScalarType.I32, pe, emit.constant(0));
    return emit.choose(
        isThere, () -> emit.ask(ShmemSetup.POINTER, site.argument(1), pe), () -> emit.constant(0));
  }

  private static int allocate(CallSite site, int bytes, int alignment, boolean zero) {
    CodeBuilder code = site.code();
    Emission emit = new Emission(code);
    IntSupplier together =
        () -> {
          Library.quiet(site);
          return Library.meet(
              site, MeetingKind.MALLOC, bytes, alignment, code.constant(zero ? 1 : 0));
        };
    return emit.choose(bytes, together, () -> code.constant(0));
  }

  /**
   * A symmetric object that has the memory of the caller's buffer from now on. The buffer is used
   * by the address that the call gives; that of the program ends.
   */
  private static int adopt(CallSite site) {
    Emission emit = new Emission(site.code());
    int symmetric = allocate(site, site.argument(1), emit.constant(ALIGNMENT), false);
    emit.when(
        symmetric,
        () -> {
          emit.invoke(CudaMemory.ADOPT, site.argument(0), symmetric, site.argument(1));
          Library.meet(site, MeetingKind.SYNC, emit.constant(Team.WORLD)); // it is there on all PEs
        });
    return symmetric;
  }

  /**
   * A new object with the old one's bytes as far as they fit. It and the old one exist at the same
   * time, so there must be room for both; without room the old one stays.
   */
  private static int reallocate(CallSite site) {
    Emission emit = new Emission(site.code());
    int old = site.argument(0);
    int bytes = site.argument(1);
    IntSupplier resize =
        () -> {
          int oldBytes = emit.ask(ShmemSetup.SYMMETRIC_BYTES, old);
          int resized = allocate(site, bytes, emit.constant(ALIGNMENT), false);
          emit.when(
              resized,
              () -> {
                int fewer = emit.binary(BinaryOp.LT, ScalarType.U64, bytes, oldBytes);
                int kept = emit.choose(fewer, () -> bytes, () -> oldBytes);
                emit.invoke(CMemory.MEMCPY, resized, old, kept);
                release(site, old);
              });
          return resized;
        };
    IntSupplier free =
        () -> {
          release(site, old);
          return emit.constant(0);
        };
    return emit.choose(
        old,
        () -> emit.choose(bytes, resize, free),
        () -> allocate(site, bytes, emit.constant(ALIGNMENT), false));
  }

  private static void release(CallSite site, int address) {
    Library.quiet(site);
    Library.meet(site, MeetingKind.FREE, address);
  }

  /** count × size; more than any heap has where that does not fit 64 bits. */
  private static int product(CallSite site) {
    CodeBuilder code = site.code();
    Emission emit = new Emission(code);
    int count = site.argument(0);
    int size = site.argument(1);
    int high = code.register();
    code.emit(
        new Instruction.Compute(
            MathFunction.MUL_HIGH, ScalarType.U64, high, count, size, Instruction.NO_REGISTER));
    return emit.choose(
        high,
        () -> code.constant(MORE_THAN_THERE_IS),
        () -> emit.binary(BinaryOp.MUL, ScalarType.U64, count, size));
  }
}
