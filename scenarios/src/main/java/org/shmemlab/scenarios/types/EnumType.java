package org.shmemlab.scenarios.types;

/** An enumeration. Its values are stored, and compute, as {@code int}. */
public final class EnumType implements CType {
  private final String name;
  private final boolean scoped;

  public EnumType(String name, boolean scoped) {
    this.name = name;
    this.scoped = scoped;
  }

  /** Whether it is an {@code enum class}, which does not convert by itself. */
  public boolean scoped() {
    return scoped;
  }

  @Override
  public long size() {
    return 4;
  }

  @Override
  public int align() {
    return 4;
  }

  @Override
  public String toString() {
    return name;
  }
}
