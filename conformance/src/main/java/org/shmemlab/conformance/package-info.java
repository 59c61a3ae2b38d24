/**
 * Evidence that the rules are the documents' rules, that transports stay within them, and that the
 * code keeps its own shape.
 *
 * <p>The module imports every other one; no module imports it.
 */
@NullMarked
package org.shmemlab.conformance;

import org.jspecify.annotations.NullMarked;
