/**
 * Time and transports: the duration of a program's operations on a platform, and the orders that a
 * transport can produce.
 *
 * <p>Ordering is stated as {@code model} states it; nothing here decides what a program means, and
 * nothing here reads a program from a file.
 */
@NullMarked
package org.shmemlab.transports;

import org.jspecify.annotations.NullMarked;
