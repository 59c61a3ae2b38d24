/**
 * Operations on the memory of other PEs: their operands, contexts and queue pairs, how they are
 * issued and come into effect, and the calls that wait for them or for a word: fence, quiet, wait
 * and test.
 *
 * <p>The {@link org.shmemlab.model.operation.OrderingRules} decide which events are enabled and
 * which calls may return. Nothing here knows calls that several agents make together: those are
 * {@link org.shmemlab.model.collectives}.
 */
@NullMarked
package org.shmemlab.model.communication;

import org.jspecify.annotations.NullMarked;
