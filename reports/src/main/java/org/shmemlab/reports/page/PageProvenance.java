package org.shmemlab.reports.page;

import com.google.common.collect.ImmutableMap;

/**
 * Records the origin of the numbers of a page, so that a reader can make it again.
 *
 * @param command the exact command
 * @param version of ShmemLab
 * @param facts everything else, in the order in which the page shows it: seed, profile, platform
 *     file, sources with their hashes
 */
public record PageProvenance(String command, String version, ImmutableMap<String, String> facts) {}
