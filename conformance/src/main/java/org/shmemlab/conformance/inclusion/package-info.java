/**
 * The inclusion chain (memory model, section 8, points 1 and 2): what hardware showed is within its
 * transport, a transport is within the specification, interleavings are within the specification,
 * the lenient reading is within the strict one, and more order never adds an outcome. Everything is
 * computed for every test of the catalogue; the pages show it.
 */
@NullMarked
package org.shmemlab.conformance.inclusion;

import org.jspecify.annotations.NullMarked;
