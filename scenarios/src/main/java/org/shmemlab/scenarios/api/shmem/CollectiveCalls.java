package org.shmemlab.scenarios.api.shmem;

import com.google.common.base.Ascii;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Library;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

/**
 * Lowers family {@code collective}: barriers, and operations of a team on its data.
 *
 * <p>A call synchronises as its documents promise: a barrier is a quiet of the caller and then a
 * meeting; a sync is the meeting alone; every other collective meets, too, and on return the
 * caller's own destination is written and its source may be reused, but operations that it issued
 * before are not completed and the documents promise nothing about other PEs' destinations.
 *
 * <p>Sources: NVSHMEM API, "Collective communication"; OpenSHMEM 1.6, section 9.10 "Collective
 * routines". OpenSHMEM's older forms name their PEs by an active set instead of a team and bring
 * work arrays. Their broadcast leaves the root's destination as it is; that of teams writes it.
 */
public final class CollectiveCalls implements CallLowering {
  private static final int ACTIVE_SET_PARTS = 3;
  private static final long MOST_ELEMENTS = 1L << 40;

  @Override
  public int lower(CallSite site) {
    switch (site.function().action()) {
      case "barrier_all" -> barrier(site, world(site));
      case "barrier" -> barrier(site, team(site, 0));
      case "sync_all" -> Library.meet(site, MeetingKind.SYNC, world(site));
      case "sync" -> meet(site, MeetingKind.SYNC, null, null, team(site, 0));
      default -> data(site);
    }
    return Library.success(site);
  }

  private static void barrier(CallSite site, int team) {
    Library.quiet(site);
    meet(site, MeetingKind.BARRIER, null, null, team);
  }

  private static int world(CallSite site) {
    return site.code().constant(Team.WORLD);
  }

  private static void data(CallSite site) {
    boolean set = site.function().has("active_set");
    int first = set ? 0 : 1; // of the operands that both forms have
    int to = site.argument(first);
    int from = site.argument(first + 1);
    switch (site.function().action()) {
      case "broadcast" -> {
        int bytes = bytes(site, site.argument(first + 2));
        int root = site.argument(first + 3);
        int writesRoot = site.code().constant(set ? 0 : 1);
        int team = team(site, 4);
        Element word = word(site);
        meet(site, MeetingKind.BROADCAST, word, null, team, to, from, bytes, root, writesRoot);
      }
      case "fcollect" -> blocks(site, MeetingKind.FCOLLECT, first);
      case "collect" -> blocks(site, MeetingKind.COLLECT, first);
      case "alltoall" -> blocks(site, MeetingKind.ALLTOALL, first);
      case "alltoalls" ->
          meet(
              site,
              MeetingKind.ALLTOALLS,
              word(site),
              null,
              team(site, 5),
              to,
              from,
              site.argument(first + 2),
              site.argument(first + 3),
              site.argument(first + 4));
      case "reduce" -> reduce(site, MeetingKind.REDUCE, first);
      case "inscan" -> scan(site, 1);
      case "exscan" -> scan(site, 0);
      case "reducescatter" -> reduce(site, MeetingKind.REDUCE_SCATTER, first);
      default -> throw site.error("not supported yet: " + site.function().name());
    }
  }

  private static Element word(CallSite site) {
    return Element.ofBytes(CallOperands.of(site).elementBytes());
  }

  /** A collective of destination, source and one count. */
  private static void blocks(CallSite site, MeetingKind kind, int first) {
    meet(
        site,
        kind,
        word(site),
        null,
        team(site, 3),
        site.argument(first),
        site.argument(first + 1),
        bytes(site, site.argument(first + 2)));
  }

  private static void reduce(CallSite site, MeetingKind kind, int first) {
    ReduceOp operator = ReduceOp.valueOf(Ascii.toUpperCase(site.function().attribute("op")));
    meet(
        site,
        kind,
        element(site, operator),
        operator,
        team(site, 3),
        site.argument(first),
        site.argument(first + 1),
        site.argument(first + 2));
  }

  /** The PEs meet; those of an active set bring its work arrays, which the call names last. */
  private static void meet(
      CallSite site,
      MeetingKind kind,
      @Nullable Element element,
      @Nullable ReduceOp operator,
      int... arguments) {
    IntStream.Builder all = IntStream.builder();
    IntStream.of(arguments).forEach(all);
    if (site.function().has("active_set")) {
      int last = site.argumentCount() - 1;
      all.add(site.argument(last)); // pSync
      if (operator != null) {
        all.add(site.argument(last - 1)); // pWrk
      }
    }
    Library.meet(site, kind, element, operator, all.build().toArray());
  }

  /** Arguments: team, destination, source, elements. */
  private static void scan(CallSite site, int ownCount) {
    Library.meet(
        site,
        MeetingKind.SCAN,
        element(site, ReduceOp.SUM),
        ReduceOp.SUM,
        site.argument(0),
        site.argument(1),
        site.argument(2),
        site.argument(3),
        site.code().constant(ownCount));
  }

  private static Element element(CallSite site, ReduceOp operator) {
    ApiType type = site.function().element();
    if (operator == ReduceOp.MAXLOC) {
      return Element.pair(ScalarType.F64); // a double2 is a value and its index
    }
    if (type != null && type.name().endsWith(" _Complex")) {
      return Element.pair(type.name().startsWith("float") ? ScalarType.F32 : ScalarType.F64);
    }
    CallOperands operands = CallOperands.of(site);
    NumberType number = operands.element();
    boolean bitwise =
        operator == ReduceOp.AND || operator == ReduceOp.OR || operator == ReduceOp.XOR;
    if (bitwise && number.floating()) {
      throw operands.wrongElement();
    }
    return switch (number) {
      case LONG_DOUBLE -> Element.LONG_DOUBLE;
      case BFLOAT16 -> Element.BFLOAT16;
      default -> Element.of(number.scalar());
    };
  }

  /**
   * The team of a call: its first argument, or the active set of PE start, log2 of the stride and
   * size that starts at an argument.
   */
  private static int team(CallSite site, int activeSet) {
    if (!site.function().has("active_set")) {
      return site.argument(0);
    }
    int[] parts = new int[ACTIVE_SET_PARTS];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = site.argument(activeSet + i);
    }
    return new Emission(site.code()).ask(ShmemSetup.TEAM_ACTIVE_SET, parts);
  }

  // More elements than memory has bytes stay more than it has: their bytes must not begin anew at
  // 0.
  private static int bytes(CallSite site, int elements) {
    int size = CallOperands.of(site).elementBytes();
    if (size == 1) {
      return elements;
    }
    Emission emit = new Emission(site.code());
    int most = emit.constant(MOST_ELEMENTS);
    int few = emit.binary(BinaryOp.LE, ScalarType.U64, elements, most);
    int counted = emit.choose(few, () -> elements, () -> most);
    return emit.binary(BinaryOp.MUL, ScalarType.U64, counted, emit.constant(size));
  }
}
