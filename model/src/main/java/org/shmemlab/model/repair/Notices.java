package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Flush;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.Instruction.ThreadFence;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.repair.Change.Notice;
import org.shmemlab.model.repair.Change.Spot;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;

/**
 * Lists notifications that a program of NCCL's device interface lacks on both sides: a signal after
 * one access, of a word that nothing else uses, and a wait for it before the other (NCCL 2.30 user
 * guide, "Device API – GIN", "Signals and Counters"). The signal of a put is strong, on its context
 * and to its peer; a get and the source of a put are flushed first.
 */
final class Notices {
  /** Statements beyond an access after which waits are tried. */
  private static final int LATER = 4;

  private final Sites sites;
  private final InsertionPoints places;
  private final int pes;

  Notices(Sites sites, InsertionPoints places, int pes) {
    this.sites = sites;
    this.places = places;
    this.pes = pes;
  }

  /** Notifications of the second access about the first, then of the first about the second. */
  List<Repair> of(Conflict conflict, List<Site> first, List<Site> second) {
    List<Repair> repairs = new ArrayList<>();
    between(repairs, conflict.first(), first, conflict.second(), second);
    between(repairs, conflict.second(), second, conflict.first(), first);
    replies(repairs, conflict, second);
    return repairs;
  }

  private void between(
      List<Repair> repairs, Access one, List<Site> ones, Access other, List<Site> others) {
    if (one.pe() == other.pe()) {
      return;
    }
    Set<Long> times = new LinkedHashSet<>(List.of(1L, (long) Math.max(pes - 1, 1), (long) pes));
    for (Site access : ones) {
      Optional<Sending> sending = sending(one, access, other.pe());
      if (sending.isPresent() && sites.isDevice(access.function())) {
        for (long count : times) {
          for (InsertionPoint awaited : waiting(others)) {
            repairs.add(repair(sending.get(), awaited, count));
          }
        }
      }
    }
  }

  /** Of two puts to one place by one PE, the second waits until their target is done. */
  private void replies(List<Repair> repairs, Conflict conflict, List<Site> second) {
    int issuer = conflict.second().pe();
    if (conflict.first().pe() != issuer || conflict.first().place().pe() == issuer) {
      return;
    }
    for (Site put : second) {
      sites.all().stream()
          .filter(site -> site.function() == put.function() && learns(site))
          .sorted(Comparator.comparingInt(Site::first).reversed())
          .map(site -> weak(site, issuer, ImmutableList.of()))
          .forEach(reply -> {
            for (InsertionPoint awaited : waiting(List.of(put))) {
              repairs.add(repair(reply, awaited, 1));
            }
          });
    }
  }

  /** Whether a PE may be done with what it received after this statement. */
  private static boolean learns(Site site) {
    return switch (site.kind()) {
      case Instruction.Load _, Instruction.Store _, Instruction.Atomic _, Instruction.WaitUntil _ ->
          true;
      default -> false;
    };
  }

  private List<InsertionPoint> waiting(List<Site> accesses) {
    List<InsertionPoint> waiting = new ArrayList<>(places.waiting(accesses, List.of()));
    for (Site access : accesses) {
      sites.all().stream()
          .filter(site -> site.function() == access.function() && site.first() >= access.first())
          .limit(LATER)
          .forEach(site -> waiting.add(new InsertionPoint(true, site)));
    }
    waiting.removeIf(place -> !sites.isDevice(place.function()));
    return waiting;
  }

  private static Repair repair(Sending sending, InsertionPoint awaited, long times) {
    Site sent = sending.after();
    Site waits = awaited.site();
    Notice.Word word = new Notice.Word(sending.spots(), waits.spots(), awaited.after(), times, 1);
    return new Repair(
        ImmutableList.of(
            new Notice(
                word,
                sending.call(),
                "for the wait of line " + waits.line().line(),
                sending.code(),
                true,
                sent.line(),
                sent.inside(),
                sending.spots()),
            new Notice(
                word,
                "gin.waitSignal(ncclCoopThread(), window, word, seen += " + times + ")",
                "for the signal of line " + sent.line().line(),
                (signal, seen) -> waiting(signal, seen, times),
                awaited.after(),
                waits.line(),
                waits.inside(),
                waits.spots())));
  }

  // ---------------------------------------------------------------- the signal

  /** A signal after an access. */
  private record Sending(Site after, ImmutableList<Spot> spots, String call, Notice.Code code) {}

