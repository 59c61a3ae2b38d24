/**
 * Serves the page to work in, for one person or for a classroom. The server knows no path of this
 * machine, keeps no user's program, and has everything that a program does done by {@code workers}.
 */
@NullMarked
package org.shmemlab.labs.web;

import org.jspecify.annotations.NullMarked;
