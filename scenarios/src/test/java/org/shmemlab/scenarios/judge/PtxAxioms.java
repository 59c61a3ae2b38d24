package org.shmemlab.scenarios.judge;

import com.google.common.collect.Collections2;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Lists;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.shmemlab.scenarios.judge.PtxOperation.Scope;

/**
 * The axioms of the PTX ISA ("Memory Consistency Model") for strong operations of straight-line
 * threads, as relations over candidate executions: which write each read reads from, a coherence
 * order for each word, an order of all {@code fence.sc}. It shares no code with the machine.
 *
 * <p>The outcome of an execution is what its reads returned, in the order of the threads, and the
 * last values of its words.
 */
final class PtxAxioms {
  private static final int INITIAL = -1; // the thread of the first values

  private final List<Event> events = new ArrayList<>();
  private final int words;
  private final PtxShape shape;
  private final int size;
  private final boolean[][] programOrder;

  private record Event(int thread, PtxOperation does) {
    boolean reads() {
      return thread != INITIAL && does.reads();
    }

    boolean writes() {
      return does.writes();
    }
  }

  /** One candidate: {@code from.get(e)} is the write that e reads from. */
  private record Candidate(
      ImmutableIntArray from, ImmutableList<List<Integer>> coherence, List<Integer> fences) {
    int place(int write, int word) {
      return coherence.get(word).indexOf(write);
    }
  }

  PtxAxioms(PtxShape shape) {
    this.words = shape.words();
    this.shape = shape;
    for (int word = 0; word < words; word++) {
      events.add(
          new Event(
              INITIAL,
              new PtxOperation(
                  PtxOperation.Kind.STORE, word, 0, PtxOperation.Order.RELAXED, Scope.SYS)));
    }
    for (int thread = 0; thread < shape.threads().size(); thread++) {
      for (PtxOperation operation : shape.threads().get(thread)) {
        events.add(new Event(thread, operation));
      }
    }
    this.size = events.size();
    this.programOrder =
        relation((a, b) ->
            a < b && (thread(a) == thread(b) || thread(a) == INITIAL) && thread(b) != INITIAL);
  }

  /** How many executions are looked at. */
  long candidates() {
    long candidates = factorial(those(this::isSequential).size());
    for (int word = 0; word < words; word++) {
      int here = word;
      long all = those(event -> events.get(event).writes() && word(event) == here).size();
      candidates *= factorial((int) all - 1);
      for (int read : those(event -> events.get(event).reads() && word(event) == here)) {
        candidates *= events.get(read).writes() ? all - 1 : all;
      }
    }
    return candidates;
  }

