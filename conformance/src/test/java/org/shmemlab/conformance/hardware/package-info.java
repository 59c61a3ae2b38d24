/** What real machines showed, held against what is allowed. */
@NullMarked
package org.shmemlab.conformance.hardware;

import org.jspecify.annotations.NullMarked;
