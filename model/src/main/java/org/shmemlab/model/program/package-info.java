/**
 * A program as plain data: functions, their instructions, their variables.
 *
 * <p>Front-ends build a {@link org.shmemlab.model.program.Program} with {@link
 * org.shmemlab.model.program.CodeBuilder}; the machine, and everything after it, only reads it.
 * Nothing here runs, and nothing here depends on the syntax of its source.
 */
@NullMarked
package org.shmemlab.model.program;

import org.jspecify.annotations.NullMarked;
