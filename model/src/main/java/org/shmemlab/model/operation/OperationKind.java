package org.shmemlab.model.operation;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.program.Instruction;

/**
 * The operations as tables of order name them: those whose events order other things differently
 * have kinds of their own.
 */
public enum OperationKind {
  /** A blocking put, iput or put_signal. */
  PUT("put", Kind.SOURCE_READ, Kind.VISIBLE, Kind.SIGNAL_VISIBLE, Kind.ACKNOWLEDGED),
  /** A non-blocking put or put_signal. */
  PUT_NBI("put_nbi", Kind.SOURCE_READ, Kind.VISIBLE, Kind.SIGNAL_VISIBLE, Kind.ACKNOWLEDGED),
  /** p. */
  P("p", Kind.VISIBLE, Kind.ACKNOWLEDGED),
  /** A blocking get or iget. */
  GET("get", Kind.REMOTE_READ, Kind.LANDED),
  /** A non-blocking get. */
  GET_NBI("get_nbi", Kind.REMOTE_READ, Kind.LANDED),
  /** g. */
  G("g", Kind.REMOTE_READ, Kind.LANDED),
  /** An atomic memory operation that fetches nothing. */
  AMO("amo", Kind.RMW, Kind.ACKNOWLEDGED),
  /** An atomic memory operation whose old value the call returns. */
  FETCH("fetch", Kind.RMW, Kind.LANDED),
  /** An atomic memory operation whose old value goes to memory later. */
  FETCH_NBI("fetch_nbi", Kind.RMW, Kind.LANDED),
  /** signal_op. */
  SIGNAL_OP("signal_op", Kind.SIGNAL_VISIBLE, Kind.ACKNOWLEDGED),
  /** A store through a pointer that {@code nvshmem_ptr} gave. */
  STORE("store", Kind.VISIBLE);

  private static final ImmutableList<Kind> WITHOUT_SIGNAL =
      ImmutableList.of(Kind.SOURCE_READ, Kind.VISIBLE, Kind.ACKNOWLEDGED);

  private final String key;
  private final ImmutableList<Kind> events;

  OperationKind(String key, Kind... events) {
    this.key = key;
    this.events = ImmutableList.copyOf(events);
  }

  /** The kind of an operation. */
  public static OperationKind of(Operation operation) {
    return switch (operation) {
      case Operation.Put put -> put.blocking() ? PUT : PUT_NBI;
      case Operation.PutValue _ -> P;
      case Operation.Get get -> get.blocking() ? GET : GET_NBI;
      case Operation.GetValue _ -> G;
      case Operation.Amo amo when amo.fetch() != 0 -> FETCH_NBI;
      case Operation.Amo amo -> amo.register() == Instruction.NO_REGISTER ? AMO : FETCH;
      case Operation.SignalUpdate _ -> SIGNAL_OP;
      case Operation.PeerStore _ -> STORE;
    };
  }

  /** The events of an operation, in order (memory model, section 3). */
  static ImmutableList<Kind> events(Operation operation) {
    return operation instanceof Operation.Put put && put.signal() == null
        ? WITHOUT_SIGNAL
        : of(operation).events;
  }

  /** The kind of a name in tables. */
  public static Optional<OperationKind> named(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
  }

  /** The name in tables. */
  public String key() {
    return key;
  }

  /** Whether some operations of this kind have such an event under any rules. */
  public boolean has(Kind event) {
    return switch (event) {
      case DELIVERED -> events.contains(Kind.VISIBLE);
      case UPDATE_READ -> events.contains(Kind.RMW) || events.contains(Kind.SIGNAL_VISIBLE);
      default -> events.contains(event);
    };
  }

  /** The events of this kind of operation, in order, with those of a put_signal. */
  public Set<Kind> events() {
    return Sets.immutableEnumSet(events);
  }
}
