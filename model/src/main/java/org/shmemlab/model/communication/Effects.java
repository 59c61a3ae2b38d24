package org.shmemlab.model.communication;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.UninitializedFlow;
import org.shmemlab.model.arithmetic.Arithmetic;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;

/** Applies the events of operations to memory. */
final class Effects {
  private final JobState jobState;
  private final JobMemory memory;

  Effects(JobState jobState, JobMemory memory) {
    this.jobState = jobState;
    this.memory = memory;
  }

  void apply(Pending pending, Event event) {
    switch (pending.operation()) {
      case Operation.Put put -> put(pending, put, event);
      case Operation.PutValue put -> {
        if (event.kind() == Event.Kind.VISIBLE) {
          store(put.remote(), put.type(), put.value(), pending);
        }
      }
      case Operation.PeerStore store -> {
        if (event.kind() == Event.Kind.VISIBLE) {
          store(store.remote(), store.type(), store.value(), pending);
        }
      }
      case Operation.Get get -> get(pending, get, event);
      case Operation.GetValue get -> getValue(pending, get, event);
      case Operation.Amo amo -> amo(pending, amo, event);
      case Operation.SignalUpdate signal -> {
        Operation.SignalPart part = signal.signalPart();
        if (part != null && event.kind() != Event.Kind.ACKNOWLEDGED) {
          signal(pending, part, event);
        }
      }
    }
  }

  private void put(Pending pending, Operation.Put put, Event event) {
    switch (event.kind()) {
      case SOURCE_READ ->
          move(
              event,
              put.wordBytes(),
              put.localStride(),
              put.local(),
              (address, at, bytes) ->
                  memory
                      .source(put, address, bytes)
                      .read(Address.offset(address), pending.data(), at, bytes));
      case VISIBLE ->
          move(
              event,
              put.wordBytes(),
              put.remoteStride(),
              put.remote(),
              (address, at, bytes) -> {
                memory
                    .target(put, address, bytes)
                    .write(Address.offset(address), pending.data(), at, bytes);
                memory.reached(put, address, bytes);
              });
      case UPDATE_READ, SIGNAL_VISIBLE -> {
        Operation.SignalPart part = put.signal();
        if (part != null) {
          signal(pending, part, event);
        }
      }
      default -> {}
    }
  }

  private void get(Pending pending, Operation.Get get, Event event) {
    switch (event.kind()) {
      case REMOTE_READ ->
          move(
              event,
              get.wordBytes(),
              get.remoteStride(),
              get.remote(),
              (address, at, bytes) ->
                  memory
                      .remote(get.pe(), address)
                      .read(Address.offset(address), pending.data(), at, bytes));
      case LANDED ->
          move(
              event,
              get.wordBytes(),
              get.localStride(),
              get.local(),
              (address, at, bytes) -> {
                memory
                    .writableLocal(get.origin(), address)
                    .write(Address.offset(address), pending.data(), at, bytes);
                memory.stored(get.origin().pe(), address, bytes);
              });
      default -> {}
    }
  }

  private void getValue(Pending pending, Operation.GetValue get, Event event) {
    if (event.kind() == Event.Kind.REMOTE_READ) {
      keep(pending, memory.remote(get.pe(), get.remote()), get.type(), get.remote());
    } else if (event.kind() == Event.Kind.LANDED) {
      arrived(pending, get.register());
    }
  }

  // An agent that does not need the value may have ended, and its number may be another's.
  private void arrived(Pending pending, int register) {
    int issuer = pending.operation().origin().agent();
    Agent agent = jobState.agent(issuer);
    if (agent != null && agent.expects(pending.number())) {
      jobState
          .writableAgent(issuer)
          .arrived(register, pending.number(), kept(pending), keptUnset(pending));
    }
  }

