/**
 * The {@code shmemlab} command: arguments in, exit code out.
 *
 * <p>Thin on purpose; whatever is worth testing without a command line lives in another module.
 */
@NullMarked
package org.shmemlab.cli;

import org.jspecify.annotations.NullMarked;
