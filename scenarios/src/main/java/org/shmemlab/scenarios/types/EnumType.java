package org.shmemlab.scenarios.types;

/** An enumeration: an integer type of its own, with the representation of another. */
public final class EnumType implements CType {
  private final String name;
  private final boolean scoped;
  private final Arithmetic underlying;
  private final Arithmetic promoted;

  /**
   * An enumeration, equal to no other.
   *
   * @param scoped whether it is an {@code enum class}
   * @param underlying the type that represents it
   * @param promoted the type that it computes in
   */
  public EnumType(String name, boolean scoped, Arithmetic underlying, Arithmetic promoted) {
    this.name = name;
    this.scoped = scoped;
    this.underlying = underlying;
    this.promoted = promoted;
  }

  /** Whether it is an {@code enum class}, which does not convert by itself. */
  public boolean scoped() {
    return scoped;
  }

  /** The type whose representation and values it has. */
  public Arithmetic underlying() {
    return underlying;
  }

  /** The type after integer promotion. */
  public Arithmetic promoted() {
    return promoted;
  }

  @Override
  public long size() {
    return underlying.size();
  }

  @Override
  public int align() {
    return underlying.align();
  }

  @Override
  public String toString() {
    return name;
  }
}
