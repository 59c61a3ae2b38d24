package org.shmemlab.model.order;

import com.google.common.collect.ImmutableSet;

/**
 * Lists the words that may stand in a table of order.
 *
 * @param name the table's name, which the line {@code table NAME} of a file gives
 * @param settings the names that may follow {@code if} and {@code unless}
 * @param transports whether the table describes an implementation: the channel of each part, the
 *     side and the queue that carry it
 */
public record TableVocabulary(String name, ImmutableSet<String> settings, boolean transports) {}
