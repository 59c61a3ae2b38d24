package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Context;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Place;
import org.shmemlab.model.step.Access.Use;

/**
 * Lists the accesses of the operations in flight (memory model, section 3, "A window is an interval
 * in which an operation may touch memory").
 */
public final class Windows {
  private final JobState jobState;
  private final AddressedObjects places;

  Windows(JobState jobState, AddressedObjects places) {
    this.jobState = jobState;
    this.places = places;
  }

  /** The accesses of an event of an operation, in a list of the caller's own. */
  public List<Access> of(Pending pending, Event event) {
    List<Access> touched = open(pending);
    touched.removeIf(access -> !closes(event.kind(), access.use()));
    return touched;
  }

  private static boolean closes(Kind kind, Use use) {
    return switch (use) {
      case SOURCE -> kind == Kind.SOURCE_READ;
      case PUT, PUT_VALUE, STORE, BULK_DESTINATION -> kind == Kind.VISIBLE;
      case GET -> kind == Kind.REMOTE_READ;
      case DESTINATION -> kind == Kind.LANDED;
      case AMO, AMO_FETCH -> kind == Kind.RMW;
      case SIGNAL -> kind == Kind.SIGNAL_VISIBLE;
      default -> throw new IllegalStateException("a window of an operation: " + use);
    };
  }

  /** The windows of an operation in flight that are still open. */
  public List<Access> open(Pending pending) {
    List<Access> accesses = new ArrayList<>(1); // as most operations have
    switch (pending.operation()) {
      case Operation.Put put -> {
        windows(
            accesses,
            pending,
            Kind.VISIBLE,
            places.remote(put.pe(), put.remote()),
            put.remote(),
            put.wordBytes(),
            put.remoteStride(),
            Use.PUT);
        windows(
            accesses,
            pending,
            Kind.SOURCE_READ,
            places.local(put.origin(), put.local()),
            put.local(),
            put.wordBytes(),
            put.localStride(),
            Use.SOURCE);
        Operation.SignalPart signal = put.signal();
        if (signal != null && !pending.allHappened(Kind.SIGNAL_VISIBLE)) {
          accesses.add(signal(pending, put.pe(), signal.remote(), signal.operator()));
        }
      }
      case Operation.Get get -> {
        windows(
            accesses,
            pending,
            Kind.LANDED,
            places.remote(get.pe(), get.remote()),
            get.remote(),
            get.wordBytes(),
            get.remoteStride(),
            Use.GET);
        windows(
            accesses,
            pending,
            Kind.LANDED,
            places.local(get.origin(), get.local()),
            get.local(),
            get.wordBytes(),
            get.localStride(),
            Use.DESTINATION);
      }
      case Operation.PutValue put ->
          single(
              accesses, pending, Kind.VISIBLE, put.pe(), put.remote(), put.type(), Use.PUT_VALUE);
      case Operation.GetValue get ->
          single(accesses, pending, Kind.LANDED, get.pe(), get.remote(), get.type(), Use.GET);
      case Operation.PeerStore store ->
          single(
              accesses,
              pending,
              Kind.VISIBLE,
              store.pe(),
              store.remote(),
              store.type(),
              store.bulk() ? Use.BULK_DESTINATION : Use.STORE);
      case Operation.Amo amo -> {
        Use use = amo.op() == AtomicOp.FETCH ? Use.AMO_FETCH : Use.AMO;
        single(accesses, pending, Kind.RMW, amo.pe(), amo.remote(), amo.type(), use);
        if (amo.fetch() != 0 && !pending.allHappened(Kind.LANDED)) {
          Place place = places.local(amo.origin(), amo.fetch());
          if (place != null) {
            long at = Address.offset(amo.fetch());
            accesses.add(
                access(
                    pending,
                    place,
                    at,
                    at + amo.type().bytes(),
                    Use.DESTINATION,
                    amo.type(),
                    null));
          }
        }
      }
      case Operation.SignalUpdate update -> {
        if (!pending.allHappened(Kind.SIGNAL_VISIBLE)) {
          accesses.add(signal(pending, update.pe(), update.remote(), update.operator()));
        }
      }
    }
    return accesses;
  }

  private void windows(
      List<Access> accesses,
      Pending pending,
      Kind closing,
      @Nullable Place place,
      long address,
      int wordBytes,
      long stride,
      Use use) {
    if (place == null) {
      return;
    }
    long start = Address.offset(address);
    int words = pending.operation().words();
    int word = 0;
    while (word < words) {
      if (pending.happened(closing, word)) {
        word++;
        continue;
      }
      int first = word++;
      while (stride == 1 && word < words && !pending.happened(closing, word)) {
        word++;
      }
      long from = start + first * stride * wordBytes;
      accesses.add(
          access(pending, place, from, from + (long) (word - first) * wordBytes, use, null, null));
    }
  }

  private void single(
      List<Access> accesses,
      Pending pending,
      Kind closing,
      int pe,
      long address,
      ScalarType type,
      Use use) {
    if (!pending.allHappened(closing)) {
      long at = Address.offset(address);
      accesses.add(
          access(pending, places.remote(pe, address), at, at + type.bytes(), use, type, null));
    }
  }

  private Access signal(Pending pending, int pe, long address, SignalOperator operator) {
    long at = Address.offset(address);
    return access(
        pending, places.remote(pe, address), at, at + 8, Use.SIGNAL, ScalarType.U64, operator);
  }

  private Access access(
      Pending pending,
      Place place,
      long from,
      long to,
      Use use,
      @Nullable ScalarType type,
      @Nullable SignalOperator operator) {
    Origin origin = pending.operation().origin();
    return new Access(
        place,
        from,
        to,
        use,
        type,
        operator,
        use == Use.AMO && pending.operation() instanceof Operation.Amo amo && isUnread(amo)
            ? Accesses.merging(amo.op(), amo.type())
            : null,
        null,
        use.isAmo() ? atomicityDomain(origin) : 0,
        pending.number(),
        origin.agent(),
        origin.pe(),
        origin.line());
  }

  // OpenSHMEM 1.6, "Atomicity Guarantees": contexts of different teams need not be of one domain.
  private long atomicityDomain(Origin origin) {
    List<@Nullable Context> contexts = jobState.peState(origin.pe()).contexts;
    Context context =
        origin.context() > 0 && origin.context() <= contexts.size()
            ? contexts.get(origin.context() - 1)
            : null;
    Team team = context == null ? null : Teams.findTeam(jobState, origin.pe(), context.team());
    return team == null ? 0 : team.id();
  }

  // Whether its fetched value is never read, so that it is unobservable.
  private boolean isUnread(Operation.Amo amo) {
    if (amo.fetch() != 0) {
      return false;
    }
    Agent agent = jobState.agent(amo.origin().agent());
    return agent == null
        || amo.register() == Instruction.NO_REGISTER
        || (agent.function >= 0
            && amo.register() >= agent.base // a caller may still read its own
            && jobState.code(agent.function).isUnread(agent.pc, amo.register() - agent.base));
  }
}
