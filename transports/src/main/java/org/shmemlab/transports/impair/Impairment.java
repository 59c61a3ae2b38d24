package org.shmemlab.transports.impair;

import org.jspecify.annotations.Nullable;

/** Describes one part that does less than its platform says. */
public sealed interface Impairment {
  /** How a command line says it: "slow gpu:17*1.3". */
  String text();

  /** Whether it changes nothing: 1 times as slow, a load of 0. */
  boolean isNothing();

  /** Its subject: there is at most one impairment of a kind for each. */
  String subject();

  /**
   * NICs.
   *
   * @param number in the node, from 0; null for all NICs of the node
   * @param node from 0; null for every node
   */
  record Cards(@Nullable Integer number, @Nullable Integer node) {
    /** As command lines write it: "nic", "nic:3", "nic:3@node:2". */
    public String text() {
      return "nic" + (number == null ? "" : ":" + number) + (node == null ? "" : "@node:" + node);
    }
  }

  /** NICs that do not work. */
  record Failed(Cards cards) implements Impairment {
    @Override
    public String text() {
      return "fail " + cards.text();
    }

    @Override
    public boolean isNothing() {
      return false;
    }

    @Override
    public String subject() {
      return text();
    }
  }

  /** Something that takes longer. */
  sealed interface Slow extends Impairment {
    /** How many times as long as usual, at least 1. */
    double times();

    @Override
    default String text() {
      return subject() + "*" + Reading.text(times());
    }

    @Override
    default boolean isNothing() {
      return times() == 1;
    }
  }

  /** Something of whose bandwidth others use a share. */
  sealed interface Loaded extends Impairment {
    /** The share, from 0 to below 1. */
    double share();

    @Override
    default String text() {
      return subject() + "=" + Reading.text(share());
    }

    @Override
    default boolean isNothing() {
      return share() == 0;
    }
  }

  /**
   * A GPU that computes, issues calls, copies by loads and stores, and polls more slowly.
   *
   * @param gpu counted over all nodes, from 0
   * @param times how many times as long all of that takes, at least 1
   */
  record SlowGpu(int gpu, double times) implements Slow {
    @Override
    public String subject() {
      return "slow gpu:" + gpu;
    }
  }

  /**
   * NICs that take so many times as long for a byte and for a message.
   *
   * @param times at least 1
   */
  record SlowCards(Cards cards, double times) implements Slow {
    @Override
    public String subject() {
      return "slow " + cards.text();
    }
  }

  /**
   * A link that takes so many times as long for a byte.
   *
   * @param link its name in the topology: "leaf 0 up"
   * @param times at least 1
   */
  record SlowLink(String link, double times) implements Slow {
    @Override
    public String subject() {
      return "slow link:" + link;
    }
  }

  /**
   * NICs of whose bandwidth others use a share.
   *
   * @param share from 0 to below 1
   */
  record LoadedCards(Cards cards, double share) implements Loaded {
    @Override
    public String subject() {
      return "load " + cards.text();
    }
  }

  /**
   * Others use a share of the bandwidth of all links between switches.
   *
   * @param share from 0 to below 1
   */
  record LoadedNetwork(double share) implements Loaded {
    @Override
    public String subject() {
      return "load network";
    }
  }
}
