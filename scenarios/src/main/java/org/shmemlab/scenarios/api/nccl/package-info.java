/** Host calls of NCCL, as instructions. */
@NullMarked
package org.shmemlab.scenarios.api.nccl;

import org.jspecify.annotations.NullMarked;
