package org.shmemlab.model.operation;

/**
 * Who calls fence or quiet.
 *
 * @param agent number of the calling agent
 * @param pe its PE
 * @param onDevice whether device code calls, or the host and its streams
 * @param context OpenSHMEM context; 0 is the default one
 */
public record Caller(int agent, int pe, boolean onDevice, int context) {}
