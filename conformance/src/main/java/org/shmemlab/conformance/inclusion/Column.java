package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.transports.rules.Transport;

/** Who says something of every test. */
public sealed interface Column {
  /** The name in the head of a table. */
  String key();

  /** What it is, in some words. */
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
    @Override
    public String key() {
      return transport.key();
    }

    @Override
    public String title() {
      return "transport: " + transport.title();
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

  /** Real GPUs. */
  Observed OBSERVED = new Observed();

  /** The specification's columns. */
  static ImmutableList<Specified> specified() {
    return Profile.all().map(Specified::new).collect(ImmutableList.toImmutableList());
  }

  /** The transports' columns. */
  static ImmutableList<Carried> carried() {
    return Transport.all().stream().map(Carried::new).collect(ImmutableList.toImmutableList());
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
