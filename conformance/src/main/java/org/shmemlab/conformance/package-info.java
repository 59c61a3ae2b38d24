/**
 * Evidence that the rules are the documents' rules, that transports stay within them, and that the
 * code keeps its own shape.
 *
 * <p>Imports every other module; no module imports this one.
 */
@NullMarked
package org.shmemlab.conformance;

import org.jspecify.annotations.NullMarked;
