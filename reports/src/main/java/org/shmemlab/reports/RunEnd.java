package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.schedule.RunResult;

/**
 * How a run came to its end.
 *
 * @param exitCode what the command answers
 * @param instructions how many were executed, of all agents together
 * @param findings what was found while it ran; a failure is the first
 */
public record RunEnd(
    RunResult result, int exitCode, long instructions, ImmutableList<Finding> findings) {}
