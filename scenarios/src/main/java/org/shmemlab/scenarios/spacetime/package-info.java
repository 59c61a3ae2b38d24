/**
 * One execution as a space-time diagram shows it: the steps of agents, the operations in flight,
 * the values in memory. It comes from running a schedule on the machine; text, SVG and JSON draw
 * it.
 *
 * <p>Nothing here judges or draws.
 */
@NullMarked
package org.shmemlab.scenarios.spacetime;

import org.jspecify.annotations.NullMarked;
