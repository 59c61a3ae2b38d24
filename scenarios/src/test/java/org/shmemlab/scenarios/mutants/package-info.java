/** Damaged sources: whatever is wrong with a file, only diagnostics come out. */
@NullMarked
package org.shmemlab.scenarios.mutants;

import org.jspecify.annotations.NullMarked;
