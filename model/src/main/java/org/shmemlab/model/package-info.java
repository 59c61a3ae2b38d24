/**
 * Programs and their executions: programs as plain data, the machine that runs them, and the
 * ordering rules that decide which steps are enabled.
 *
 * <p>There is no time, no file, no thread and no C: everything here is a function of its arguments,
 * so that a machine can be copied and every order explored.
 */
@NullMarked
package org.shmemlab.model;

import org.jspecify.annotations.NullMarked;
