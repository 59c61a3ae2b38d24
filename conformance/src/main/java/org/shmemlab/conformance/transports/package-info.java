/** Expected outcomes of small programs over each transport, from reading NVSHMEM's sources. */
@NullMarked
package org.shmemlab.conformance.transports;

import org.jspecify.annotations.NullMarked;
