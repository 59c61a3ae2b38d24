package org.shmemlab.labs.workers;

import java.time.Duration;

/**
 * A reply and what it took.
 *
 * @param processor time of a processor, without that of the compiler
 */
public record Answered(Reply reply, Duration processor) {}
