package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;

/** Describes a workload for commands that show it before they run it. */
abstract class Described implements Workload {
  private final String name;
  private final String summary;
  private final String results;
  private final ImmutableList<WorkloadParameter> parameters;

  /**
   * Says what it is.
   *
   * @param results what one run of all PEs brings: "tokens"
   */
  Described(
      String name, String summary, String results, ImmutableList<WorkloadParameter> parameters) {
    this.name = name;
    this.summary = summary;
    this.results = results;
    this.parameters = parameters;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String summary() {
    return summary;
  }

  @Override
  public final String results() {
    return results;
  }

  @Override
  public final ImmutableList<WorkloadParameter> parameters() {
    return parameters;
  }
}
