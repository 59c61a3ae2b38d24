/**
 * The server of the page to work in, for one person or for a classroom. It reveals no path of this
 * machine, keeps no user's program, and leaves the execution of programs to {@code workers}.
 */
@NullMarked
package org.shmemlab.labs.web;

import org.jspecify.annotations.NullMarked;
