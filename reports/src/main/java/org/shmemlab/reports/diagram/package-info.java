/**
 * Space-time diagrams as SVG and as text, both drawn of the same data.
 *
 * <p>The package draws alone: the execution is in {@link
 * org.shmemlab.scenarios.spacetime.SpaceTime}.
 */
@NullMarked
package org.shmemlab.reports.diagram;

import org.jspecify.annotations.NullMarked;
