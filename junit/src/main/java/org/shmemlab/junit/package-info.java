/**
 * An extension of JUnit: litmus tests and programs that are checked over all orders, as tests among
 * others. Nothing here judges anything by rules of its own.
 */
@NullMarked
package org.shmemlab.junit;

import org.jspecify.annotations.NullMarked;
