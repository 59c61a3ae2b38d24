/**
 * The vocabulary of one-sided communication: operations, the events they consist of, the operations
 * in flight, and the rules that order events.
 *
 * <p>{@link org.shmemlab.model.operation.OrderingRules} is the only place with ordering. Nothing
 * here executes: the machine asks the rules, then makes an event happen.
 */
@NullMarked
package org.shmemlab.model.operation;

import org.jspecify.annotations.NullMarked;
