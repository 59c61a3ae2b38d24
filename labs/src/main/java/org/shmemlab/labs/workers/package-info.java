/**
 * Processes that grade, run, check and time programs of unknown people: apart from this one and
 * from each other, kept warm, each with its memory and its time.
 */
@NullMarked
package org.shmemlab.labs.workers;

import org.jspecify.annotations.NullMarked;
