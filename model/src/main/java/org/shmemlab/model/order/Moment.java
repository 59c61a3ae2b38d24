package org.shmemlab.model.order;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.OrderingCall;

/** Lists the points that entries can order: events of operations, and returns of calls. */
public enum Moment {
  SOURCE_READ(Event.Kind.SOURCE_READ),
  REMOTE_READ(Event.Kind.REMOTE_READ),
  DELIVERED(Event.Kind.DELIVERED),
  VISIBLE(Event.Kind.VISIBLE),
  UPDATE_READ(Event.Kind.UPDATE_READ),
  RMW(Event.Kind.RMW),
  LANDED(Event.Kind.LANDED),
  SIGNAL_VISIBLE(Event.Kind.SIGNAL_VISIBLE),
  ACKNOWLEDGED(Event.Kind.ACKNOWLEDGED),
  /** The call that issues an operation returns to its agent. */
  RETURN(null),
  /** A fence returns. */
  FENCE(null),
  /** A quiet returns. */
  QUIET(null),
  /** A flush returns. */
  FLUSH(null),
  /** A sync counts an agent as arrived. */
  SYNC(null),
  /** A fence of CUDA for all GPUs returns, or a grid ends. */
  SYSTEM_FENCE(null),
  /** A fence of CUDA for more than a block returns. */
  THREAD_FENCE(null),
  /** A wait or a test that is satisfied returns, a barrier, a collective that moves data. */
  WAIT(null),
  /** signal_wait_until returns. */
  SIGNAL_WAIT(null),
  /** signal_fetch returns the value that a signal leaves in its word. */
  SIGNAL_FETCH(null);

  /** The calls that only an implementation holds back: by them memory's contents become visible. */
  static final ImmutableSet<Moment> OF_TRANSPORTS =
      Sets.immutableEnumSet(THREAD_FENCE, WAIT, SIGNAL_WAIT);

  private final Event.@Nullable Kind event;

  Moment(Event.@Nullable Kind event) {
    this.event = event;
  }

  /** The kind of event that this is; null for a call. */
  Event.@Nullable Kind event() {
    return event;
  }

  /** The return of a call. */
  static Moment of(OrderingCall call) {
    return switch (call) {
      case FENCE -> FENCE;
      case QUIET -> QUIET;
      case FLUSH -> FLUSH;
      case SYNC -> SYNC;
      case SYSTEM_FENCE -> SYSTEM_FENCE;
      case THREAD_FENCE -> THREAD_FENCE;
      case WAIT -> WAIT;
      case SIGNAL_WAIT -> SIGNAL_WAIT;
    };
  }

  /** The name in tables. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The point of a name in tables. */
  static Optional<Moment> named(String key) {
    return Arrays.stream(values()).filter(moment -> moment.key().equals(key)).findFirst();
  }
}
