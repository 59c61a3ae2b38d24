/**
 * Files of this machine that programs open, for {@link
 * org.shmemlab.scenarios.runtime.files.ProgramFiles}: regular files below one folder. No other
 * package opens files for programs.
 */
@NullMarked
package org.shmemlab.scenarios.files;

import org.jspecify.annotations.NullMarked;
