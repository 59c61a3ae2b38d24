/**
 * Programs and their judgements: the front-end that compiles sources, litmus tests, the run-time
 * system of C and CUDA, and the verdicts.
 *
 * <p>Every source ends as a program of {@code model}; nothing here runs one by rules of its own.
 */
@NullMarked
package org.shmemlab.scenarios;

import org.jspecify.annotations.NullMarked;
