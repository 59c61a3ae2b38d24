package org.shmemlab.plan.workload;

/**
 * Says how long a run takes, given the time of its script, which may be a part that repeats.
 *
 * @param picoseconds of the run
 * @param scripted the part of that in which the script runs
 * @param computing the share of the run in which the busiest GPU computes; 0 where the script knows
 */
public record WholeRun(long picoseconds, long scripted, double computing) {}
