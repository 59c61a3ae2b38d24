/** What each transport is expected to show of small programs, from reading NVSHMEM's sources. */
@NullMarked
package org.shmemlab.conformance.transports;

import org.jspecify.annotations.NullMarked;
