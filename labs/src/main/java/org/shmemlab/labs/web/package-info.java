/**
 * The page to work in: a server for one person or for a classroom. It knows no path of this
 * machine, keeps nobody's program, and has everything that a program does done by {@code workers}.
 */
@NullMarked
package org.shmemlab.labs.web;

import org.jspecify.annotations.NullMarked;
