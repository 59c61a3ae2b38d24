package org.shmemlab.plan.grid;

import com.google.common.collect.ImmutableList;
import org.shmemlab.transports.impair.Impairments;
import org.shmemlab.transports.rules.Settings;

/**
 * Holds the changes to every machine of a plan.
 *
 * @param impairments what does less than its platform says
 * @param environment how NVSHMEM is configured
 */
public record WhatIf(Impairments impairments, Settings environment) {
  /** Nothing. */
  public static final WhatIf USUAL = new WhatIf(Impairments.NONE, Settings.DEFAULT);

  /** As command lines say it: "slow gpu:17*1.3", "NVSHMEM_QP_DEPTH=64". */
  public ImmutableList<String> texts() {
    ImmutableList.Builder<String> texts = ImmutableList.builder();
    texts.addAll(impairments.texts());
    environment
        .set()
        .forEach((variable, value) -> texts.add(variable.environmentName() + "=" + value));
    return texts.build();
  }
}
