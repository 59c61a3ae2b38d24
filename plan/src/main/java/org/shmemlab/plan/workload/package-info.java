/**
 * Workloads: the demands of a user's job on a machine, with its parameters, as scripts of traffic;
 * and the published measurements that a prediction of one can be held against.
 *
 * <p>Nothing here knows grids of points, samples or recommendations.
 */
@NullMarked
package org.shmemlab.plan.workload;

import org.jspecify.annotations.NullMarked;
