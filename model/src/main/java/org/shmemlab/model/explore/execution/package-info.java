/**
 * One execution: a machine taken along steps that a policy picks, with the findings on its way, by
 * open windows or by clocks.
 *
 * <p>Which executions are run, and how many, is decided elsewhere.
 */
@NullMarked
package org.shmemlab.model.explore.execution;

import org.jspecify.annotations.NullMarked;
