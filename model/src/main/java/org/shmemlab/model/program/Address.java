package org.shmemlab.model.program;

/**
 * Encodes addresses: a 64-bit value of 4 bits of {@link Space}, 6 of generation, 20 of object
 * index, 34 of byte offset.
 *
 * <p>Every object starts at offset zero of an index of its own, so an address can never stray from
 * one object into the next, plain integer addition moves inside an object, and integers and
 * pointers convert both ways without loss. The generation counts how often an index was reused,
 * which distinguishes a dangling pointer from a pointer to the object that took its place. An
 * object is at most 8 GiB.
 */
public final class Address {
  /** The null pointer. */
  public static final long NULL = 0;

  /** Most objects alive at once in one table. */
  public static final int MAX_OBJECTS = 1 << 20;

  private static final Space[] SPACES = Space.values();
  private static final int SPACE_SHIFT = 60;
  private static final int GENERATION_SHIFT = 54;
  private static final int GENERATIONS = 0x3F;

  /** Bits of the byte offset, its sign included. */
  public static final int OFFSET_BITS = 34;

  /** Most bytes of an object. */
  public static final long MAX_BYTES = 1L << (OFFSET_BITS - 1);

  private static final long OFFSETS = (1L << OFFSET_BITS) - 1;

  private Address() {}

  /** The address of byte zero of an object. */
  public static long of(Space space, int generation, int index) {
    return ((long) space.ordinal() << SPACE_SHIFT)
        | ((long) (generation & GENERATIONS) << GENERATION_SHIFT)
        | ((long) (index & (MAX_OBJECTS - 1)) << OFFSET_BITS);
  }

  /** The address of a function, which can be called and compared but not read. */
  public static long ofFunction(int function) {
    return of(Space.FUNCTION, 0, function);
  }

  public static Space space(long address) {
    int ordinal = (int) (address >>> SPACE_SHIFT);
    return ordinal < SPACES.length ? SPACES[ordinal] : Space.NONE;
  }

  public static int generation(long address) {
    return (int) (address >>> GENERATION_SHIFT) & GENERATIONS;
  }

  public static int index(long address) {
    return (int) (address >>> OFFSET_BITS) & (MAX_OBJECTS - 1);
  }

  /** The signed byte offset into the object. */
  public static long offset(long address) {
    return address << (Long.SIZE - OFFSET_BITS) >> (Long.SIZE - OFFSET_BITS);
  }

  /** The address of byte zero of the object that an address points into. */
  public static long start(long address) {
    return address & ~OFFSETS;
  }

  /** The address of the byte of an object that is as far from its start as another address is. */
  public static long at(long start, long address) {
    return start | (address & OFFSETS);
  }
}
