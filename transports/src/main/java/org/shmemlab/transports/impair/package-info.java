/**
 * Parts of a machine that do less than its platform says: GPUs and NICs that are slow, links whose
 * bandwidth others use, NICs that fail in one node.
 *
 * <p>They are data, with their form on command lines. The effect on times is decided in {@code
 * cost}.
 */
@NullMarked
package org.shmemlab.transports.impair;

import org.jspecify.annotations.NullMarked;
