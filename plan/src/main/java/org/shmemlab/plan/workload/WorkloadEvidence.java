package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableMap;

/**
 * A published measurement of a workload, and what to run to predict it.
 *
 * @param row its id among the published measurements
 * @param platform that describes its machine
 * @param transport between its nodes, or the path inside one
 * @param values of parameters that are not as usual
 */
public record WorkloadEvidence(
    String row, String platform, String transport, ImmutableMap<String, String> values) {}
