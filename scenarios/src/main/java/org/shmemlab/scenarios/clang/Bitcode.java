package org.shmemlab.scenarios.clang;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/** What the compiler made of a source, for the host and for devices, and what it said of it. */
final class Bitcode {
  private final byte @Nullable [] host;
  private final byte @Nullable [] device;
  private final ImmutableList<String> messages;

  /**
   * @param host null where the compiler failed
   * @param device null where a source has nothing for devices, too
   * @param messages all lines, of the host's run first
   */
  Bitcode(byte @Nullable [] host, byte @Nullable [] device, ImmutableList<String> messages) {
    this.host = host;
    this.device = device;
    this.messages = messages;
  }

  byte @Nullable [] host() {
    return host;
  }

  byte @Nullable [] device() {
    return device;
  }

  ImmutableList<String> messages() {
    return messages;
  }
}
