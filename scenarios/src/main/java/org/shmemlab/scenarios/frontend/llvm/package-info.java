/**
 * LLVM's C interface, as far as reading a module needs it: one method for each of its functions,
 * and the meaning of the numbers that it returns.
 *
 * <p>The meaning of a program is not in this package but in {@code scenarios.frontend.ir}.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.llvm;

import org.jspecify.annotations.NullMarked;
