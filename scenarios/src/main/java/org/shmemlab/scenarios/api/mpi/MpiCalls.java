package org.shmemlab.scenarios.api.mpi;

import org.shmemlab.model.job.Team;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.runtime.libc.CProcess;
import org.shmemlab.scenarios.runtime.libc.CStrings;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

/**
 * Lowers family {@code mpi}: setting up, communicators, time. A communicator is the handle of a
 * team of the machine. Moving data is {@link MpiCollectives}' part.
 *
 * <p>Source: MPI 4.1, chapters 7 (communicators), 9 (environment) and 11 (process initialisation).
 */
public final class MpiCalls implements CallLowering {
  public static final int SUCCESS = 0;

  /** {@code MPI_COMM_NULL} and {@code MPI_COMM_TYPE_SHARED} of the shipped header. */
  private static final int COMM_NULL = -1;

  private static final int COMM_TYPE_SHARED = 1;
  private static final int UNDEFINED_COLOUR = -1;
  private static final int MAX_PROCESSOR_NAME = 256;

  @Override
  public int lower(CallSite site) {
    CodeBuilder code = site.code();
    Emission emit = new Emission(code);
    switch (site.function().action()) {
      case "init" -> meet(emit, MeetingKind.INIT);
      case "init_thread" -> {
        meet(emit, MeetingKind.INIT);
        emit.store(ScalarType.I32, site.argument(3), 0, site.argument(2));
      }
      case "initialized" -> {
        int status = emit.ask(ShmemSetup.MPI_INIT_STATUS);
        int initialised = emit.binary(BinaryOp.NE, ScalarType.I32, status, code.constant(0));
        emit.store(ScalarType.I32, site.argument(0), 0, initialised);
      }
      case "finalized" -> {
        int status = emit.ask(ShmemSetup.MPI_INIT_STATUS);
        int finalised = emit.binary(BinaryOp.EQ, ScalarType.I32, status, code.constant(2));
        emit.store(ScalarType.I32, site.argument(0), 0, finalised);
      }
      case "finalize" -> meet(emit, MeetingKind.FINALIZE);
      case "abort" -> emit.invoke(ShmemSetup.GLOBAL_EXIT, site.argument(1));
      case "comm_rank" -> {
        int rank = emit.ask(ShmemSetup.TEAM_MY_PE, site.argument(0));
        emit.store(ScalarType.I32, site.argument(1), 0, rank);
      }
      case "comm_size" -> {
        int size = emit.ask(ShmemSetup.TEAM_N_PES, site.argument(0));
        emit.store(ScalarType.I32, site.argument(1), 0, size);
      }
      case "comm_split" -> split(site, site.argument(1), site.argument(2), site.argument(3));
      case "comm_split_type" -> split(site, node(site), site.argument(2), site.argument(4));
      case "comm_dup" -> {
        int zero = code.constant(0);
        split(site, zero, zero, site.argument(1));
      }
      case "comm_free" -> {
        int comm = emit.load(ScalarType.I64, site.argument(0), 0);
        meet(emit, MeetingKind.TEAM_DESTROY, comm);
        emit.store(ScalarType.I64, site.argument(0), 0, code.constant(COMM_NULL));
      }
      case "processor_name" -> {
        emit.invoke(CProcess.GETHOSTNAME, site.argument(0), code.constant(MAX_PROCESSOR_NAME));
        int length = emit.ask(CStrings.STRLEN, site.argument(0));
        emit.store(ScalarType.I32, site.argument(1), 0, length);
      }
      case "wtime" -> {
        return seconds(emit);
      }
      case "barrier" -> meet(emit, MeetingKind.BARRIER, site.argument(0));
      default -> new MpiCollectives(site).lower();
    }
    return code.constant(SUCCESS);
  }

  private static void meet(Emission emit, MeetingKind kind, int... arguments) {
    emit.meet(kind, Family.MPI, null, null, arguments);
  }

  private static void split(CallSite site, int colour, int key, int result) {
    Emission emit = new Emission(site.code());
    int comm =
        emit.meet(
            MeetingKind.TEAM_SPLIT_COLOR, Family.MPI, null, null, site.argument(0), colour, key);
    emit.store(ScalarType.I64, result, 0, comm);
  }

  /** A colour for the processes that share memory: the number of the first one on this node. */
  private static int node(CallSite site) {
    CodeBuilder code = site.code();
    Emission emit = new Emission(code);
    int colour = code.constant(UNDEFINED_COLOUR);
    CodeBuilder.Label shared = code.label();
    CodeBuilder.Label done = code.label();
    int wanted = code.constant(COMM_TYPE_SHARED);
    code.branch(emit.binary(BinaryOp.EQ, ScalarType.I32, site.argument(1), wanted), shared, done);
    code.place(shared);
    int first =
        emit.ask(
            ShmemSetup.TEAM_TRANSLATE_PE,
            code.constant(Team.NODE),
            code.constant(0),
            code.constant(Team.MPI_WORLD));
    code.emit(new Instruction.Move(colour, first));
    code.place(done);
    return colour;
  }

  private static int seconds(Emission emit) {
    CodeBuilder code = emit.code();
    int nanoseconds = emit.ask(CProcess.NANOSECONDS);
    int real = code.register();
    code.emit(new Instruction.Convert(ScalarType.I64, ScalarType.F64, real, nanoseconds));
    int nanosecond = code.constant(Double.doubleToRawLongBits(1e-9));
    return emit.binary(BinaryOp.MUL, ScalarType.F64, real, nanosecond);
  }
}
