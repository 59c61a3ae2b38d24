package org.shmemlab.scenarios.frontend.emit;

/** Sizes of objects in bytes, offsets in them and numbers of elements: all below 2^31. */
public final class ObjectSize {
  private ObjectSize() {}

  /**
   * The same number.
   *
   * @throws NotSupported for one that no object has
   */
  public static int of(long size) {
    if (size != (int) size) {
      throw new NotSupported("an object of 2 GiB or more");
    }
    return (int) size;
  }
}
