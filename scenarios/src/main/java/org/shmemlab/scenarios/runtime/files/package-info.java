/** The files that a program finds: those of the machine, or none in a search. */
@NullMarked
package org.shmemlab.scenarios.runtime.files;

import org.jspecify.annotations.NullMarked;
