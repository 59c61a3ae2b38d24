/**
 * The state-space search: each state once, breadth first, with sleep sets, its livelocks, and
 * shortest witnesses for findings of other engines.
 */
@NullMarked
package org.shmemlab.model.explore.states;

import org.jspecify.annotations.NullMarked;
