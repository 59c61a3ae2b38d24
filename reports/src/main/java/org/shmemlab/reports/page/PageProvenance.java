package org.shmemlab.reports.page;

import com.google.common.collect.ImmutableMap;

/**
 * Where the numbers of a page come from, so that anybody can make it again.
 *
 * @param command the exact command
 * @param version of ShmemLab
 * @param facts everything else, in the order in which the page shows it: seed, profile, platform
 *     file, sources with their hashes
 */
public record PageProvenance(String command, String version, ImmutableMap<String, String> facts) {}
