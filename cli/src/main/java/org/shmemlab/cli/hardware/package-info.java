/**
 * The commands of {@code native}: programs for real machines, their runs, and what the results
 * show.
 */
@NullMarked
package org.shmemlab.cli.hardware;

import org.jspecify.annotations.NullMarked;
