package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/** The compiler's output for a source, for the host and for devices, and its messages. */
final class Bitcode {
  private final byte @Nullable [] host;
  private final byte @Nullable [] device;
  private final ImmutableList<String> messages;
  private final @Nullable String identity;

  /**
   * @param host null where the compiler failed
   * @param device null where a source has nothing for devices, too
   * @param messages all lines, of the host's run first
   */
  Bitcode(byte @Nullable [] host, byte @Nullable [] device, ImmutableList<String> messages) {
    this(host, device, messages, null);
  }

  /**
   * @param identity a word about the content, where that is kept
   */
  Bitcode(
      byte @Nullable [] host,
      byte @Nullable [] device,
      ImmutableList<String> messages,
      @Nullable String identity) {
    this.host = host;
    this.device = device;
    this.messages = messages;
    this.identity = identity;
  }

  /** A word that no other output has, or null where it would have to be computed. */
  @Nullable String identity() {
    return identity;
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
