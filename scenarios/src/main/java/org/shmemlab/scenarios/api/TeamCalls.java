package org.shmemlab.scenarios.api;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Service;

/**
 * Family {@code team}: groups of PEs.
 *
 * <p>A split of no team meets nobody, leaves {@code TEAM_INVALID} in the result and reports a
 * failure; releasing no team does nothing. The configuration of a team only says how many contexts
 * it is for, which limits nothing here: it is not read, and asking for it gives 0 contexts.
 *
 * <p>Sources: NVSHMEM API, "Team management"; OpenSHMEM 1.6, section 9.4.
 */
final class TeamCalls implements CallLowering {
  private static final int X = 0;
  private static final int Y = 1;

  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    return switch (site.function().action()) {
      case "my_pe" -> emit.ask(Service.TEAM_MY_PE, site.argument(0));
      case "n_pes" -> emit.ask(Service.TEAM_N_PES, site.argument(0));
      case "translate_pe" ->
          emit.ask(Service.TEAM_TRANSLATE_PE, site.argument(0), site.argument(1), site.argument(2));
      case "get_config" -> configuration(site);
      case "split_strided" -> splitStrided(site);
      case "split_2d" -> split2d(site);
      case "destroy" -> {
        emit.when(
            isTeam(emit, site.argument(0)),
            () -> Library.meet(site, MeetingKind.TEAM_DESTROY, site.argument(0)));
        yield Instruction.NO_REGISTER;
      }
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  /** Arguments: parent, start, stride, size, configuration, mask, address of the new handle. */
  private static int splitStrided(CallSite site) {
    Emission emit = new Emission(site.code());
    int result = site.argument(6);
    storeHandle(emit, result, emit.constant(Library.TEAM_INVALID));
    return whereTeam(
        site,
        () ->
            storeHandle(
                emit,
                result,
                Library.meet(
                    site,
                    MeetingKind.TEAM_SPLIT_STRIDED,
                    site.argument(0),
                    site.argument(1),
                    site.argument(2),
                    site.argument(3))));
  }

  /** Arguments: parent, x range, then configuration, mask, address of the new handle: x, y. */
  private static int split2d(CallSite site) {
    Emission emit = new Emission(site.code());
    int row = site.argument(4);
    int column = site.argument(7);
    storeHandle(emit, row, emit.constant(Library.TEAM_INVALID));
    storeHandle(emit, column, emit.constant(Library.TEAM_INVALID));
    return whereTeam(
        site,
        () -> {
          storeHandle(emit, row, splitAlong(site, X));
          storeHandle(emit, column, splitAlong(site, Y));
        });
  }

  private static int splitAlong(CallSite site, int axis) {
    return Library.meet(
        site,
        MeetingKind.TEAM_SPLIT_2D,
        site.argument(0),
        site.argument(1),
        site.code().constant(axis));
  }

  /** Arguments: team, [mask], address of the configuration. */
  private static int configuration(CallSite site) {
    Emission emit = new Emission(site.code());
    int last = site.argumentCount() - 1;
    int status =
        whereTeam(
            site,
            () ->
                site.field(last, "num_contexts")
                    .store(emit, site.argument(last), emit.constant(0)));
    return site.function().result().isVoid() ? Instruction.NO_REGISTER : status;
  }

  /** Does something if the first argument may be a team; a register with the status of that. */
  private static int whereTeam(CallSite site, Runnable action) {
    Emission emit = new Emission(site.code());
    return emit.choose(
        isTeam(emit, site.argument(0)),
        () -> {
          action.run();
          return emit.constant(0);
        },
        () -> emit.constant(Library.FAILURE));
  }

  private static int isTeam(Emission emit, int handle) {
    return emit.binary(BinaryOp.NE, ScalarType.I32, handle, emit.constant(Library.TEAM_INVALID));
  }

  private static void storeHandle(Emission emit, int address, int handle) {
    emit.store(ScalarType.I32, address, 0, handle);
  }
}
