/**
 * What programs and litmus tests need to become code for agents: computing on constants as the
 * machine does, and taking out of a function what lowering construct by construct leaves behind. No
 * syntax and no types of a source language are known here.
 */
@NullMarked
package org.shmemlab.scenarios.code;

import org.jspecify.annotations.NullMarked;
