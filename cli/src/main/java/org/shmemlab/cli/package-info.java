/**
 * The {@code shmemlab} command: arguments in, exit code out.
 *
 * <p>The module is thin on purpose: code that is worth testing without a command line lives in
 * another one.
 */
@NullMarked
package org.shmemlab.cli;

import org.jspecify.annotations.NullMarked;
