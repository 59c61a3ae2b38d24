package org.shmemlab.model.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** The events of an operation, and their order inside it (memory model, section 3). */
class PendingTest {
  /** An operation, the granularity of its events, and choices among its next events. */
  record Life(
      Operation operation, EventGranularity parts, boolean wordByWord, List<Integer> choices) {}

  @Provide
  Arbitrary<Life> lives() {
    Arbitrary<Boolean> either = Arbitraries.of(true, false);
    return Combinators.combine(
            Arbitraries.of(Issued.all()),
            Combinators.combine(either, either, either).as(EventGranularity::new),
            either,
            Arbitraries.integers().between(0, 99).list().ofSize(20))
        .as(Life::new);
  }

  /**
   * Whichever event comes next, each comes once, none before what it follows, and then it is over.
   */
  @Property
  void everyEventComesOnceAndInOrder(@ForAll("lives") Life life) {
    InFlight flight = new InFlight();
    Pending operation = issue(flight, life.operation(), life.parts());
    Set<List<Object>> happened = new HashSet<>();
    int steps = 0;
    while (!operation.over()) {
      List<Event> next = operation.next(life.wordByWord());
      assertThat(next).isNotEmpty();
      Event event = next.get(life.choices().get(steps++ % 20) % next.size());
      assertFollows(operation, event, life.parts());
      for (int word = event.from(); word < event.to(); word++) {
        assertThat(operation.happened(event.kind(), word)).isFalse();
        assertThat(happened.add(List.of(event.kind(), word))).isTrue();
      }
      long before = operation.contentHash();
      operation = flight.writable(operation);
      flight.happened(operation, event);
      assertThat(operation.contentHash()).isNotEqualTo(before);
      for (int word = event.from(); word < event.to(); word++) {
        assertThat(operation.happened(event.kind(), word)).isTrue();
      }
    }
    assertThat(operation.next(life.wordByWord())).isEmpty();
    assertThat(flight.isEmpty()).isEqualTo(steps > 0); // a get of no words has no events
    int all = operation.kinds().stream().mapToInt(operation::words).sum();
    assertThat(happened).hasSize(all);
  }

  private static void assertFollows(Pending operation, Event event, EventGranularity parts) {
    Kind kind = event.kind();
    for (int word = event.from(); word < event.to(); word++) {
      switch (kind) {
        case DELIVERED -> assertRead(operation, word);
        case VISIBLE -> {
          assertRead(operation, word);
          assertThat(operation.kinds().contains(Kind.DELIVERED)).isEqualTo(parts.deliveryApart());
          assertThat(!parts.deliveryApart() || operation.happened(Kind.DELIVERED, word)).isTrue();
        }
        case LANDED ->
            assertThat(
                    operation.kinds().contains(Kind.RMW)
                        ? operation.allHappened(Kind.RMW)
                        : operation.happened(Kind.REMOTE_READ, word))
                .isTrue();
        case SIGNAL_VISIBLE, UPDATE_READ -> {
          Kind data = parts.deliveryApart() ? Kind.DELIVERED : Kind.VISIBLE;
          Kind before =
              kind == Kind.SIGNAL_VISIBLE && parts.updateInTwoSteps() ? Kind.UPDATE_READ : data;
          boolean waits =
              operation.kinds().contains(before) && !(before == data && parts.signalApart());
          assertThat(!waits || operation.allHappened(before)).isTrue();
        }
        case RMW ->
            assertThat(!parts.updateInTwoSteps() || operation.allHappened(Kind.UPDATE_READ))
                .isTrue();
        case ACKNOWLEDGED -> assertThat(operation.onlyLastLeft()).isTrue();
        case SOURCE_READ, REMOTE_READ -> {}
      }
    }
  }

  private static void assertRead(Pending operation, int word) {
    boolean reads = operation.kinds().contains(Kind.SOURCE_READ);
    assertThat(!reads || operation.happened(Kind.SOURCE_READ, word)).isTrue();
  }

  @Test
  void anUpdateInTwoStepsReadsBeforeItWrites() {
    for (Operation operation : Issued.all()) {
      Pending pending = issue(new InFlight(), operation, new EventGranularity(false, true, false));
      boolean updates =
          pending.kinds().contains(Kind.RMW) || pending.kinds().contains(Kind.SIGNAL_VISIBLE);
      assertThat(pending.kinds().contains(Kind.UPDATE_READ)).isEqualTo(updates);
      assertThat(pending.readBefore()).isTrue();
      assertThat(issue(new InFlight(), operation, EventGranularity.USUAL).readBefore()).isFalse();
    }
  }

