/**
 * Shared steps from programs and litmus tests to code of agents: computing on constants as the
 * machine does, and removing from a function the residue of lowering construct by construct. No
 * syntax and no types of a source language are known here.
 */
@NullMarked
package org.shmemlab.scenarios.code;

import org.jspecify.annotations.NullMarked;
