package org.shmemlab.scenarios.api;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Service;

/** Family {@code omp}: what threads ask of OpenMP. Source: OpenMP 5.2, chapter 18. */
final class TeamOfThreadsCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    return switch (site.function().action()) {
      case "thread_num" -> emit.ask(Service.TEAM_RANK);
      case "num_threads" -> emit.ask(Service.TEAM_SIZE);
      case "max_threads" -> emit.ask(Service.TEAM_MAX);
      case "set_num_threads" -> {
        emit.tell(Service.TEAM_SET_MAX, site.argument(0));
        yield Instruction.NO_REGISTER;
      }
      case "in_parallel" ->
          emit.binary(BinaryOp.GT, ScalarType.I32, emit.ask(Service.TEAM_SIZE), emit.constant(1));
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }
}
