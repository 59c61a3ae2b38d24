package org.shmemlab.conformance.axiomatic;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.axiomatic.Graph.Touch;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.scenarios.spacetime.EventGraph;
import org.shmemlab.scenarios.spacetime.EventGraphs;
import org.shmemlab.testing.Draws;

/**
 * Compares the graph of a schedule's events with the axioms: some execution of theirs has the same
 * accesses with the same values, and the same happens-before between them.
 */
@Tag("catalogue")
class EventGraphsTest {
  private static final Profile PROFILE = Profile.NVSHMEM;
  private static final long STATES = 20_000;

  /** Words that hold the values that agents have read. */
  private static final Pattern REGISTER = Pattern.compile("P\\d+_\\w+\\[0]");

  /** An execution: its accesses, each with the word and values, and happens-before. */
  private record Execution(ImmutableSet<String> accesses, ImmutableSet<String> order) {}

  @Test
  void haveTheHappensBeforeOfTheAxioms() throws IOException {
    Map<String, String> different = new TreeMap<>();
    int compared = 0;
    for (Path path : Draws.of(catalogue())) {
      LitmusProgram program =
          Objects.requireNonNull(Litmus.compile(SourceFile.read(path)).program(), path.toString());
      AxiomaticVerdict verdict = new AxiomaticChecker(PROFILE).check(Subject.of(program));
      if (!(verdict instanceof AxiomaticVerdict.Judged judged) || judged.undefined()) {
        continue;
      }
      for (EventGraph graph : graphs(program, judged.outcomes())) {
        Optional<Execution> shown = shown(graph);
        if (shown.isEmpty()) {
          continue; // accesses without a counterpart
        }
        compared++;
        Set<Execution> axioms = executions(program);
        if (!axioms.contains(shown.get())) {
          different.put(
              program.test().name() + " " + shown.get().accesses, difference(shown.get(), axioms));
        }
      }
    }
    assertThat(different).as(Iterables.toString(different.entrySet())).isEmpty();
    assertThat(compared).isGreaterThan(Draws.areWhole() ? 200 : 5);
  }

  private static String difference(Execution shown, Set<Execution> axioms) {
    StringBuilder text = new StringBuilder();
    for (Execution other : axioms) {
      if (other.accesses.equals(shown.accesses)) {
        Set<String> more = new LinkedHashSet<>(shown.order);
        more.removeAll(other.order);
        Set<String> less = new LinkedHashSet<>(other.order);
        less.removeAll(shown.order);
        text.append(" more ").append(more).append(" less ").append(less);
      }
    }
    return text.isEmpty() ? "no execution with these accesses: " + axioms : text.toString();
  }

  private static List<Path> catalogue() throws IOException {
    try (var found = Files.walk(Path.of("..", "litmus"))) {
      return found.filter(path -> path.toString().endsWith(".litmus")).sorted().toList();
    }
  }

  // ---------------------------------------------------------------- the machine's executions

  private static List<EventGraph> graphs(LitmusProgram program, Set<String> outcomes) {
    Diagrams diagrams = Diagrams.of(program, STATES, () -> false);
    Semantics semantics = new Semantics.Promised(PROFILE);
    List<EventGraph> graphs = new ArrayList<>();
    for (Witness witness : diagrams.schedules(outcomes, semantics, STATES).values()) {
      diagrams.of(witness.choices(), semantics).map(EventGraphs::of).ifPresent(graphs::add);
    }
    return graphs;
  }

  private static Optional<Execution> shown(EventGraph graph) {
    int events = graph.events().size();
    Relation order = new Relation(events);
    for (EventGraph.Arrow arrow : graph.arrows()) {
      boolean added = !arrow.order().isHappensBefore() || order.add(arrow.from(), arrow.to());
      assertThat(added).as("a cycle of %s", arrow).isTrue();
    }
    List<List<String>> names = new ArrayList<>();
    Set<String> all = new HashSet<>();
    for (EventGraph.Event event : graph.events()) {
      List<String> own = new ArrayList<>();
      if (isCollective(event)) {
        return Optional.empty(); // the axioms have two events of it
      }
      for (EventGraph.Access access : event.accesses()) {
        String words = access.words().contains("[") ? access.words() : access.words() + "[0]";
        if (words.contains("..")) {
          return Optional.empty();
        }
        if (REGISTER.matcher(words).matches()) {
          continue;
        }
        String name =
            "PE " + access.pe() + " " + words + " " + access.read() + "," + access.written();
        if (!all.add(name)) {
          return Optional.empty();
        }
        own.add(name);
      }
      names.add(own);
    }
    return Optional.of(execution(names, order));
  }