  private static long factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
  }

  /** The outcomes that PTX allows. */
  ImmutableSortedSet<String> allowed() {
    return outcomes(this::isConsistent);
  }

  /** Those of them that need no load of a value before it is written: no load buffering. */
  ImmutableSortedSet<String> allowedInOrder() {
    return outcomes(candidate -> isInOrder(candidate) && isConsistent(candidate));
  }

  /** The outcomes of interleavings. */
  ImmutableSortedSet<String> sequential() {
    return outcomes(candidate ->
        isConsistent(candidate) && acyclic(union(programOrder, communication(candidate, false))));
  }

  /** Whether an execution without load buffering has a data race. */
  boolean hasRace() {
    boolean[] race = new boolean[1];
    outcomes(candidate -> {
      race[0] |= isInOrder(candidate) && isConsistent(candidate) && races(causality(candidate));
      return false;
    });
    return race[0];
  }

  // ---------------------------------------------------------------- axioms

  private boolean isConsistent(Candidate candidate) {
    boolean[][] base = baseCausality(candidate);
    boolean[][] causality = causality(candidate);
    boolean[][] coherence = coherence(candidate);
    boolean[][] from = readsFrom(candidate);
    boolean[][] fromReads = fromReads(candidate);
    return irreflexive(base)
        // "Coherence"
        && pairs(causality, (a, b) -> !overlappingWrites(a, b) || coherence[a][b])
        // "Fence-SC"
        && pairs(causality, (a, b) -> !isSequential(a) || !isSequential(b) || sc(candidate, a, b))
        // "Atomicity"
        && isAtomic(candidate)
        // "SC-per-location"
        && acyclic(union(programOrderOfWords(), communication(candidate, true)))
        // "Causality"
        && irreflexive(then(from, causality))
        && irreflexive(then(fromReads, causality));
  }

  private boolean isInOrder(Candidate candidate) {
    return acyclic(union(programOrder, readsFrom(candidate)));
  }

  private boolean isAtomic(Candidate candidate) {
    for (int update = 0; update < size; update++) {
      if (events.get(update).reads() && events.get(update).writes()) {
        int word = word(update);
        int read = candidate.place(candidate.from().get(update), word);
        int written = candidate.place(update, word);
        for (int between = read + 1; between < written; between++) {
          if (morallyStrong(candidate.coherence().get(word).get(between), update)) {
            return false;
          }
        }
        if (written < read) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean races(boolean[][] causality) {
    return !pairs(
        relation((a, b) ->
            a < b
                && thread(a) != INITIAL
                && thread(a) != thread(b)
                && overlap(a, b)
                && (events.get(a).writes() || events.get(b).writes())
                && !morallyStrong(a, b)),
        (a, b) -> causality[a][b] || causality[b][a]);
  }

  // ---------------------------------------------------------------- relations

  private boolean morallyStrong(int a, int b) {
    return programOrder[a][b]
        || programOrder[b][a]
        || (Math.min(scope(a), scope(b)) >= distance(a, b)
            && (isFence(a) || isFence(b) || overlap(a, b)));
  }

  private boolean[][] readsFrom(Candidate candidate) {
    return relation((a, b) -> events.get(b).reads() && candidate.from().get(b) == a);
  }

  private boolean[][] coherence(Candidate candidate) {
    return relation((a, b) ->
        overlappingWrites(a, b) && candidate.place(a, word(a)) < candidate.place(b, word(b)));
  }

  private boolean[][] fromReads(Candidate candidate) {
    boolean[][] coherence = coherence(candidate);
    return relation(
        (a, b) -> a != b && events.get(a).reads() && coherence[candidate.from().get(a)][b]);
  }

  private boolean[][] communication(Candidate candidate, boolean strongly) {
    boolean[][] all =
        union(union(readsFrom(candidate), fromReads(candidate)), coherence(candidate));
    return relation((a, b) -> all[a][b] && (!strongly || morallyStrong(a, b)));
  }

  private boolean[][] programOrderOfWords() {
    return relation((a, b) -> programOrder[a][b] && overlap(a, b));
  }

  // "Observation Order"
  private boolean[][] observation(Candidate candidate) {
    boolean[][] from = readsFrom(candidate);
    return closed(relation((a, b) -> from[a][b] && morallyStrong(a, b)));
  }

  // "Release and Acquire Patterns", "Synchronizes"
  private boolean[][] synchronizes(Candidate candidate) {
    boolean[][] observation = observation(candidate);
    boolean[][] synchronizes =
        relation((a, b) ->
            isSequential(a) && isSequential(b) && morallyStrong(a, b) && sc(candidate, a, b));
    for (int write = 0; write < size; write++) {
      for (int read = 0; read < size; read++) {
        if (observation[write][read] && thread(write) != INITIAL) {
          for (int first = 0; first < size; first++) {
            for (int last = 0; last < size; last++) {
              synchronizes[first][last] |=
                  isReleasePattern(first, write)
                      && isAcquirePattern(read, last)
                      && thread(first) != thread(last)
                      && morallyStrong(first, last);
            }
          }
        }
      }
    }
    return synchronizes;
  }

  private boolean isReleasePattern(int first, int write) {
    PtxOperation operation = events.get(first).does();
    return thread(first) != INITIAL
        && events.get(write).writes()
        && operation.releases()
        && (first == write ? !isFence(first) : programOrder[first][write])
        && (isFence(first) || (operation.writes() && overlap(first, write)));
  }

  private boolean isAcquirePattern(int read, int last) {
    PtxOperation operation = events.get(last).does();
    return events.get(read).reads()
        && operation.acquires()
        && (read == last ? !isFence(last) : programOrder[read][last])
        && (isFence(last) || (operation.reads() && overlap(read, last)));
  }

  private boolean[][] baseCausality(Candidate candidate) {
    return closed(union(programOrder, synchronizes(candidate)));
  }

  private boolean[][] causality(Candidate candidate) {
    boolean[][] base = baseCausality(candidate);
    return union(base, then(observation(candidate), base));
  }

  private boolean sc(Candidate candidate, int a, int b) {
    return candidate.fences().indexOf(a) < candidate.fences().indexOf(b);
  }

  private boolean isSequential(int event) {
    return isFence(event) && events.get(event).does().order() == PtxOperation.Order.SEQUENTIAL;
  }

  private boolean isFence(int event) {
    return events.get(event).does().isFence();
  }

  private boolean overlap(int a, int b) {
    return !isFence(a) && !isFence(b) && word(a) == word(b);
  }

  private boolean overlappingWrites(int a, int b) {
    return a != b && overlap(a, b) && events.get(a).writes() && events.get(b).writes();
  }

  private int distance(int a, int b) {
    boolean together = shape.block(thread(a)) == shape.block(thread(b));
    return (together ? Scope.CTA : Scope.GPU).ordinal();
  }

  private int scope(int event) {
    return events.get(event).does().scope().ordinal();
  }

  private int word(int event) {
    return events.get(event).does().word();
  }

  private int thread(int event) {
    return events.get(event).thread();
  }

  // ---------------------------------------------------------------- candidates

  private ImmutableSortedSet<String> outcomes(Predicate<Candidate> wanted) {
    TreeSet<String> outcomes = new TreeSet<>();
    List<Integer> reads = those(event -> events.get(event).reads());
    List<List<Integer>> sources = new ArrayList<>();
    for (int read : reads) {
      sources.add(
          those(write -> write != read && events.get(write).writes() && word(write) == word(read)));
    }
    List<List<List<Integer>>> orders = new ArrayList<>();
    for (int word = 0; word < words; word++) {
      int initial = word;
      List<Integer> writes =
          those(write -> write != initial && events.get(write).writes() && word(write) == initial);
      orders.add(
          Collections2.permutations(writes).stream()
              .map(order -> Lists.asList(initial, order.toArray(Integer[]::new)))
              .map(order -> (List<Integer>) ImmutableList.copyOf(order))
              .toList());
    }
    List<List<Integer>> fences =
        ImmutableList.copyOf(Collections2.permutations(those(this::isSequential)));
    for (List<Integer> chosen : Lists.cartesianProduct(sources)) {
      int[] from = new int[size];
      Arrays.fill(from, -1);
      for (int i = 0; i < chosen.size(); i++) {
        from[reads.get(i)] = chosen.get(i);
      }
      int[] values = values(from);
      if (values.length == 0) {
        continue;
      }
      for (List<List<Integer>> coherence : Lists.cartesianProduct(orders)) {
        for (List<Integer> sequence : fences) {
          Candidate candidate =
              new Candidate(
                  ImmutableIntArray.copyOf(from), ImmutableList.copyOf(coherence), sequence);
          if (wanted.test(candidate)) {
            outcomes.add(outcome(candidate, values));
          }
        }
      }
    }
    return ImmutableSortedSet.copyOf(outcomes);
  }

  // The values that are written; none where updates read from each other in a circle.
  private int[] values(int[] from) {
    int[] values = new int[size];
    for (int event = 0; event < size; event++) {
      int value = 0;
      int at = event;
      for (int steps = 0; at >= 0 && events.get(at).writes(); steps++) {
        value += events.get(at).does().value();
        at = events.get(at).reads() ? from[at] : -1;
        if (steps > size) {
          return new int[0];
        }
      }
      values[event] = value;
    }
    return values;
  }

  private String outcome(Candidate candidate, int[] values) {
    StringBuilder text = new StringBuilder();
    for (int event = 0; event < size; event++) {
      if (events.get(event).reads()) {
        text.append(values[candidate.from().get(event)]).append(' ');
      }
    }
    for (int word = 0; word < words; word++) {
      text.append(word == 0 ? "| " : " ").append(values[candidate.coherence().get(word).getLast()]);
    }
    return text.toString();
  }

  // ---------------------------------------------------------------- algebra

  private interface Pairs {
    boolean has(int a, int b);
  }

  private List<Integer> those(Predicate<Integer> wanted) {
    return IntStream.range(0, size).boxed().filter(wanted).toList();
  }

  private boolean[][] relation(Pairs pairs) {
    boolean[][] relation = new boolean[size][size];
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        relation[a][b] = pairs.has(a, b);
      }
    }
    return relation;
  }

  private boolean[][] union(boolean[][] one, boolean[][] other) {
    return relation((a, b) -> one[a][b] || other[a][b]);
  }

  private boolean[][] then(boolean[][] one, boolean[][] other) {
    return relation((a, b) ->
        IntStream.range(0, size).anyMatch(between -> one[a][between] && other[between][b]));
  }

  private boolean[][] closed(boolean[][] relation) {
    boolean[][] closed = relation((a, b) -> relation[a][b]);
    for (int between = 0; between < size; between++) {
      for (int a = 0; a < size; a++) {
        for (int b = 0; closed[a][between] && b < size; b++) {
          closed[a][b] |= closed[between][b];
        }
      }
    }
    return closed;
  }

  private boolean acyclic(boolean[][] relation) {
    return irreflexive(closed(relation));
  }

  private boolean irreflexive(boolean[][] relation) {
    return IntStream.range(0, size).noneMatch(event -> relation[event][event]);
  }

  private boolean pairs(boolean[][] relation, Pairs hold) {
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        if (relation[a][b] && !hold.has(a, b)) {
          return false;
        }
      }
    }
    return true;
  }
}
