package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.StaleLoad;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;
import org.shmemlab.model.step.Step;

/**
 * Lists the steps in which a cache may answer plain loads: of an agent that loads, and of a thread
 * that copies the source of its put. Where a step loads from several sectors, all that have another
 * answer give it.
 */
final class CachedLoads {
  private final JobState jobState;
  private final ExecutionLayers layers;
  private final Accesses accesses;

  CachedLoads(Machine machine, Accesses accesses) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
    this.accesses = accesses;
  }

  /** Bytes of a symmetric object that are loaded. */
  private record Piece(int object, long offset, int bytes) {}

  /** How many other answers than memory's the next step of an agent may get. */
  int answers(Agent agent) {
    return most(agent, pieces(agent));
  }

  /** How many other answers than memory's an event of an operation may get. */
  int answers(Event event) {
    Operation operation = jobState.inFlight().get(event.operation()).operation();
    Agent issuer = event.kind() == Kind.SOURCE_READ ? layers.plainLoads.loader(operation) : null;
    return issuer == null ? 0 : most(issuer, pieces(operation, event));
  }

  private int most(Agent agent, List<Piece> pieces) {
    int most = 0;
    for (Piece piece : pieces) {
      most =
          Math.max(
              most,
              layers.plainLoads.answers(agent, piece.object(), piece.offset(), piece.bytes()));
    }
    return most;
  }

  /** The finding of such a step; empty if its load may precede the write. */
  Optional<StaleLoad> stale(Step.OfCache step) {
    return switch (step.step()) {
      case Step.OfAgent of -> {
        Agent agent = jobState.agent(of.agent());
        yield agent == null ? Optional.empty() : stale(agent, pieces(agent), step.answer());
      }
      case Step.OfNetwork of -> {
        Operation operation = jobState.inFlight().get(of.event().operation()).operation();
        Agent issuer = layers.plainLoads.loader(operation);
        yield issuer == null
            ? Optional.empty()
            : stale(issuer, pieces(operation, of.event()), step.answer())
                .map(stale -> stale.at(operation.origin().line()));
      }
      default -> Optional.empty();
    };
  }

  private Optional<StaleLoad> stale(Agent agent, List<Piece> pieces, int answer) {
    for (Piece piece : pieces) {
      @Nullable StaleLoad stale =
          layers.plainLoads.staleLoad(agent, piece.object(), piece.offset(), piece.bytes(), answer);
      if (stale != null) {
        return Optional.of(stale);
      }
    }
    return Optional.empty();
  }

  private List<Piece> pieces(Agent agent) {
    if (jobState.peState(agent.pe).caches.isEmpty() || !loads(agent)) {
      return List.of();
    }
    List<Piece> pieces = new ArrayList<>(1);
    for (Access access : accesses.next(agent)) {
      Access.Place place = access.place();
      if (access.use() == Use.LOAD && place.space() == Space.SYMMETRIC && place.pe() == agent.pe) {
        pieces.add(new Piece(place.index(), access.from(), (int) (access.to() - access.from())));
      }
    }
    return pieces;
  }

  private boolean loads(Agent agent) {
    return switch (jobState.code(agent.function).body[agent.pc]) {
      case Instruction.Load load -> !load.isVolatile();
      case Instruction.Copy _, Instruction.Invoke _ -> true;
      default -> false;
    };
  }

  private static List<Piece> pieces(Operation operation, Event event) {
    List<Piece> pieces = new ArrayList<>(1);
    if (operation instanceof Operation.Put put && Address.space(put.local()) == Space.SYMMETRIC) {
      for (int word = event.from(); word < event.to(); word++) {
        long address = put.local() + word * put.localStride() * put.wordBytes();
        pieces.add(new Piece(Address.index(address), Address.offset(address), put.wordBytes()));
      }
    }
    return pieces;
  }
}
