/**
 * Where programs come from: the front-end that compiles them, litmus tests, what their calls of C
 * and CUDA find behind them, and what judges them.
 *
 * <p>What is read ends as a program of {@code model}; nothing here runs one by rules of its own.
 */
@NullMarked
package org.shmemlab.scenarios;

import org.jspecify.annotations.NullMarked;
