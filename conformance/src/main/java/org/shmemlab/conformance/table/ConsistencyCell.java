package org.shmemlab.conformance.table;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shmemlab.conformance.agreement.Call;
import org.shmemlab.conformance.agreement.SmallProgram;
import org.shmemlab.conformance.agreement.Verb;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;

/**
 * Describes a cell of the table: two accesses that PE 0 makes, with a call between them or nothing.
 *
 * <p>PE 1 observes the second access by waiting for it, and then reads the effect of the first.
 *
 * @param first writes the data, or reads what PE 1 then overwrites
 * @param second notifies PE 1
 * @param between fence, quiet, barrier, sync or nothing
 * @param sameTarget whether both go to PE 1, or the first to PE 2
 */
public record ConsistencyCell(Verb first, Verb second, Optional<Verb> between, boolean sameTarget) {
  private static final ImmutableList<Verb> FIRST =
      ImmutableList.of(
          Verb.P,
          Verb.PUT,
          Verb.PUT_NBI,
          Verb.PUT_SIGNAL,
          Verb.PUT_SIGNAL_NBI,
          Verb.SET,
          Verb.ADD,
          Verb.FETCH_ADD,
          Verb.SIGNAL,
          Verb.G,
          Verb.GET,
          Verb.GET_NBI);
  private static final ImmutableList<Verb> SECOND =
      ImmutableList.of(Verb.SET, Verb.ADD, Verb.FETCH_ADD, Verb.SIGNAL, Verb.SIGNAL_ADD);
  private static final ImmutableList<Verb> BETWEEN =
      ImmutableList.of(Verb.FENCE, Verb.QUIET, Verb.BARRIER, Verb.SYNC);

  /** All cells. A signal on PE 2 has no reader that is exempt, so there is none of these. */
  public static ImmutableList<ConsistencyCell> all() {
    ImmutableList.Builder<ConsistencyCell> cells = ImmutableList.builder();
    for (Verb first : FIRST) {
      for (Verb second : SECOND) {
        for (boolean same : List.of(true, false)) {
          if (same || first != Verb.SIGNAL) {
            cells.add(new ConsistencyCell(first, second, Optional.empty(), same));
            BETWEEN.forEach(
                call -> cells.add(new ConsistencyCell(first, second, Optional.of(call), same)));
          }
        }
      }
    }
    return cells.build();
  }

  /**
   * Whether the documents promise the order: the table ("Using NVSHMEM", data consistency), where a
   * fence covers non-blocking puts as the profile says; and that a call which gives a value, or
   * fills a buffer, is over when it returns.
   */
  public boolean promised(Profile profile) {
    boolean overAtReturn =
        switch (first) {
          case G, GET -> true;
          // An AMO's value is there at its return, unless fetches are relaxed.
          case FETCH_ADD -> profile.has(Switch.FETCHES_IN_PROGRAM_ORDER);
          default -> false;
        };
    if (overAtReturn || between.isEmpty()) {
      return overAtReturn;
    }
    return switch (between.get()) {
      case QUIET, BARRIER -> true;
      case FENCE -> sameTarget && fenced(profile);
      default -> false;
    };
  }

  private boolean fenced(Profile profile) {
    return switch (first) {
      case PUT_NBI, PUT_SIGNAL_NBI -> profile.has(Switch.FENCE_COVERS_NBI);
      case GET_NBI -> false;
      default -> true;
    };
  }

  /**
   * A program that observes the cell.
   *
   * @param before calls of PE 0 between the first access and the ordering call
   * @param after calls of PE 0 between the ordering call and the second access
   */
  public SmallProgram program(List<Call> before, List<Call> after) {
    int target = sameTarget ? 1 : 2;
    boolean signals = second == Verb.SIGNAL || second == Verb.SIGNAL_ADD;
    String word =
        switch (first.words()) {
          case DATA, NONE -> "x";
          case FLAG -> "h";
          case SIGNAL -> "s";
        };
    String flag = signals ? "t" : "f";
    Verb meeting = between.filter(call -> call == Verb.BARRIER || call == Verb.SYNC).orElse(null);
    List<Call> writer = new ArrayList<>();
    writer.add(new Call(first, word, target, 1));
    writer.addAll(before);
    between.ifPresent(call -> writer.add(new Call(call, "", 0, 0)));
    writer.addAll(after);
    writer.add(new Call(second, flag, 1, 1));
    List<Call> reader = new ArrayList<>();
    List<Call> third = new ArrayList<>();
    if (meeting != null) {
      reader.add(new Call(meeting, "", 1, 0));
      third.add(new Call(meeting, "", 2, 0));
    }
    reader.add(new Call(signals ? Verb.SIGNAL_WAIT : Verb.WAIT, flag, 1, 1));
    reader.add(look(word, target));
    List<ImmutableList<Call>> bodies =
        new ArrayList<>(List.of(ImmutableList.copyOf(writer), ImmutableList.copyOf(reader)));
    if (!sameTarget) {
      bodies.add(ImmutableList.copyOf(third));
    }
    return new SmallProgram(ImmutableList.copyOf(bodies));
  }

  private Call look(String word, int target) {
    return switch (first) {
      case G, GET, GET_NBI -> new Call(Verb.P, word, target, 1);
      case SET, ADD, FETCH_ADD -> new Call(Verb.FETCH, word, target, 0);
      case SIGNAL -> new Call(Verb.SIGNAL_FETCH, word, 1, 0);
      default -> sameTarget ? new Call(Verb.LOAD, word, 1, 0) : new Call(Verb.G, word, target, 0);
    };
  }

  /** Whether an answer to such a program shows the two accesses out of order. */
  public static boolean weak(AxiomaticVerdict.Judged answer) {
    return answer.undefined()
        || answer.outcomes().stream().anyMatch(outcome -> outcome.contains("1:r0=0;"));
  }
}
