package org.shmemlab.labs.lesson;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.jspecify.annotations.Nullable;

/**
 * Describes a criterion by which an answer is graded; points are given for all of it or not at all.
 *
 * @param name by which others and mistakes name it
 * @param says what is asked, in words for the student
 * @param points for an answer that does it
 * @param needs names of earlier criteria without which this one is not looked at
 * @param test how it is found out
 */
public record Criterion(
    String name, String says, int points, ImmutableList<String> needs, Test test) {

  /** How it is found out whether an answer does what is asked. */
  public sealed interface Test {}

  /**
   * How the program is started.
   *
   * @param pes number of PEs
   * @param define macros that are defined before its first line
   */
  public record Start(int pes, ImmutableMap<String, String> define) {}

  /**
   * It runs to its end and prints these lines, whatever the order of the lines, and nothing else.
   *
   * @param schedules how many orders are tried: the PEs taking turns, then so many less one drawn
   *     at random from the seeds 1, 2, ...
   */
  public record Runs(Start start, ImmutableList<String> prints, int schedules) implements Test {}

  /**
   * Nothing is wrong in any order, and each order prints these lines.
   *
   * @param prints the lines, whatever their order; null where it may print anything
   * @param transport whose orders are looked at; null for those that NVSHMEM allows
   * @param pesPerNode PEs that share a node, of a transport
   */
  public record Orders(
      Start start,
      @Nullable ImmutableList<String> prints,
      @Nullable String transport,
      int pesPerNode)
      implements Test {}

  /**
   * It needs no more simulated time than this on a platform.
   *
   * @param platform as {@code --platform} takes it
   * @param transport as {@code --transport} takes it; null for the platform's first
   * @param pesPerNode PEs that share a node
   * @param atMostUs from the start of the program to its end, microseconds
   */
  public record Fast(
      Start start, String platform, @Nullable String transport, int pesPerNode, double atMostUs)
      implements Test {}

  /**
   * Its code makes some calls and does without others; {@link CallWords#ALL} are what they are
   * named by.
   */
  public record Uses(Start start, ImmutableList<String> required, ImmutableList<String> forbidden)
      implements Test {}

  /**
   * It prints a prediction of its own simulated time on a platform, and that is right.
   *
   * @param platform as {@code --platform} takes it
   * @param transport as {@code --transport} takes it; null for the platform's first
   * @param pesPerNode PEs that share a node
   * @param prints the beginning of the line with the prediction, before the microseconds
   * @param withinPercent of the simulated time that the prediction may differ by
   */
  public record Predicts(
      Start start,
      String platform,
      @Nullable String transport,
      int pesPerNode,
      String prints,
      double withinPercent)
      implements Test {}

  /** How the program is started for it. */
  public Start start() {
    return switch (test) {
      case Runs runs -> runs.start;
      case Orders orders -> orders.start;
      case Fast fast -> fast.start;
      case Predicts predicts -> predicts.start;
      case Uses uses -> uses.start;
    };
  }
}
