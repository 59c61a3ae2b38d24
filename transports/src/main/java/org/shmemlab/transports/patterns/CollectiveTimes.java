package org.shmemlab.transports.patterns;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.parameters.TransferKind;

/**
 * Computes how long a collective takes on an idle fleet from the time when all have entered it, by
 * running its messages; each one is run once.
 */
public final class CollectiveTimes {
  private final Fleet fleet;
  private final Map<Call, Times> known = new HashMap<>();

  /**
   * A collective.
   *
   * @param pes members of its team, taken to be consecutive
   * @param bytes for each PE, as {@link MeetingKind} counts them
   * @param threads of a block that call together
   * @param word bytes of an element
   */
  public record Call(
      MeetingKind kind, int pes, long bytes, CallScope scope, int threads, int word) {
    private Lanes lanes() {
      return Lanes.copying(threads, threads);
    }
  }

  public CollectiveTimes(Fleet fleet) {
    this.fleet = fleet;
  }

  /**
   * How long a collective takes, picoseconds.
   *
   * @param all until the last member goes on
   * @param root until the one goes on that gives, if one does
   */
  public record Times(long all, long root) {}

  /** The times of a collective. */
  public Times of(Call call) {
    return known.computeIfAbsent(call, _ -> of(fleet.part(call.pes), call, 1));
  }

  /** The time of a member that has to wait for none, picoseconds. */
  public long alonePs(Call call) {
    return of(new Call(call.kind, 1, call.bytes, call.scope, call.threads, call.word)).all();
  }

  /** The time of so many collectives one after another, of words of 4 bytes, picoseconds. */
  public static long run(
      Fleet fleet, MeetingKind kind, long bytes, CallScope scope, int repetitions) {
    int threads = Lanes.usual(scope).threads();
    Call call = new Call(kind, fleet.pes(), bytes, scope, threads, Integer.BYTES);
    return of(fleet, call, repetitions).all();
  }

  /**
   * The time in which each PE stores one word at every other and waits for theirs, as a kernel does
   * that calls no collective, picoseconds.
   */
  public static long words(Fleet fleet) {
    List<Phase> phases = List.of(Phase.toAll(TransferKind.SIGNAL, fleet.pes(), Long.BYTES));
    return of(fleet, phases, CallScope.THREAD, Lanes.usual(CallScope.THREAD), 1, Variation.NONE)
        .all();
  }

  private static Times of(Fleet fleet, Call call, int repetitions) {
    List<Phase> phases =
        Algorithms.of(call.kind, fleet, call.bytes, call.scope, call.threads, call.word);
    return of(fleet, phases, call.scope, call.lanes(), repetitions, Variation.NONE);
  }

  /** The times of so many exchanges one after another. */
  static Times of(
      Fleet fleet,
      List<Phase> phases,
      CallScope scope,
      Lanes lanes,
      int repetitions,
      Variation variation) {
    Exchange exchange = Exchange.run(fleet, phases, scope, lanes, repetitions, variation);
    return new Times(exchange.end(), exchange.end(Phase.ROOT));
  }
}
