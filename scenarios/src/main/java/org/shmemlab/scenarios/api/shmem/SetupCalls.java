package org.shmemlab.scenarios.api.shmem;

import java.nio.charset.StandardCharsets;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Field;
import org.shmemlab.scenarios.api.lowering.Library;
import org.shmemlab.scenarios.runtime.libc.PosixThreads;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

/**
 * Lowers family {@code setup}: initialisation in all its forms, finalisation, the PE's number, and
 * the library's name and version.
 *
 * <p>Every form of initialisation joins the one job that is running, whose PE numbers are those of
 * its processes. A form that brings its own numbers (a unique id with a rank, an MPI communicator)
 * therefore fails with {@code NVSHMEMX_ERROR_INVALID_VALUE} where they are other ones.
 *
 * <p>The level of thread support is {@code THREAD_MULTIPLE} for OpenSHMEM, which lets an
 * implementation give whatever was requested; the level requested is kept, so that a program whose
 * requested level is too low elsewhere can be reported. NVSHMEM provides {@code THREAD_SERIALIZED}
 * whatever was requested (NVSHMEM 3.4.5, {@code nvshmemi_init_thread}).
 *
 * <p>Sources: NVSHMEM API, "Library setup, exit, and query"; OpenSHMEM 1.6, section 9.1. The
 * numbers of flags, levels and states are those of our headers.
 */
