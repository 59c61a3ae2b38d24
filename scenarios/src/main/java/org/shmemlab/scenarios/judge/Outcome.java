package org.shmemlab.scenarios.judge;

/**
 * An outcome that some final states show.
 *
 * @param values the observed values as text
 * @param states how many final states show them
 * @param witness whether they fulfil the condition that a litmus test asks about
 */
public record Outcome(String values, int states, boolean witness) {}
