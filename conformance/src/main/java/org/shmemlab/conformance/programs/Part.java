package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableList;
import java.util.stream.Stream;

/** Describes a piece of a function as one PE runs it. */
sealed interface Part {
  /** Statements that all agents of the function execute. */
  record Together(ImmutableList<Line> lines) implements Part {}

  /** Statements that one agent of the function executes, each agent its own; may be empty. */
  record Apart(ImmutableList<ImmutableList<Line>> agents) implements Part {}

  /** All statements. */
  default Stream<Line> all() {
    return switch (this) {
      case Together together -> together.lines().stream();
      case Apart apart -> apart.agents().stream().flatMap(ImmutableList::stream);
    };
  }
}
