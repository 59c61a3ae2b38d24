/**
 * How sure the numbers of a machine are, and drawing machines from that; which single changes of
 * numbers show what a time depends on.
 */
@NullMarked
package org.shmemlab.plan.sample;

import org.jspecify.annotations.NullMarked;