public final class SetupCalls implements CallLowering {
  private static final int WITH_MPI_COMM = 1 << 1;
  private static final int WITH_UNIQUE_ID = 1 << 3;
  private static final int THREAD_SERIALIZED = 2;
  private static final int THREAD_MULTIPLE = 3;
  private static final int IS_INITIALIZED = 2;
  private static final int[] NVSHMEM_VERSION = {1, 3};
  private static final int[] NVSHMEM_VENDOR_VERSION = {3, 4, 5};
  private static final int[] OPENSHMEM_VERSION = {1, 6};
  private static final String NAME = "ShmemLab";

  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    boolean nvshmem = Library.family(site.function()) == Family.NVSHMEM;
    switch (site.function().action()) {
      case "init" -> Library.meet(site, MeetingKind.INIT);
      case "init_thread" -> {
        Library.meet(site, MeetingKind.INIT);
        if (!nvshmem) {
          emit.invoke(PosixThreads.THREAD_LEVEL, site.argument(0));
        }
        store(site, 1, nvshmem ? THREAD_SERIALIZED : THREAD_MULTIPLE);
      }
      case "query_thread" -> store(site, 0, nvshmem ? THREAD_SERIALIZED : THREAD_MULTIPLE);
      case "query_initialized" ->
          emit.store(
              ScalarType.I32,
              site.argument(0),
              0,
              equal(emit, emit.ask(ShmemSetup.INIT_STATUS), emit.constant(IS_INITIALIZED)));
      case "init_status" -> {
        return emit.ask(ShmemSetup.INIT_STATUS);
      }
      case "init_attr" -> {
        Library.meet(site, MeetingKind.INIT);
        return initStatus(site);
      }
      case "get_uniqueid" -> emit.invoke(ShmemSetup.UNIQUE_ID, site.argument(0));
      case "set_attr_uniqueid" -> {
        uniqueIdField(site, 3, "myrank").store(emit, site.argument(3), site.argument(0));
        uniqueIdField(site, 3, "nranks").store(emit, site.argument(3), site.argument(1));
        uniqueIdField(site, 3, "id").store(emit, site.argument(3), site.argument(2));
      }
      case "set_attr_mpi_comm" ->
          communicatorField(site, 1).store(emit, site.argument(1), site.argument(0));
      case "finalize" -> {
        Library.quiet(site);
        Library.meet(site, MeetingKind.FINALIZE);
      }
      case "global_exit" -> emit.invoke(ShmemSetup.GLOBAL_EXIT, site.argument(0));
      case "module" -> {} // NVSHMEM API, "nvshmemx_cumodule_init": the program has one state
      case "pcontrol" -> {} // advice for a profiler (OpenSHMEM 1.6, section 10)
      case "my_pe" -> {
        return emit.special(SpecialRegister.MY_PE);
      }
      case "n_pes" -> {
        return emit.special(SpecialRegister.N_PES);
      }
      case "pe_accessible" -> {
        return peAccessible(site);
      }
      case "version" -> storeAll(site, nvshmem ? NVSHMEM_VERSION : OPENSHMEM_VERSION);
      case "vendor_version" -> storeAll(site, NVSHMEM_VENDOR_VERSION);
      case "name" -> storeName(site);
      default -> throw site.error("not supported yet: " + site.function().name());
    }
    return Library.success(site);
  }

  /** Whether the numbers that the attributes bring are the PE's, as a status. */
  private static int initStatus(CallSite site) {
    Emission emit = new Emission(site.code());
    int flags = site.argument(0);
    int attributes = site.argument(1);
    return emit.choose(
        flag(emit, flags, WITH_UNIQUE_ID),
        () ->
            status(
                emit,
                uniqueIdField(site, 1, "myrank").load(emit, attributes),
                uniqueIdField(site, 1, "nranks").load(emit, attributes)),
        () ->
            emit.choose(
                flag(emit, flags, WITH_MPI_COMM),
                () -> {
                  int pointer = communicatorField(site, 1).load(emit, attributes);
                  int communicator = emit.load(ScalarType.I64, pointer, 0);
                  return status(
                      emit,
                      emit.ask(ShmemSetup.TEAM_MY_PE, communicator),
                      emit.ask(ShmemSetup.TEAM_N_PES, communicator));
                },
                () -> emit.constant(0)));
  }

  private static int status(Emission emit, int rank, int ranks) {
    int same = equal(emit, rank, emit.special(SpecialRegister.MY_PE));
    int all = equal(emit, ranks, emit.special(SpecialRegister.N_PES));
    int right = emit.binary(BinaryOp.AND, ScalarType.I32, same, all);
    return emit.choose(right, () -> emit.constant(0), () -> emit.constant(Library.INVALID_VALUE));
  }

  private static Field uniqueIdField(CallSite site, int attributes, String name) {
    return site.field(attributes, "args", "uid_args", name);
  }

  private static Field communicatorField(CallSite site, int attributes) {
    return site.field(attributes, "mpi_comm");
  }

  private static int flag(Emission emit, int flags, int flag) {
    return emit.binary(BinaryOp.AND, ScalarType.U32, flags, emit.constant(flag));
  }

  private static int equal(Emission emit, int a, int b) {
    return emit.binary(BinaryOp.EQ, ScalarType.I32, a, b);
  }

  /** All PEs of the job are; a negative number is a large one without its sign. */
  private static int peAccessible(CallSite site) {
    Emission emit = new Emission(site.code());
    int unsigned = emit.code().register();
    emit.code()
        .emit(new Instruction.Convert(ScalarType.I32, ScalarType.U32, unsigned, site.argument(0)));
    int pes = emit.special(SpecialRegister.N_PES);
    return emit.binary(BinaryOp.LT, ScalarType.U32, unsigned, pes);
  }

  private static void store(CallSite site, int argument, int value) {
    Emission emit = new Emission(site.code());
    emit.store(ScalarType.I32, site.argument(argument), 0, emit.constant(value));
  }

  private static void storeAll(CallSite site, int[] values) {
    for (int i = 0; i < values.length; i++) {
      store(site, i, values[i]);
    }
  }

  private static void storeName(CallSite site) {
    Emission emit = new Emission(site.code());
    byte[] text = (NAME + "\0").getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < text.length; i++) {
      emit.store(ScalarType.I8, site.argument(0), i, emit.constant(text[i]));
    }
  }
}
