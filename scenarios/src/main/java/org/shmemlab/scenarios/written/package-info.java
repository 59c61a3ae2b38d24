/**
 * Files that the command leaves behind: under its name a file is there as a whole or, where
 * something fails, as it was before. What stands in them is nothing to this package. And the files
 * that our own classes are in.
 */
@NullMarked
package org.shmemlab.scenarios.written;

import org.jspecify.annotations.NullMarked;
