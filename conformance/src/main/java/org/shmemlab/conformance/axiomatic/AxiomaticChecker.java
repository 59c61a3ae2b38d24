package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.shmemlab.conformance.axiomatic.Races.Pair;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.spec.Profile;

/** Judges small programs by axioms, under one profile. */
public final class AxiomaticChecker {
  private final Profile profile;
  private final PreservedOrder order;
  private final Races races;

  /** The checker of a profile. */
  public AxiomaticChecker(Profile profile) {
    this.profile = profile;
    this.order = new PreservedOrder(profile);
    this.races = new Races(profile);
  }

  /** All executions of a program, judged. */
  public AxiomaticVerdict check(Subject subject) {
    try {
      return new Judging(subject).judge();
    } catch (BeyondAxioms declined) {
      return new AxiomaticVerdict.NotDone(declined.reason());
    }
  }

  /** The executions of one program. */
  private final class Judging {
    private final Subject subject;
    private final ImmutableSet<Word> asked;
    private final Set<String> outcomes = new TreeSet<>();
    private boolean undefined;
    private boolean deadlock;

    private Judging(Subject subject) {
      this.subject = subject;
      this.asked =
          subject.asked().stream()
              .map(AxiomaticChecker::word)
              .collect(ImmutableSet.toImmutableSet());
    }

    private AxiomaticVerdict judge() {
      List<ImmutableList<Path>> ways = new ArrayList<>();
      for (int agent = 0; agent < subject.agents().size(); agent++) {
        ways.add(Paths.of(subject, agent));
      }
      combine(ways, new ArrayList<>());
      return undefined
          ? new AxiomaticVerdict.Judged(true, false, ImmutableSortedSet.of())
          : new AxiomaticVerdict.Judged(false, deadlock, ImmutableSortedSet.copyOf(outcomes));
    }

    private void combine(List<ImmutableList<Path>> ways, List<Path> chosen) {
      if (undefined) {
        return;
      }
      int agent = chosen.size();
      if (agent == ways.size()) {
        judge(chosen);
        return;
      }
      for (Path way :
          neverStarts(chosen, agent) ? ImmutableList.of(Path.NEVER_STARTED) : ways.get(agent)) {
        chosen.add(way);
        combine(ways, chosen);
        chosen.removeLast();
      }
    }

    // The threads of a PE start when its host has got through its block.
    private boolean neverStarts(List<Path> chosen, int agent) {
      Subject.Block block = subject.agents().get(agent);
      for (int earlier = 0; earlier < chosen.size(); earlier++) {
        Subject.Block other = subject.agents().get(earlier);
        if (block.onDevice()
            && !other.onDevice()
            && other.pe() == block.pe()
            && chosen.get(earlier).stuck()) {
          return true;
        }
      }
      return false;
    }

    private void judge(List<Path> ways) {
      Graph graph = Events.of(subject, profile, order, ways);
      if (graph == null) {
        return;
      }
      Relation preserved = new Relation(graph.nodes());
      for (Graph.Edge edge : graph.preserved) {
        if (!preserved.add(edge.before(), edge.after())) {
          return; // agents wait for each other
        }
      }
      ImmutableList<Pair> pairs =
          races.possible(graph).stream()
              .filter(pair -> Races.unordered(pair, preserved, preserved))
              .collect(ImmutableList.toImmutableList());
      new CandidateExecutions(
              graph,
              subject,
              asked,
              candidate -> {
                if (!pairs.isEmpty() && races(pairs, preserved, candidate.happensBefore())) {
                  undefined = true;
                  return false;
                }
                if (graph.stuck) {
                  deadlock = true;
                } else {
                  outcomes.add(shown(candidate));
                }
                return true;
              })
          .run(preserved);
    }

    private String shown(CandidateExecution candidate) {
      StringBuilder text = new StringBuilder();
      for (Subject.Asked word : subject.asked()) {
        long value = word.type().canonical(candidate.last(word(word)));
        text.append(text.isEmpty() ? "" : " ").append(word.name()).append('=');
        text.append(word.type() == ScalarType.U64 ? Long.toUnsignedString(value) : value)
            .append(';');
      }
      return text.toString();
    }
  }

  private static boolean races(
      ImmutableList<Pair> pairs, Relation preserved, Relation happensBefore) {
    return pairs.stream().anyMatch(pair -> Races.unordered(pair, preserved, happensBefore));
  }

  private static Word word(Subject.Asked asked) {
    return new Word(asked.place().pe(), asked.place().address(), asked.type().bytes());
  }
}
