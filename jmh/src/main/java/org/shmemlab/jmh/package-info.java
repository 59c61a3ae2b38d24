/**
 * Benchmarks, each next to the code that it is compared with.
 *
 * <p>The module imports every other one; no module imports it.
 */
@NullMarked
package org.shmemlab.jmh;

import org.jspecify.annotations.NullMarked;
