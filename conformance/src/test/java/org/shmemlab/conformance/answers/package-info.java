/** Comparisons of the engines' answers to known programs, word for word. */
@NullMarked
package org.shmemlab.conformance.answers;

import org.jspecify.annotations.NullMarked;