  /** When the source may be reused or the value is there, and not earlier. */
  @Test
  void localCompletionIsAsTheTableSays() {
    for (Operation operation : Issued.all()) {
      InFlight flight = new InFlight();
      Pending pending = issue(flight, operation, EventGranularity.USUAL);
      @Nullable Kind needed =
          switch (operation) {
            case Operation.Put _ -> Kind.SOURCE_READ;
            case Operation.Get _, Operation.GetValue _ -> Kind.LANDED;
            case Operation.Amo amo -> amo.register() >= 0 || amo.fetch() != 0 ? Kind.LANDED : null;
            default -> null;
          };
      while (!pending.over()) {
        assertThat(pending.locallyComplete())
            .isEqualTo(needed == null || pending.allHappened(needed));
        pending = flight.writable(pending);
        flight.happened(pending, pending.next(false).getFirst());
      }
      assertThat(pending.locallyComplete()).isTrue();
    }
  }

  @Test
  void onlyGAndAFetchToARegisterLandWhereNoOtherAgentLoads() {
    assertThat(lands(Issued.g())).isTrue();
    assertThat(lands(Issued.amo(2, 0))).isTrue();
    assertThat(lands(Issued.amo(Instruction.NO_REGISTER, 128))).isFalse();
    assertThat(lands(Issued.amo(Instruction.NO_REGISTER, 0))).isFalse();
    assertThat(lands(Issued.get(1, true))).isFalse();
    assertThat(lands(Issued.put(1, true, false))).isFalse();
  }

  @Test
  void differentOperationsHaveDifferentContent() {
    Set<Long> hashes = new HashSet<>();
    List<Operation> different = new ArrayList<>(new LinkedHashSet<>(Issued.all()));
    different.add(Issued.p(0, 2));
    for (Operation operation : different) {
      assertThat(hashes.add(issue(new InFlight(), operation, EventGranularity.USUAL).contentHash()))
          .as(operation.toString())
          .isTrue();
    }
  }

  /** Each of its parts changed: a stride, a context, the effect of its signal, its line. */
  @Test
  void everyPartBelongsToTheContent() throws ReflectiveOperationException {
    for (Operation operation : Issued.all()) {
      for (Record other : others((Record) operation)) {
        assertThat(OperandHash.of((Operation) other))
            .as(operation + " and " + other)
            .isNotEqualTo(OperandHash.of(operation));
      }
    }
  }

  // For each part but the number of an agent, the same with another value of that part.
  private static List<Record> others(Record record) throws ReflectiveOperationException {
    RecordComponent[] parts = record.getClass().getRecordComponents();
    Class<?>[] types = new Class<?>[parts.length];
    @Nullable Object[] values = new Object[parts.length];
    for (int i = 0; i < parts.length; i++) {
      types[i] = parts[i].getType();
      values[i] = parts[i].getAccessor().invoke(record);
    }
    List<Record> others = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      if (!parts[i].getName().equals("agent")) {
        for (Object changed : changed(types[i], values[i])) {
          @Nullable Object[] all = values.clone();
          all[i] = changed;
          others.add((Record) record.getClass().getDeclaredConstructor(types).newInstance(all));
        }
      }
    }
    return others;
  }

  private static List<?> changed(Class<?> type, @Nullable Object value)
      throws ReflectiveOperationException {
    return switch (value) {
      case null -> List.of(new Operation.SignalPart(64, 1, SignalOperator.ADD));
      case Integer number -> List.of(number + 1);
      case Long number -> List.of(number + 1);
      case Boolean truth -> List.of(!truth);
      case String text -> List.of(text + "x");
      case Enum<?> constant ->
          Arrays.stream(type.getEnumConstants()).filter(other -> other != constant).toList();
      case Record record -> others(record);
      default -> throw new AssertionError("a part of type " + type);
    };
  }

  @Test
  void theBytesOnTheirWayBelongToTheContent() {
    InFlight flight = new InFlight();
    Pending put = flight.add(Issued.put(1, false, false), 8, new Specification(Profile.NVSHMEM));
    long before = put.contentHash();
    Pending other = flight.copy().writable(put);
    other.data().data()[3] = 1;
    assertThat(other.contentHash()).isNotEqualTo(before);
    assertThat(put.data().data()).containsOnly(0);
    assertThat(put.contentHash()).isEqualTo(before);
  }

  @Test
  void everyKindOfEventBelongsToSomeOperation() {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (Operation operation : Issued.all()) {
      kinds.addAll(
          issue(new InFlight(), operation, new EventGranularity(true, true, true)).kinds());
    }
    assertThat(kinds).containsAll(Arrays.asList(Kind.values()));
  }

  private static boolean lands(Operation operation) {
    return issue(new InFlight(), operation, EventGranularity.USUAL).landsInRegister();
  }

  private static Pending issue(InFlight flight, Operation operation, EventGranularity parts) {
    OrderingRules rules =
        new ForwardingRules(new Specification(Profile.NVSHMEM)) {
          @Override
          public IssueTraits issueTraits(Operation issued) {
            return super.issueTraits(issued).with(parts);
          }
        };
    return flight.add(operation, 0, rules);
  }
}
