/**
 * Expert parallelism: which experts each token goes to, drawn from a seed, and the traffic of
 * dispatch and combine that follows from it, with low latency and with high throughput.
 *
 * <p>Nothing here knows what is asked of it on a command line, or what was measured.
 */
@NullMarked
package org.shmemlab.transports.experts;

import org.jspecify.annotations.NullMarked;
