/**
 * The inclusion chain (memory model, section 8, points 1 and 2): the outcomes of hardware are
 * within those of its transport, these and interleavings within those of the specification, the
 * lenient reading's within the strict one's, and more order never adds an outcome. Everything is
 * computed for every test of the catalogue; the pages show it.
 */
@NullMarked
package org.shmemlab.conformance.inclusion;

import org.jspecify.annotations.NullMarked;
