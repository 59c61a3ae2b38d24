/** The calls of the CUDA runtime that reach no other PE. */
@NullMarked
package org.shmemlab.scenarios.runtime.cuda;

import org.jspecify.annotations.NullMarked;
