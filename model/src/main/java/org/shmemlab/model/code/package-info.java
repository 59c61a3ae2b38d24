/**
 * Facts about a program's functions before they run: instructions by number, live registers, loops
 * that only compute, and the instructions that may be reached before another one.
 *
 * <p>They are made once for a program and never changed. Nothing here knows an agent or a value.
 */
@NullMarked
package org.shmemlab.model.code;

import org.jspecify.annotations.NullMarked;
