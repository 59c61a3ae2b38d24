/**
 * Time: how long the operations of a program take on a platform, and which orders a transport can
 * produce.
 *
 * <p>Ordering is stated as {@code model} states it; nothing here decides what a program means, and
 * nothing here reads a program from a file.
 */
@NullMarked
package org.shmemlab.transports;

import org.jspecify.annotations.NullMarked;
