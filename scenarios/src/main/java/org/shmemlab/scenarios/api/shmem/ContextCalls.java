package org.shmemlab.scenarios.api.shmem;

import org.shmemlab.model.job.Team;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Library;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

/**
 * Lowers family {@code context}: OpenSHMEM's separate streams of operations.
 *
 * <p>Source: OpenSHMEM 1.6, section 9.5 "Communication management routines": destroying a context
 * completes the operations issued on it; {@code SHMEM_CTX_INVALID} is ignored.
 */
public final class ContextCalls implements CallLowering {
  private static final int INVALID = -1; // SHMEM_CTX_INVALID of the shipped header

  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    return switch (site.function().action()) {
      case "create" -> {
        create(emit, emit.constant(Team.WORLD), site.argument(0), site.argument(1));
        yield emit.constant(0);
      }
      case "team_create" -> teamCreate(site);
      case "destroy" -> {
        int context = site.argument(0);
        emit.when(
            isContext(emit, context),
            () -> {
              site.code().emit(new Instruction.Quiet(context));
              emit.invoke(ShmemSetup.CONTEXT_DESTROY, context);
            });
        yield Instruction.NO_REGISTER;
      }
      case "get_team" -> team(site);
      case "session" -> Instruction.NO_REGISTER; // advice on the operations to come
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  private static void create(Emission emit, int team, int options, int result) {
    emit.store(ScalarType.I32, result, 0, emit.ask(ShmemSetup.CONTEXT_CREATE, team, options));
  }

  /** Arguments: team, options, address of the new handle. No team has no context. */
  private static int teamCreate(CallSite site) {
    Emission emit = new Emission(site.code());
    int team = site.argument(0);
    return emit.choose(
        emit.binary(BinaryOp.NE, ScalarType.I32, team, emit.constant(Library.TEAM_INVALID)),
        () -> {
          create(emit, team, site.argument(1), site.argument(2));
          return emit.constant(0);
        },
        () -> {
          emit.store(ScalarType.I32, site.argument(2), 0, emit.constant(INVALID));
          return emit.constant(Library.FAILURE);
        });
  }

  private static int team(CallSite site) {
    Emission emit = new Emission(site.code());
    int known = isContext(emit, site.argument(0));
    int team =
        emit.choose(
            known,
            () -> emit.ask(ShmemSetup.CONTEXT_TEAM, site.argument(0)),
            () -> emit.constant(Library.TEAM_INVALID));
    emit.store(ScalarType.I32, site.argument(1), 0, team);
    return emit.choose(known, () -> emit.constant(0), () -> emit.constant(Library.FAILURE));
  }

  private static int isContext(Emission emit, int context) {
    return emit.binary(BinaryOp.GE, ScalarType.I32, context, emit.constant(0));
  }
}
