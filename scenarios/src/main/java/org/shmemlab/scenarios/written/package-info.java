/**
 * Files that the command writes: under its name a file is there as a whole or, where something
 * fails, as it was before. Their contents have no meaning to this package. The files of our own
 * classes are found here, too.
 */
@NullMarked
package org.shmemlab.scenarios.written;

import org.jspecify.annotations.NullMarked;
