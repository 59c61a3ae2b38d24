/**
 * LLVM's C interface, as far as reading a module needs it: one method for each of its functions,
 * and what the numbers mean that it gives.
 *
 * <p>Nothing here knows what a program means; {@code scenarios.frontend.ir} does.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.llvm;

import org.jspecify.annotations.NullMarked;
