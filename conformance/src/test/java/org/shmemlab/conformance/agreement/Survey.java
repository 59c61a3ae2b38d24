package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.shmemlab.conformance.agreement.Agreement.Compared;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict;

/**
 * Compares the semantics on all programs of an enumeration, shorter ones first.
 *
 * <p>A program that begins as one does that is undefined under every profile is undefined as well:
 * the state with the conflict is reached before the further calls are. Such a program is counted
 * and not compared.
 */
public final class Survey {
  private final Agreement agreement = new Agreement();
  private final Set<SmallProgram> undefined = ConcurrentHashMap.newKeySet();
  private final AtomicLong compared = new AtomicLong();
  private final AtomicLong undefinedFromTheStart = new AtomicLong();
  private final LongConsumer progress;

  /**
   * Holds the results of a survey.
   *
   * @param compared how many programs both semantics were asked about
   * @param undefinedFromTheStart how many others begin as an undefined one
   * @param different those on which the semantics differ
   * @param ambiguous the smallest that profiles judge differently
   */
  public record Found(
      long compared,
      long undefinedFromTheStart,
      ImmutableList<SmallProgram> different,
      ImmutableList<SmallProgram> ambiguous) {}

  /** A survey that reports how many programs it has compared so far, from several threads. */
  public Survey(LongConsumer progress) {
    this.progress = progress;
  }

  /** Compares all programs, on all cores. */
  public Found of(Enumeration enumeration) {
    ImmutableList.Builder<SmallProgram> different = ImmutableList.builder();
    List<SmallProgram> ambiguous = new ArrayList<>();
    for (int size = 1; size <= enumeration.largest(); size++) {
      int calls = size;
      ImmutableList<SmallProgram> smaller = ImmutableList.copyOf(ambiguous);
      List<Compared> notable =
          enumeration
              .programs(calls)
              .parallel()
              .filter(program -> !isUndefinedFromTheStart(program))
              .map(this::compare)
              .filter(answer ->
                  answer.difference().isPresent()
                      || (answer.profilesDiffer()
                          && !Ambiguity.contains(answer.program(), smaller)))
              .toList();
      for (Compared answer : notable) {
        if (answer.difference().isPresent()) {
          different.add(answer.program());
        }
        if (answer.profilesDiffer()) {
          ambiguous.add(answer.program());
        }
      }
    }
    return new Found(
        compared.get(),
        undefinedFromTheStart.get(),
        different.build(),
        Ambiguity.smallest(ambiguous.stream()));
  }

  private Compared compare(SmallProgram program) {
    Compared answer = agreement.compare(program);
    boolean nothingIsPromised =
        answer.difference().isEmpty()
            && answer.answers().stream()
                .allMatch(
                    one -> one instanceof AxiomaticVerdict.Judged judged && judged.undefined());
    if (nothingIsPromised) {
      undefined.add(program);
      undefined.add(program.mirrored());
    }
    progress.accept(compared.incrementAndGet());
    return answer;
  }

  private boolean isUndefinedFromTheStart(SmallProgram program) {
    ImmutableList<Call> first = program.bodies().get(0);
    ImmutableList<Call> second = program.bodies().get(1);
    for (int i = 0; i <= first.size(); i++) {
      for (int j = 0; j <= second.size(); j++) {
        SmallProgram start =
            new SmallProgram(ImmutableList.of(first.subList(0, i), second.subList(0, j)));
        if (undefined.contains(start)) {
          undefinedFromTheStart.incrementAndGet();
          return true;
        }
      }
    }
    return false;
  }
}
