package org.shmemlab.conformance.inclusion;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import java.util.stream.Stream;
import org.shmemlab.model.operation.LoadSource;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.transports.rules.Hardware;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/** Names a source of answers to every test. */
public sealed interface Column {
  /** The name in the head of a table. */
  String key();

  /** Its description, in some words. */
  String title();

  /** Interleavings of agents whose operations are complete at once. */
  record Sequential() implements Column {
    @Override
    public String key() {
      return "SC";
    }

    @Override
    public String title() {
      return "sequentially consistent: every operation is complete before its agent goes on";
    }
  }

  /** The specification as one profile reads it. */
  record Specified(Profile profile) implements Column {
    @Override
    public String key() {
      return profile.name();
    }

    @Override
    public String title() {
      return "specification: " + profile.document();
    }
  }

  /** A transport with its default settings. */
  record Carried(Transport transport) implements Column {
    /** One node where PEs of one can map each other's memory; else a node for each. */
    int pesPerNode(LitmusProgram program) {
      return transport.peer().isPresent() ? program.test().pes() : 1;
    }

    @Override
    public String key() {
      return transport.key() + transport.linkFlags().stream().map(" "::concat).collect(joining());
    }

    @Override
    public String title() {
      String loads =
          transport.link().loads() == LoadSource.WARM ? ", with caches that hold all memory" : "";
      return "transport: " + transport.title() + loads;
    }
  }

  /** Real GPUs. */
  record Observed() implements Column {
    @Override
    public String key() {
      return "observed";
    }

    @Override
    public String title() {
      return "seen on real GPUs whose PEs map each other's memory over NVLink";
    }
  }

  /** Interleavings. */
  Sequential SEQUENTIAL = new Sequential();

  /** The strict reading, which a portable program relies on. */
  Specified STRICT = new Specified(Profile.NVSHMEM);

  /** The lenient reading. */
  Specified LENIENT = new Specified(Profile.ORDERING_PAGE);

  /**
   * The transport of the real GPUs, whose caches some runs fill: as {@code native compare} has it.
   */
  Carried OF_GPUS =
      new Carried(
          Transport.of("nvlink", Settings.DEFAULT).over(Hardware.ORDERLY.with(LoadSource.WARM)));

  /** Real GPUs. */
  Observed OBSERVED = new Observed();

  /** The specification's columns. */
  static ImmutableList<Specified> specified() {
    return Profile.all().map(Specified::new).collect(ImmutableList.toImmutableList());
  }

  /** The transports' columns. */
  static ImmutableList<Carried> carried() {
    return Stream.concat(Transport.all().stream().map(Carried::new), Stream.of(OF_GPUS))
        .collect(ImmutableList.toImmutableList());
  }

  /** Every column, from left to right. */
  static ImmutableList<Column> all() {
    return ImmutableList.<Column>builder()
        .add(SEQUENTIAL)
        .addAll(specified())
        .addAll(carried())
        .add(OBSERVED)
        .build();
  }
}
