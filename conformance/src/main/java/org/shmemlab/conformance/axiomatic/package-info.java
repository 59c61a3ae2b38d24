/**
 * The memory model a second time, as axioms: relations between events define the executions (memory
 * model, sections 3 to 6), not a machine that takes steps.
 *
 * <p>{@link org.shmemlab.conformance.axiomatic.AxiomaticChecker} answers the explorer's questions
 * about a small program. To be worth comparing, the two share nothing but the program as data and
 * the profiles' names: no class here may know the machine, the ordering rules, the operations in
 * flight or the explorer (a test keeps it so).
 *
 * <p>{@link org.shmemlab.conformance.axiomatic.Paths} gives each agent's actions, {@link
 * org.shmemlab.conformance.axiomatic.Graph} turns them into events and preserved order after the
 * table in {@link org.shmemlab.conformance.axiomatic.PreservedOrder}, {@link
 * org.shmemlab.conformance.axiomatic.CandidateExecutions} chooses the reads-from relation, and
 * {@link org.shmemlab.conformance.axiomatic.Races} finds conflicting accesses that happens-before
 * does not order.
 */
@NullMarked
package org.shmemlab.conformance.axiomatic;

import org.jspecify.annotations.NullMarked;
