package org.shmemlab.transports.network;

import com.google.common.collect.ImmutableList;
import java.util.List;

/** The engines by name. */
public final class NetworkEngines {
  /** The engine that needs nothing but this program. */
  public static final String EMBEDDED = "embedded";

  private NetworkEngines() {}

  /** The names that {@link #open} knows, the default first. */
  public static ImmutableList<String> names() {
    return ImmutableList.of(EMBEDDED);
  }

  /**
   * Opens an engine at time zero.
   *
   * @param name one of {@link #names()}
   * @param links the links, which get the numbers 0, 1, 2 and so on
   * @throws IllegalArgumentException if there is no such engine; the message is one line that says
   *     what to do
   */
  public static NetworkEngine open(String name, List<Link> links) {
    return switch (name) {
      case EMBEDDED -> new MaxMinEngine(links);
      default ->
          throw new IllegalArgumentException(
              "unknown network engine '" + name + "': use " + String.join(" or ", names()));
    };
  }
}
