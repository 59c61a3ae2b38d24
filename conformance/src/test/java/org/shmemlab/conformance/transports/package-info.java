/** Tests of what the transports can show, over litmus tests. */
@NullMarked
package org.shmemlab.conformance.transports;

import org.jspecify.annotations.NullMarked;
