/**
 * The {@code shmemlab} command: arguments in, exit code out.
 *
 * <p>The module is thin on purpose: code that is worth testing without a command line lives in
 * another one. Here are the list of all commands and those about it, such as completion; each other
 * command is in a package below.
 */
@NullMarked
package org.shmemlab.cli;

import org.jspecify.annotations.NullMarked;
