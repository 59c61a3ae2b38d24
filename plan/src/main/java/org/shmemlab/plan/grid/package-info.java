/**
 * Points of a grid: a workload with its parameters on so many PEs of a machine over a transport,
 * with numbers of the machine changed or drawn; and simulating one of them. Points are independent
 * of each other, so that they can be computed anywhere and in any order.
 */
@NullMarked
package org.shmemlab.plan.grid;

import org.jspecify.annotations.NullMarked;