  private static boolean isCollective(EventGraph.Event event) {
    return !event.lanes().isEmpty()
        && event.accesses().stream().anyMatch(EventGraph.Access::reads)
        && event.accesses().stream().anyMatch(EventGraph.Access::writes);
  }

  private static Execution execution(List<List<String>> names, Relation order) {
    ImmutableSet.Builder<String> pairs = ImmutableSet.builder();
    for (int from = 0; from < names.size(); from++) {
      for (int to = 0; to < names.size(); to++) {
        if (from != to && order.has(from, to)) {
          for (String before : names.get(from)) {
            names.get(to).forEach(after -> pairs.add(before + " < " + after));
          }
        }
      }
    }
    return new Execution(
        names.stream().flatMap(List::stream).collect(ImmutableSet.toImmutableSet()), pairs.build());
  }

  // ---------------------------------------------------------------- the executions of the axioms

  private static Set<Execution> executions(LitmusProgram program) {
    Subject subject = Subject.of(program);
    List<ImmutableList<org.shmemlab.conformance.axiomatic.Path>> ways = new ArrayList<>();
    for (int agent = 0; agent < subject.agents().size(); agent++) {
      ways.add(Paths.of(subject, agent));
    }
    Set<Execution> all = new LinkedHashSet<>();
    combine(subject, ways, new ArrayList<>(), all);
    return all;
  }

  private static void combine(
      Subject subject,
      List<ImmutableList<org.shmemlab.conformance.axiomatic.Path>> ways,
      List<org.shmemlab.conformance.axiomatic.Path> chosen,
      Set<Execution> all) {
    if (chosen.size() < ways.size()) {
      for (org.shmemlab.conformance.axiomatic.Path way : ways.get(chosen.size())) {
        chosen.add(way);
        combine(subject, ways, chosen, all);
        chosen.removeLast();
      }
      return;
    }
    Graph graph = Events.of(subject, PROFILE, new PreservedOrder(PROFILE), chosen);
    if (graph == null) {
      return;
    }
    Relation preserved = new Relation(graph.nodes());
    for (Graph.Edge edge : graph.preserved) {
      if (!preserved.add(edge.before(), edge.after())) {
        return;
      }
    }
    ImmutableSet<Word> words =
        graph.touches.stream().map(Touch::word).collect(ImmutableSet.toImmutableSet());
    new CandidateExecutions(
            graph,
            subject,
            words,
            candidate -> {
              all.add(execution(names(subject, graph, candidate), candidate.happensBefore()));
              return true;
            })
        .run(preserved);
  }

  // The names of the accesses at each node.
  private static List<List<String>> names(
      Subject subject, Graph graph, CandidateExecution candidate) {
    List<List<String>> names = new ArrayList<>();
    for (int node = 0; node < graph.nodes(); node++) {
      names.add(new ArrayList<>());
    }
    for (Touch touch : graph.touches) {
      if (REGISTER.matcher(word(subject, touch.word())).matches()) {
        continue;
      }
      Graph.Written written = touch.written();
      names
          .get(touch.node())
          .add(
              "PE %d %s %s,%s"
                  .formatted(
                      touch.word().pe(),
                      word(subject, touch.word()),
                      touch.reads() ? candidate.seen(touch) : "",
                      written == null ? "" : touch.type().canonical(written.value(candidate))));
    }
    return names;
  }

  private static String word(Subject subject, Word word) {
    for (int i = 0; i < subject.program().variables().size(); i++) {
      long address = subject.program().address(i);
      if (Address.space(address) == Address.space(word.address())
          && Address.index(address) == Address.index(word.address())) {
        return subject.program().variables().get(i).name()
            + "["
            + Address.offset(word.address()) / word.bytes()
            + "]";
      }
    }
    return String.valueOf(word.address());
  }
}
