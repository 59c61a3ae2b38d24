/**
 * What is known of a program's functions before they run: instructions by number, which registers
 * are still read, which loops only compute, what may come ahead of an instruction.
 *
 * <p>Made once for a program and never changed. Nothing here knows an agent or a value.
 */
@NullMarked
package org.shmemlab.model.code;

import org.jspecify.annotations.NullMarked;
