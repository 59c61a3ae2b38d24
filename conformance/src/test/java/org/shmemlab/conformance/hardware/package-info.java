/** Comparisons of the outcomes of real machines with the allowed ones. */
@NullMarked
package org.shmemlab.conformance.hardware;

import org.jspecify.annotations.NullMarked;
