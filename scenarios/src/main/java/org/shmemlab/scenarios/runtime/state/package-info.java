/** The state of the run-time system for each PE, of which every family of calls has a part. */
@NullMarked
package org.shmemlab.scenarios.runtime.state;

import org.jspecify.annotations.NullMarked;
