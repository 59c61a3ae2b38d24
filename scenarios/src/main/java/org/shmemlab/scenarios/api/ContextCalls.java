package org.shmemlab.scenarios.api;

import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Service;

/**
 * Family {@code context}: OpenSHMEM's separate streams of operations. All of them belong to the
 * world team.
 *
 * <p>Source: OpenSHMEM 1.6, section 9.5 "Communication management routines": destroying a context
 * completes what was issued on it; {@code SHMEM_CTX_INVALID} is ignored.
 */
final class ContextCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    return switch (site.function().action()) {
      case "create" -> {
        int context = emit.ask(Service.CONTEXT_CREATE, site.argument(0));
        emit.store(ScalarType.I32, site.argument(1), 0, context);
        yield emit.constant(0);
      }
      case "destroy" -> {
        int context = site.argument(0);
        emit.when(
            isContext(emit, context),
            () -> {
              site.code().emit(new Instruction.Quiet(context));
              emit.tell(Service.CONTEXT_DESTROY, context);
            });
        yield Instruction.NO_REGISTER;
      }
      case "get_team" -> team(site);
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  private static int team(CallSite site) {
    Emission emit = new Emission(site.code());
    int known = isContext(emit, site.argument(0));
    int team =
        emit.choose(
            known,
            () -> emit.constant(Machine.TEAM_WORLD),
            () -> emit.constant(Library.TEAM_INVALID));
    emit.store(ScalarType.I32, site.argument(1), 0, team);
    return emit.choose(known, () -> emit.constant(0), () -> emit.constant(Library.FAILURE));
  }

  private static int isContext(Emission emit, int context) {
    return emit.binary(BinaryOp.GE, ScalarType.I32, context, emit.constant(0));
  }
}
