/**
 * Simulations on many machines: an array job of Slurm, each of whose tasks computes a share into a
 * file of its own in a shared folder. Slurm decides where and when; what is computed, and that
 * nothing is lost or computed twice, is decided here.
 */
@NullMarked
package org.shmemlab.plan.cluster;

import org.jspecify.annotations.NullMarked;
