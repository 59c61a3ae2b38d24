/**
 * Programs on the command line: files and folders, how they are compiled, their arguments, and
 * tables of order.
 */
@NullMarked
package org.shmemlab.cli.source;

import org.jspecify.annotations.NullMarked;
