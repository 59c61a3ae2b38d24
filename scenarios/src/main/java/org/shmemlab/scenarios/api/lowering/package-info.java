/** The interface between a call in a program and the instructions that it becomes. */
@NullMarked
package org.shmemlab.scenarios.api.lowering;

import org.jspecify.annotations.NullMarked;
