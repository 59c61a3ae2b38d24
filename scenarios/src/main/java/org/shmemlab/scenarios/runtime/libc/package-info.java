/** The calls of the C library, of POSIX threads and of the unwinder of C++. */
@NullMarked
package org.shmemlab.scenarios.runtime.libc;

import org.jspecify.annotations.NullMarked;
