package org.shmemlab.model.repair;

import java.util.Comparator;
import java.util.List;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.step.Access;

/** Finds the statements that an access may belong to, and those that order. */
final class AccessStatements {
  private AccessStatements() {}

  /** The statements of an access, on streams and in the code that queued them. */
  static List<Site> sites(Sites sites, Access access) {
    return sites.all().stream()
        .filter(site -> site.line().equals(access.line()))
        .filter(site ->
            site.kind() instanceof Instruction.Enqueue || touches(site.kind(), access.use()))
        .sorted(Comparator.comparing(site -> !sites.isTask(site.function())))
        .toList();
  }

  private static boolean touches(Instruction instruction, Access.Use use) {
    return switch (instruction) {
      case Instruction.Transfer _ ->
          switch (use) {
            case PUT, SOURCE, GET, DESTINATION, SIGNAL -> true;
            default -> false;
          };
      case Instruction.PutValue _ -> use == Access.Use.PUT_VALUE;
      case Instruction.GetValue _ -> use == Access.Use.GET;
      case Instruction.Amo _ -> use == Access.Use.AMO || use == Access.Use.AMO_FETCH;
      case Instruction.AmoFetchNbi _ ->
          use == Access.Use.AMO || use == Access.Use.AMO_FETCH || use == Access.Use.DESTINATION;
      case Instruction.SignalUpdate _ -> use == Access.Use.SIGNAL;
      case Instruction.SignalFetch _ -> use == Access.Use.SIGNAL_FETCH;
      case Instruction.WaitUntil _ -> use == Access.Use.WAIT || use == Access.Use.SIGNAL_WAIT;
      case Instruction.Arrive _ ->
          use == Access.Use.COLLECTIVE_SOURCE
              || use == Access.Use.COLLECTIVE_DESTINATION
              || use == Access.Use.WORK_ARRAY
              || use == Access.Use.KEPT_WORK_ARRAY;
      case Instruction.Load _ -> use == Access.Use.LOAD;
      case Instruction.Store _, Instruction.Clear _ -> use == Access.Use.STORE;
      case Instruction.Copy _ -> use == Access.Use.LOAD || use == Access.Use.STORE;
      case Instruction.Atomic _ -> use.isAtomicOfThread();
      case Instruction.Return _ -> use == Access.Use.FREE;
      case Instruction.Invoke invoke ->
          invoke.call().has(CallTrait.BULK_COPY)
              ? use.isOfBulkCopy()
              : invoke.call().has(CallTrait.MOVES_BYTES)
                  && (use == Access.Use.LOAD || use == Access.Use.STORE);
      default -> false;
    };
  }

  /** Whether others can learn by this statement how far its agent has come. */
  static boolean announces(Site site) {
    return switch (site.kind()) {
      case Instruction.GetValue _ -> false;
      case Instruction.OneSided _, Instruction.Arrive _ -> true;
      default -> false;
    };
  }

  /**
   * Whether order before this statement can be observed by others: it communicates, meets or
   * launches.
   */
  static boolean orders(Site site) {
    return switch (site.kind()) {
      case Instruction.Fence _ -> false;
      case Instruction.LibraryCall _,
          Instruction.Arrive _,
          Instruction.Enqueue _,
          Instruction.Branch _ ->
          true;
      case Instruction.Invoke invoke ->
          invoke.call().has(CallTrait.LAUNCHES_KERNEL)
              || invoke.call().has(CallTrait.DRAINS_DEVICE);
      default -> false;
    };
  }
}
