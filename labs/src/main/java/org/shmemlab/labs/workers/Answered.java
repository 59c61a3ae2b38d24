package org.shmemlab.labs.workers;

import java.time.Duration;

/**
 * Pairs a reply with the time that it took.
 *
 * @param processor time of a processor, without that of the compiler
 */
public record Answered(Reply reply, Duration processor) {}
