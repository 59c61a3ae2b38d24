package org.shmemlab.model.explore.clock;

import static org.shmemlab.model.memory.StructuralHash.mix;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.clock.AccessHistory.Past;
import org.shmemlab.model.program.AtomicScope;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.ThreadBlock;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.AgentNames;

/**
 * Names the actors and accesses of an execution by numbers that do not depend on the schedule.
 *
 * @param names of agents and blocks
 */
record ActorNames(AgentNames names) {
  // An operation's index among those of its issuer counts the rounds of a loop, and is left out.
  long of(Actor actor) {
    long name = mix(actor.pe(), actor.kind().ordinal(), actor.grid());
    return mix(name, block(actor.threadBlock()), actor.thread(), actor.operation() < 0 ? 0 : 1);
  }

  long of(OperationClocks.Retired place) {
    return mix(place.pe(), mix(place.context(), place.target()));
  }

  long of(Past past) {
    Access access = past.access();
    Access.Place place = access.place();
    long object = mix(place.space().ordinal(), place.pe(), group(place), place.index());
    long bytes = mix(access.from(), access.to(), access.use().ordinal());
    long kind = mix(ordinal(access.type()), ordinal(access.operator()), ordinal(access.merging()));
    long exempt = mix(kind, of(access.scope()), access.call());
    return mix(of(past.by().move().actor()), object, bytes, exempt);
  }

  /** A write of a word, by its place in coherence order. */
  long of(Messages.Word word, int place) {
    Access.Place object = word.place();
    long name = mix(object.space().ordinal(), object.pe(), group(object), object.index());
    return mix(name, word.from(), word.to(), place);
  }

  long of(ThreadBlock block) {
    return mix(block.pe(), block.grid(), block(block));
  }

  private long block(ThreadBlock block) {
    return block.block() < 0 ? block.block() : names.block(block.pe(), block.grid(), block.block());
  }

  // Shared memory is of a block, local memory of an agent.
  private long group(Access.Place place) {
    int group = place.group();
    if (place.space() == Space.SHARED) {
      return mix(group >>> 16, names.block(place.pe(), group >>> 16, group & 0xffff));
    }
    return place.space() == Space.LOCAL ? names.agent(group) : group;
  }

  private long of(@Nullable AtomicScope scope) {
    return scope == null
        ? -1
        : mix(scope.reach().ordinal(), scope.from().pe(), scope.from().grid(), block(scope.from()));
  }

  private static long ordinal(@Nullable Enum<?> constant) {
    return constant == null ? -1 : constant.ordinal();
  }
}
