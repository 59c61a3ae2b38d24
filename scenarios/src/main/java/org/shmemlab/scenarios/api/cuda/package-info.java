/** Calls of the CUDA run-time system, its driver and its device library, as instructions. */
@NullMarked
package org.shmemlab.scenarios.api.cuda;

import org.jspecify.annotations.NullMarked;
