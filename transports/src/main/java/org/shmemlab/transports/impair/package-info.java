/**
 * What of a machine does less than its platform says: GPUs and cards that are slow, links whose
 * bandwidth others use, cards that fail in one node.
 *
 * <p>Data only, and how command lines write it. What that does to times is decided in {@code cost}.
 */
@NullMarked
package org.shmemlab.transports.impair;

import org.jspecify.annotations.NullMarked;
