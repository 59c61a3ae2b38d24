package org.shmemlab.transports.network;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;

/** Finds the engines by name. */
public final class NetworkEngines {
  /** The engine that needs nothing but this program. */
  public static final String EMBEDDED = "embedded";

  /** SimGrid, for comparison. */
  public static final String SIMGRID = "simgrid";

  private NetworkEngines() {}

  /** The names that {@link #open} knows, the default first. */
  public static ImmutableList<String> names() {
    return ImmutableList.of(EMBEDDED, SIMGRID);
  }

  /**
   * Why an engine cannot be opened on this machine, in one line that says what to do; empty if it
   * can. An option is best checked with it before a long run.
   */
  public static Optional<String> missing(String name) {
    if (!names().contains(name)) {
      return Optional.of(
          "unknown network engine '" + name + "': use " + String.join(" or ", names()));
    }
    return name.equals(SIMGRID) ? Optional.ofNullable(SimGridEngine.missing()) : Optional.empty();
  }

  /**
   * Opens an engine at time zero.
   *
   * @param name one of {@link #names()}
   * @param links the links, which get the numbers 0, 1, 2 and so on
   * @throws IllegalArgumentException if there is no such engine, or not on this machine; the
   *     message is one line that says what to do
   */
  public static NetworkEngine open(String name, List<Link> links) {
    missing(name)
        .ifPresent(why -> {
          throw new IllegalArgumentException(why);
        });
    return name.equals(SIMGRID) ? new SimGridEngine(links) : new MaxMinEngine(links);
  }
}
