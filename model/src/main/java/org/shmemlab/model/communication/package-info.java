/**
 * Operations on the memory of other PEs: their operands, contexts and queue pairs, how they are
 * issued and come into effect, and the calls that wait for them or for a word: fence, quiet, wait
 * and test.
 *
 * <p>When an event may happen and a call may return, the {@link
 * org.shmemlab.model.operation.OrderingRules} say. Nothing here knows calls that several agents
 * make together: those are {@link org.shmemlab.model.collectives}.
 */
@NullMarked
package org.shmemlab.model.communication;

import org.jspecify.annotations.NullMarked;
