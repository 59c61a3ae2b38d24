/**
 * The uncertainty of a machine's numbers, draws of machines from it, and the single changes of
 * numbers that show the sensitivity of a time.
 */
@NullMarked
package org.shmemlab.plan.sample;

import org.jspecify.annotations.NullMarked;
