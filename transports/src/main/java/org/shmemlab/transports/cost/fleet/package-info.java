/** The PEs of a job, their NICs and links, and the numbers that hold between two of them. */
@NullMarked
package org.shmemlab.transports.cost.fleet;

import org.jspecify.annotations.NullMarked;
