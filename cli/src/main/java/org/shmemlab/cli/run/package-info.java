/**
 * The command {@code run}: its options, one run, many runs, and the end of a run that was stopped.
 */
@NullMarked
package org.shmemlab.cli.run;

import org.jspecify.annotations.NullMarked;
