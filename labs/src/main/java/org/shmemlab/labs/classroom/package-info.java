/**
 * Many answers at once: whose they are, processes that grade them apart from each other and within
 * limits, and the tables and files that come of it.
 */
@NullMarked
package org.shmemlab.labs.classroom;

import org.jspecify.annotations.NullMarked;
