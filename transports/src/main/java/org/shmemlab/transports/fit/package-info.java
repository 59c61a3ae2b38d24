/**
 * Published measurements, laws with parameters, and fits of the one to the other: the basis of a
 * platform's numbers, and the error of a law for measurements that it was not fitted to.
 *
 * <p>One fit never mixes systems, and each parameter names the rows it comes from. Nothing here
 * runs a program.
 */
@NullMarked
package org.shmemlab.transports.fit;

import org.jspecify.annotations.NullMarked;
