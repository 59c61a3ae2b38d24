package org.shmemlab.model.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads and writes scalars in pages of memory, lowest byte first. An offset counts from the start
 * of the object; the scalar must lie in one page. A word is read in its register form.
 */
public final class Words {
  static final int PAGE_SHIFT = 12;
  static final int PAGE = 1 << PAGE_SHIFT;

  /** Pages are kept in chunks, so that those of an object that are not written cost nothing. */
  static final int CHUNK_SHIFT = 10;

  static final int CHUNK = 1 << CHUNK_SHIFT;

  private static final int IN_PAGE = PAGE - 1;
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  public static long signed8(byte[] page, int offset) {
    return page[offset & IN_PAGE];
  }

  public static long unsigned8(byte[] page, int offset) {
    return page[offset & IN_PAGE] & 0xFF;
  }

  public static long signed16(byte[] page, int offset) {
    return (short) SHORTS.get(page, offset & IN_PAGE);
  }

  public static long unsigned16(byte[] page, int offset) {
    return (short) SHORTS.get(page, offset & IN_PAGE) & 0xFFFF;
  }

  public static long signed32(byte[] page, int offset) {
    return (int) INTS.get(page, offset & IN_PAGE);
  }

  public static long unsigned32(byte[] page, int offset) {
    return (int) INTS.get(page, offset & IN_PAGE) & 0xFFFF_FFFFL;
  }

  public static long all64(byte[] page, int offset) {
    return (long) LONGS.get(page, offset & IN_PAGE);
  }

  public static void put8(byte[] page, int offset, long value) {
    page[offset & IN_PAGE] = (byte) value;
  }

  public static void put16(byte[] page, int offset, long value) {
    SHORTS.set(page, offset & IN_PAGE, (short) value);
  }

  public static void put32(byte[] page, int offset, long value) {
    INTS.set(page, offset & IN_PAGE, (int) value);
  }

  public static void put64(byte[] page, int offset, long value) {
    LONGS.set(page, offset & IN_PAGE, value);
  }
}
