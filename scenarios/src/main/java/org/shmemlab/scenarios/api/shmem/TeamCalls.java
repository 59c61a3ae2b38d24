package org.shmemlab.scenarios.api.shmem;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Field;
import org.shmemlab.scenarios.api.lowering.Library;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

/**
 * Lowers family {@code team}: ordered sets of PEs.
 *
 * <p>A split of no team is no meeting, leaves {@code TEAM_INVALID} in the result and reports a
 * failure; releasing no team does nothing. The configuration of a team only says how many contexts
 * it is for: that limits nothing here, and a query of the configuration returns it.
 *
 * <p>Sources: NVSHMEM API, "Team management"; OpenSHMEM 1.6, section 9.4.
 */
public final class TeamCalls implements CallLowering {
  private static final int X = 0;
  private static final int Y = 1;
  private static final String NUM_CONTEXTS = "num_contexts";
  private static final int CONTEXTS_BIT = 1; // TEAM_NUM_CONTEXTS of the shipped headers

  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    return switch (site.function().action()) {
      case "my_pe" -> emit.ask(ShmemSetup.TEAM_MY_PE, site.argument(0));
      case "n_pes" -> emit.ask(ShmemSetup.TEAM_N_PES, site.argument(0));
      case "translate_pe" ->
          emit.ask(
              ShmemSetup.TEAM_TRANSLATE_PE, site.argument(0), site.argument(1), site.argument(2));
      case "get_config" -> configuration(site);
      case "split_strided" -> splitStrided(site);
      case "split_2d" -> split2d(site);
      case "destroy" -> {
        emit.when(
            isTeam(emit, site.argument(0)),
            () -> {
              if (Library.family(site.function()) == Family.OPENSHMEM) {
                destroyContexts(emit, site.argument(0));
              }
              Library.meet(site, MeetingKind.TEAM_DESTROY, site.argument(0));
            });
        yield Instruction.NO_REGISTER;
      }
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  /** Destroys the contexts of a team but those that are a thread's own. */
  private static void destroyContexts(Emission emit, int team) {
    emit.during(
        () -> emit.ask(ShmemSetup.TEAM_SHARED_CONTEXT, team),
        context -> emit.binary(BinaryOp.GE, ScalarType.I32, context, emit.constant(0)),
        context -> {
          emit.code().emit(new Instruction.Quiet(context));
          emit.invoke(ShmemSetup.CONTEXT_DESTROY, context);
        });
  }

  /** Arguments: parent, start, stride, size, configuration, mask, address of the new handle. */
  private static int splitStrided(CallSite site) {
    Emission emit = new Emission(site.code());
    int result = site.argument(6);
    storeHandle(emit, result, emit.constant(Library.TEAM_INVALID));
    return emit.choose(
        isTeam(emit, site.argument(0)),
        () -> {
          int handle =
              Library.meet(
                  site,
                  MeetingKind.TEAM_SPLIT_STRIDED,
                  site.argument(0),
                  site.argument(1),
                  site.argument(2),
                  site.argument(3));
          int none = emit.constant(MeetingKind.NO_SUCH_TEAM);
          return emit.choose(
              emit.binary(BinaryOp.NE, ScalarType.I32, handle, none),
              () -> {
                storeHandle(emit, result, handle);
                configure(site, handle, 4);
                return emit.constant(0);
              },
              () -> emit.constant(Library.FAILURE));
        },
        () -> emit.constant(Library.FAILURE));
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
          int rowHandle = splitAlong(site, X);
          storeHandle(emit, row, rowHandle);
          configure(site, rowHandle, 2);
          int columnHandle = splitAlong(site, Y);
          storeHandle(emit, column, columnHandle);
          configure(site, columnHandle, 5);
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

  /** Notes the members of the configuration at this argument that the mask after it selects. */
  private static void configure(CallSite site, int handle, int argument) {
    if (site.constant(argument + 1).orElse(CONTEXTS_BIT) == 0) {
      return; // nothing of the configuration is meant, which is NULL then
    }
    Emission emit = new Emission(site.code());
    emit.when(
        asksForContexts(emit, site.argument(argument + 1)),
        () -> {
          int contexts = site.field(argument, NUM_CONTEXTS).load(emit, site.argument(argument));
          emit.ask(ShmemSetup.TEAM_SET_CONTEXTS, handle, contexts);
        });
  }

  private static int asksForContexts(Emission emit, int mask) {
    return emit.binary(BinaryOp.AND, ScalarType.I64, mask, emit.constant(CONTEXTS_BIT));
  }

  /** Arguments: team, [mask], address of the configuration; without a mask all of it is meant. */
  private static int configuration(CallSite site) {
    Emission emit = new Emission(site.code());
    int last = site.argumentCount() - 1;
    Field contexts = site.field(last, NUM_CONTEXTS);
    Runnable fill =
        () ->
            contexts.store(
                emit, site.argument(last), emit.ask(ShmemSetup.TEAM_CONTEXTS, site.argument(0)));
    int status =
        whereTeam(
            site,
            () -> {
              if (last == 1) {
                fill.run();
              } else {
                emit.when(asksForContexts(emit, site.argument(1)), fill);
              }
            });
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