  private void amo(Pending pending, Operation.Amo amo, Event event) {
    if (event.kind() == Event.Kind.UPDATE_READ) {
      MemoryObject object = memory.remote(amo.pe(), amo.remote());
      keep(pending, object, amo.type(), amo.remote());
    } else if (event.kind() == Event.Kind.RMW) {
      MemoryObject object =
          amo.op() == AtomicOp.FETCH
              ? memory.remote(amo.pe(), amo.remote())
              : memory.target(amo, amo.remote(), amo.type().bytes());
      long offset = Address.offset(amo.remote());
      if (!pending.readBefore()) {
        keep(pending, object, amo.type(), amo.remote());
      }
      long old = kept(pending);
      if (amo.op() != AtomicOp.FETCH) {
        object.store(
            amo.type(),
            offset,
            Arithmetic.update(amo.op(), amo.type(), old, amo.operand(), amo.compare()));
        Uninitialized unset =
            UninitializedFlow.update(amo.op(), amo.type(), keptUnset(pending), null);
        if (unset != null) {
          object.putUnset(amo.type(), offset, unset);
        }
        memory.reached(amo, amo.remote(), amo.type().bytes());
      }
    } else if (event.kind() == Event.Kind.LANDED) {
      if (amo.register() != Instruction.NO_REGISTER) {
        arrived(pending, amo.register());
      } else if (amo.fetch() != 0) {
        MemoryObject local = memory.writableLocal(amo.origin(), amo.fetch());
        local.store(amo.type(), Address.offset(amo.fetch()), kept(pending));
        Uninitialized unset = keptUnset(pending);
        if (unset != null) {
          local.putUnset(amo.type(), Address.offset(amo.fetch()), unset);
        }
        memory.stored(amo.origin().pe(), amo.fetch(), amo.type().bytes());
      }
    }
  }

  private void signal(Pending pending, Operation.SignalPart part, Event event) {
    int pe = pending.operation().pe();
    long offset = Address.offset(part.remote());
    if (!pending.readBefore() || event.kind() == Event.Kind.UPDATE_READ) {
      keep(pending, memory.symmetric(pe, part.remote()), ScalarType.U64, part.remote());
    }
    if (event.kind() == Event.Kind.SIGNAL_VISIBLE) {
      long now = part.operator().apply(kept(pending), part.value());
      int bytes = ScalarType.U64.bytes();
      MemoryObject object = memory.target(pending.operation(), part.remote(), bytes);
      object.store(ScalarType.U64, offset, now);
      Uninitialized unset = keptUnset(pending);
      if (unset != null && part.operator().adds()) {
        object.putUnset(ScalarType.U64, offset, unset.with(-1));
      }
      memory.reached(pending.operation(), part.remote(), bytes);
    }
  }

  private void store(long remote, ScalarType type, long value, Pending pending) {
    Operation operation = pending.operation();
    MemoryObject object = memory.target(operation, remote, type.bytes());
    JobMemory.store(object, type, remote, value, pending);
    memory.reached(operation, remote, type.bytes());
  }

  private interface Mover {
    void move(long address, int at, int bytes);
  }

  // Words next to each other move as one piece.
  private static void move(Event event, int wordBytes, long stride, long start, Mover mover) {
    if (event.from() == event.to()) {
      return;
    }
    if (stride == 1) {
      int at = event.from() * wordBytes;
      mover.move(start + at, at, (event.to() - event.from()) * wordBytes);
      return;
    }
    for (int word = event.from(); word < event.to(); word++) {
      mover.move(start + word * stride * wordBytes, word * wordBytes, wordBytes);
    }
  }

  // The old value of a word is the last thing that an operation carries.
  private static void keep(Pending pending, MemoryObject object, ScalarType type, long address) {
    Bytes data = pending.data();
    int at = data.length() - 8;
    long value = object.load(type, Address.offset(address));
    for (int i = 0; i < 8; i++) {
      data.data()[at + i] = (byte) (value >>> (8 * i));
    }
    data.unset(at, 8, object.unset(type, Address.offset(address)));
  }

  private static long kept(Pending pending) {
    byte[] data = pending.data().data();
    int at = data.length - 8;
    long value = 0;
    for (int i = 7; i >= 0; i--) {
      value = (value << 8) | (data[at + i] & 0xFF);
    }
    return value;
  }

  private static @Nullable Uninitialized keptUnset(Pending pending) {
    return pending.data().unset(pending.data().length() - 8, 8);
  }
}
