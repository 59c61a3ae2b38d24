/**
 * Source text and its errors: files, their grouping into programs, diagnostics.
 *
 * <p>No language has a place here. Every message of a front-end to its user goes through {@link
 * org.shmemlab.scenarios.source.Diagnostics}; an exception is never the answer to bad input.
 */
@NullMarked
package org.shmemlab.scenarios.source;

import org.jspecify.annotations.NullMarked;
