/**
 * Benchmarks, each next to what it is compared with.
 *
 * <p>Imports every other module; no module imports this one.
 */
@NullMarked
package org.shmemlab.jmh;

import org.jspecify.annotations.NullMarked;
