package org.shmemlab.scenarios.replay;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.ConflictWords;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.judge.FirstState;
import org.shmemlab.transports.rules.Transport;

/**
 * Represents the rules by which a schedule is run: a profile's promises, or an implementation's
 * behaviour.
 */
public sealed interface Semantics {
  /** The profile's or the transport's name, as on the command line. */
  String name();

  /** A job before its first step. */
  Machine start(Program program, Job job);

  /** A user's own tables of order, in the place of shipped ones. */
  ImmutableList<OrderTable> rules();

  /** How conflicts are found; empty where every order has a meaning. */
  Optional<Conflicts> conflicts();

  /** The words for conflicts of a program. */
  default ConflictWords words(Program program) {
    return ConflictWords.NVSHMEM;
  }

  /** A profile of the specification. */
  record Promised(Profile profile) implements Semantics {
    @Override
    public String name() {
      return profile.name();
    }

    @Override
    public ImmutableList<OrderTable> rules() {
      return profile.rules().stream().collect(ImmutableList.toImmutableList());
    }

    @Override
    public Machine start(Program program, Job job) {
      return FirstState.of(program, job, profile);
    }

    @Override
    public Optional<Conflicts> conflicts() {
      return Optional.of(new Conflicts(new Specification(profile)));
    }

    @Override
    public ConflictWords words(Program program) {
      return ConflictWords.of(program, profile);
    }
  }

  /**
   * A transport.
   *
   * @param pesPerNode PEs that share a node
   */
  record Implemented(Transport transport, int pesPerNode) implements Semantics {
    @Override
    public String name() {
      return transport.key();
    }

    @Override
    public ImmutableList<OrderTable> rules() {
      return transport.rules().values().asList();
    }

    @Override
    public Machine start(Program program, Job job) {
      return FirstState.of(program, job, transport, pesPerNode);
    }

    @Override
    public Optional<Conflicts> conflicts() {
      return Optional.empty();
    }
  }
}
