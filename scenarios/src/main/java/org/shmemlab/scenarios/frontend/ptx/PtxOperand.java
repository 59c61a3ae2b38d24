package org.shmemlab.scenarios.frontend.ptx;

import org.shmemlab.scenarios.frontend.emit.Leaf;

/** A register of PTX: one of ours, and the type of its value. */
public record PtxOperand(int register, Leaf leaf) {}
