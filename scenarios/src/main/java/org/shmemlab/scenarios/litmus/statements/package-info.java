/**
 * The statements of litmus tests: the part of C that they are written in, and its way to
 * instructions.
 *
 * <p>{@link org.shmemlab.scenarios.litmus.statements.StatementParser} reads {@link
 * org.shmemlab.scenarios.litmus.statements.Statement}s, which {@link
 * org.shmemlab.scenarios.litmus.statements.FunctionCompiler} turns into the code of one agent.
 * There are numbers, pointers and arrays, the operators of C, {@code if} and loops, and the calls
 * of NVSHMEM and CUDA, with their meaning in {@code scenarios.api}. There are no structures and no
 * functions of one's own. Constants and types that are not built in are read from the headers that
 * programs include. Every error is a {@link
 * org.shmemlab.scenarios.litmus.statements.StatementError}.
 */
@NullMarked
package org.shmemlab.scenarios.litmus.statements;

import org.jspecify.annotations.NullMarked;
