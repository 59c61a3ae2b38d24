/** The numbers of a platform on which the cost of an operation depends. */
@NullMarked
package org.shmemlab.transports.cost.parameters;

import org.jspecify.annotations.NullMarked;
