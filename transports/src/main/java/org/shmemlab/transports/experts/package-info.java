/**
 * Expert parallelism: the experts of each token, drawn from a seed, and the traffic of dispatch and
 * combine that follows from it, with low latency and with high throughput.
 *
 * <p>Command lines and measurements have no place here.
 */
@NullMarked
package org.shmemlab.transports.experts;

import org.jspecify.annotations.NullMarked;
