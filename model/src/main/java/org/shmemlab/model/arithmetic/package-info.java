/**
 * Values in registers: what operators, conversions and functions of mathematics make of them, as C,
 * CUDA and PTX say.
 *
 * <p>Functions of their arguments. Nothing here knows agents, memory or a job.
 */
@NullMarked
package org.shmemlab.model.arithmetic;

import org.jspecify.annotations.NullMarked;
