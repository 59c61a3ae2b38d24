/**
 * Values in registers: the results of operators, conversions and functions of mathematics, as C,
 * CUDA and PTX define them.
 *
 * <p>All of them are functions of their arguments. Nothing here knows agents, memory or a job.
 */
@NullMarked
package org.shmemlab.model.arithmetic;

import org.jspecify.annotations.NullMarked;