  /** The signal that says that an access is over, if one can. */
  private static Optional<Sending> sending(Access access, Site site, int peer) {
    return switch (access.use()) {
      case PUT, PUT_VALUE ->
          access.place().pe() == peer
              ? strong(site.kind())
                  .map(code -> new Sending(site, calls(site), call(peer, "Strong"), code))
              : Optional.empty();
      case SOURCE, GET ->
          site.kind() instanceof Instruction.Transfer transfer
              ? Optional.of(weak(site, peer, ImmutableList.of(new Flush(transfer.context()))))
              : Optional.empty();
      case LOAD, STORE, ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_UPDATE -> {
        boolean released =
            access.use().stores()
                && access.place().space() == Space.SYMMETRIC
                && access.place().pe() != access.pe();
        yield Optional.of(
            weak(
                site,
                peer,
                released
                    ? ImmutableList.of(new ThreadFence(ThreadScope.SYSTEM))
                    : ImmutableList.of()));
      }
      default -> Optional.empty();
    };
  }

  private static String call(int peer, String strength) {
    return "gin.signal(world, " + peer + ", ncclGin_" + strength + "VASignalInc{window, word})";
  }

  /**
   * A weak signal after a statement.
   *
   * @param first a flush or a fence that precedes it, or nothing
   */
  private static Sending weak(Site site, int peer, ImmutableList<Instruction> first) {
    StringBuilder call = new StringBuilder();
    boolean flushes = false;
    for (Instruction instruction : first) {
      flushes |= instruction instanceof Flush;
      call.append(
          instruction instanceof Flush
              ? "gin.flush(ncclCoopThread()), "
              : "__threadfence_system(), ");
    }
    return new Sending(
        site,
        flushes ? calls(site) : site.spots(),
        call + call(peer, "Weak"),
        (signal, _) -> weak(signal, peer, first));
  }

  /** The calls alone, which one thread of a group makes. */
  private static ImmutableList<Spot> calls(Site site) {
    ImmutableList.Builder<Spot> calls = ImmutableList.builder();
    for (int i = 0; i < site.spots().size(); i++) {
      int at = site.anchors().get(i);
      calls.add(new Spot(site.spots().get(i).function(), at, at + 1));
    }
    return calls.build();
  }

  private static Optional<Notice.Code> strong(Instruction call) {
    return switch (call) {
      case Instruction.Transfer put ->
          Optional.of((signal, _) -> strong(signal, put.pe(), put.context()));
      case Instruction.PutValue put ->
          Optional.of((signal, _) -> strong(signal, put.pe(), put.context()));
      default -> Optional.empty();
    };
  }

  private static Snippet strong(long signal, int pe, int context) {
    return new Snippet(
        4,
        3,
        (_, register) ->
            ImmutableList.of(
                new Instruction.Const(register, signal),
                new Instruction.Const(register + 1, 1),
                new Instruction.Const(register + 2, SignalOperator.STRONG_ADD_NUMBER),
                new Instruction.SignalUpdate(register, register + 1, register + 2, pe, context)));
  }

  private static Snippet weak(long signal, int peer, ImmutableList<Instruction> first) {
    return new Snippet(
        5 + first.size(),
        4,
        (_, register) ->
            ImmutableList.<Instruction>builder()
                .addAll(first)
                .add(new Instruction.Const(register, signal))
                .add(new Instruction.Const(register + 1, 1))
                .add(new Instruction.Const(register + 2, SignalOperator.ADD_NUMBER))
                .add(new Instruction.Const(register + 3, peer))
                .add(
                    new Instruction.SignalUpdate(
                        register,
                        register + 1,
                        register + 2,
                        register + 3,
                        Instruction.NO_REGISTER))
                .build());
  }

  // ---------------------------------------------------------------- the wait

  /** Waits for so many signals more than before. */
  private static Snippet waiting(long signal, int seen, long times) {
    return new Snippet(
        5,
        4,
        (_, register) ->
            ImmutableList.of(
                new Instruction.Const(register, times),
                new Instruction.Binary(BinaryOp.ADD, ScalarType.U64, seen, seen, register),
                new Instruction.Const(register + 1, signal),
                new Instruction.Const(register + 2, Comparison.GE.ordinal()),
                waitUntil(register + 1, register + 2, seen, register + 3)));
  }

  /** Waits for a signal; all are registers: its address, the comparison, the value, the result. */
  static Instruction waitUntil(int signal, int comparison, int value, int result) {
    int none = Instruction.NO_REGISTER;
    return new Instruction.WaitUntil(
        ScalarType.U64,
        Quantifier.ONE,
        true,
        true,
        result,
        signal,
        none,
        none,
        none,
        comparison,
        value,
        false);
  }
}
