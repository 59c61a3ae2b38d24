/**
 * Work on many machines: an array job of Slurm, each of whose tasks computes a share into a file of
 * its own in a shared folder. Slurm decides where and when; the division of the work, and that
 * nothing is lost or counted twice, is decided here: for the simulations of a plan, and for all
 * work that is divided into {@link org.shmemlab.plan.cluster.Units}, such as schedules of a check.
 */
@NullMarked
package org.shmemlab.plan.cluster;

import org.jspecify.annotations.NullMarked;
