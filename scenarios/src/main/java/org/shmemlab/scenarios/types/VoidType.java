package org.shmemlab.scenarios.types;

/** The type of no value. */
public enum VoidType implements CType {
  VOID;

  @Override
  public long size() {
    return 0;
  }

  @Override
  public int align() {
    return 1;
  }

  @Override
  public String toString() {
    return "void";
  }
}
