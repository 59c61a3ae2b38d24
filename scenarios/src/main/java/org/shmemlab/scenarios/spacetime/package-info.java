/**
 * One execution as a space-time diagram shows it: who did what when, what was on its way, what
 * memory held. It comes from running a schedule on the machine; text, SVG and JSON draw it.
 *
 * <p>Nothing here judges or draws.
 */
@NullMarked
package org.shmemlab.scenarios.spacetime;

import org.jspecify.annotations.NullMarked;
