package org.shmemlab.model.memory;

import static org.shmemlab.model.memory.StructuralHash.mix;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.ScalarType;

/**
 * Holds one object of a program's memory: a size in bytes, and its bytes in pages that come into
 * being when first written (unwritten bytes read as zero). Some objects hold no value until one is
 * written: see {@link #unset}.
 *
 * <p>Forks share pages. Each object belongs to one {@link Owner}; {@link #copyFor} gives another
 * owner an object that still shares every page, and a page is copied when it is first written.
 */
public final class MemoryObject {
  private static final int PAGE_SHIFT = Words.PAGE_SHIFT;
  private static final int PAGE = Words.PAGE;
  private static final byte[] ZEROS = new byte[PAGE]; // a page that was never written

  /** The right to write without copying: an identity, one per machine between two forks. */
  public static final class Owner {}

  private final String name;
  private final Residence residence;
  private final int size;
  private final Owner owner;
  private final byte[] @Nullable [] pages;
  private final boolean[] own;
  private @Nullable UninitializedBits unset; // null: every bit holds a value
  private long contentHash;
  private boolean hashed;

  public MemoryObject(String name, Residence residence, int size, Owner owner) {
    this.name = name;
    this.residence = residence;
    this.size = size;
    this.owner = owner;
    int count = (size + PAGE - 1) >>> PAGE_SHIFT;
    this.pages = new byte[count][];
    this.own = new boolean[count];
  }

  /**
   * An object that holds no value until one is written; an earlier read returns zero, and is known
   * to be {@link Uninitialized}.
   */
  public static MemoryObject unset(String name, Residence residence, int size, Owner owner) {
    MemoryObject object = new MemoryObject(name, residence, size, owner);
    object.unset = size == 0 ? null : new UninitializedBits(size, "'" + name + "'");
    return object;
  }

  private MemoryObject(MemoryObject shared, Residence residence, Owner owner) {
    this.name = shared.name;
    this.residence = residence;
    this.size = shared.size;
    this.owner = owner;
    this.pages = shared.pages.clone();
    this.own = new boolean[pages.length];
    this.contentHash = shared.contentHash;
    this.hashed = shared.hashed;
    this.unset = shared.unset == null ? null : shared.unset.copy();
  }

  /** The same contents for another owner; shares pages. */
  public MemoryObject copyFor(Owner newOwner) {
    return new MemoryObject(this, residence, newOwner);
  }

  /** The same contents in another kind of memory; shares pages. */
  public MemoryObject in(Residence other, Owner newOwner) {
    return new MemoryObject(this, other, newOwner);
  }

  /** Its name in the source, for messages. */
  public String name() {
    return name;
  }

  public Residence residence() {
    return residence;
  }

  /** Size in bytes. */
  public int size() {
    return size;
  }

  public Owner owner() {
    return owner;
  }

  /**
   * The register form of the scalar at a byte offset. Any alignment is allowed.
   *
   * @throws Fault outside the object
   */
  public long load(ScalarType type, int offset) {
    int bytes = type.bytes();
    check(offset, bytes);
    int at = offset & (PAGE - 1);
    if (at + bytes > PAGE) {
      return type.canonical(loadAcross(offset, bytes));
    }
    byte[] page = pages[offset >>> PAGE_SHIFT];
    if (page == null) {
      return 0;
    }
    return switch (type) {
      case I8 -> Words.signed8(page, at);
      case U8 -> Words.unsigned8(page, at);
      case I16 -> Words.signed16(page, at);
      case U16, F16 -> Words.unsigned16(page, at);
      case I32 -> Words.signed32(page, at);
      case U32, F32 -> Words.unsigned32(page, at);
      case I64, U64, F64 -> Words.all64(page, at);
    };
  }

  /**
   * Stores the low bytes of a register. The caller owns this object.
   *
   * @throws Fault outside the object
   */
  public void store(ScalarType type, int offset, long value) {
    int bytes = type.bytes();
    check(offset, bytes);
    int at = offset & (PAGE - 1);
    if (at + bytes > PAGE) {
      storeAcross(offset, bytes, value);
      return;
    }
    if (unset != null) {
      nowSet(unset, offset, bytes);
    }
    byte[] page = writable(offset >>> PAGE_SHIFT);
    int cell = at & -8;
    boolean oneCell = hashed && at + bytes <= cell + 8 && cell + 8 <= page.length;
    long before = oneCell ? cellHash(page, offset - at + cell, cell) : 0;
    hashed = oneCell;
    switch (bytes) {
      case 1 -> Words.put8(page, at, value);
      case 2 -> Words.put16(page, at, value);
      case 4 -> Words.put32(page, at, value);
      default -> Words.put64(page, at, value);
    }
    if (oneCell) {
      contentHash += cellHash(page, offset - at + cell, cell) - before;
    }
  }

  /**
   * Copies bytes out.
   *
   * @throws Fault outside the object
   */
  public void read(int offset, byte[] destination, int start, int bytes) {
    check(offset, bytes);
    int done = 0;
    while (done < bytes) {
      int from = offset + done;
      int at = from & (PAGE - 1);
      int part = Math.min(bytes - done, PAGE - at);
      byte[] page = pages[from >>> PAGE_SHIFT];
      if (page == null) {
        java.util.Arrays.fill(destination, start + done, start + done + part, (byte) 0);
      } else {
        System.arraycopy(page, at, destination, start + done, part);
      }
      done += part;
    }
  }

  /**
   * Copies bytes in. The caller owns this object.
   *
   * @throws Fault outside the object
   */
  public void write(int offset, byte[] source, int start, int bytes) {
    check(offset, bytes);
    int done = 0;
    while (done < bytes) {
      int to = offset + done;
      int at = to & (PAGE - 1);
      int part = Math.min(bytes - done, PAGE - at);
      System.arraycopy(source, start + done, writable(to >>> PAGE_SHIFT), at, part);
      done += part;
    }
    hashed = false;
    if (unset != null) {
      nowSet(unset, offset, bytes);
    }
  }

  /**
   * Sets bytes to one value. The caller owns this object.
   *
   * @throws Fault outside the object
   */
  public void fill(int offset, int bytes, byte value) {
    check(offset, bytes);
    int done = 0;
    while (done < bytes) {
      int to = offset + done;
      int at = to & (PAGE - 1);
      int part = Math.min(bytes - done, PAGE - at);
      int page = to >>> PAGE_SHIFT;
      if (value != 0 || pages[page] != null) {
        java.util.Arrays.fill(writable(page), at, at + part, value);
      }
      done += part;
    }
    hashed = false;
    if (unset != null) {
      nowSet(unset, offset, bytes);
    }
  }

  // ---------------------------------------------------------------- for plain accesses

  /**
   * The page that a scalar at a byte offset lies in, to be read with {@link Words}; null where it
   * lies in no page alone or has bits without a value.
   */
  public byte @Nullable [] readable(int offset, int bytes) {
    if (!isInOnePage(offset, bytes) || (unset != null && unset.load(offset, bytes) != 0)) {
      return null;
    }
    byte[] page = pages[offset >>> PAGE_SHIFT];
    return page == null ? ZEROS : page;
  }

  /**
   * The page that a scalar at a byte offset lies in, for the value that it gets now; null where it
   * lies in no page alone. The caller owns this object.
   */
  public byte @Nullable [] writable(int offset, int bytes) {
    if (!isInOnePage(offset, bytes)) {
      return null;
    }
    if (unset != null) {
      nowSet(unset, offset, bytes);
    }
    hashed = false;
    return writable(offset >>> PAGE_SHIFT);
  }

  private boolean isInOnePage(int offset, int bytes) {
    return has(offset, bytes) && (offset & (PAGE - 1)) + bytes <= PAGE;
  }

  // ---------------------------------------------------------------- bits without a value

  /** Whether some bit of the object holds no value. */
  public boolean hasUnset() {
    return unset != null;
  }

  /**
   * The bits that hold no value in the register form of the scalar at a byte offset; null if all
   * hold one.
   */
  public @Nullable Uninitialized unset(ScalarType type, int offset) {
    long bits = unset == null ? 0 : unset.load(offset, type.bytes());
    return bits == 0 || unset == null
        ? null
        : new Uninitialized(type.canonical(bits), unset.origin());
  }

  /**
   * Says which bits of a scalar that was just stored hold no value. The caller owns this object.
   */
  public void putUnset(ScalarType type, int offset, Uninitialized which) {
    UninitializedBits bits = unsetBits(which.origin());
    for (int i = 0; i < type.bytes(); i++) {
      bits.put(offset + i, (byte) (which.bits() >>> (8 * i)), which.origin());
    }
    unset = bits.isEmpty() ? null : bits;
  }

  /** Copies bytes out, with their bits without a value. */
  public void read(int offset, Bytes destination, int start, int bytes) {
    read(offset, destination.data(), start, bytes);
    destination.take(start, bytes, unset, offset);
  }

  /** Copies bytes in, with their bits without a value. The caller owns this object. */
  public void write(int offset, Bytes source, int start, int bytes) {
    write(offset, source.data(), start, bytes);
    if (source.anyUnset(start, bytes)) {
      UninitializedBits bits = unsetBits("");
      source.give(start, bytes, bits, offset);
      unset = bits;
    }
  }

  // Bits that came here without a value; before, all of a filled object had one.
  private UninitializedBits unsetBits(String origin) {
    if (unset != null) {
      return unset;
    }
    UninitializedBits bits = new UninitializedBits(size, origin);
    bits.clear(0, size);
    return bits;
  }

  private void nowSet(UninitializedBits bits, int offset, int bytes) {
    bits.clear(offset, bytes);
    if (bits.isEmpty()) {
      unset = null;
    }
  }

  /** Whether a range lies inside. */
  public boolean has(int offset, int bytes) {
    return (offset | bytes | (size - offset - bytes)) >= 0;
  }

  /**
   * Checks that a range lies inside.
   *
   * @throws Fault naming the object, its size and the range
   */
  public void check(int offset, int bytes) {
    if (!has(offset, bytes)) {
      throw outside(offset, bytes);
    }
  }

  /** The mistake of an access to a range that does not lie inside. */
  public Fault outside(int offset, int bytes) {
    return new Fault(
        "access to %s bytes at offset %s of '%s' (%s), which has %s bytes",
        bytes, offset, name, residence.text(), size);
  }

  /** The same contents and more bytes after them, for an owner. */
  public MemoryObject enlarged(int newSize, Owner newOwner) {
    MemoryObject larger =
        unset == null
            ? new MemoryObject(name, residence, newSize, newOwner)
            : unset(name, residence, newSize, newOwner);
    Bytes all = new Bytes(size);
    read(0, all, 0, size);
    larger.write(0, all, 0, size);
    return larger;
  }

  /**
   * A number that depends on the contents, and on the bits without a value, alone: equal contents,
   * equal numbers; unequal ones differ with all but negligible probability. A sum over cells of 8
   * bytes, so that a store into one of them changes it at once; after other writes it is computed
   * again.
   */
  public long contentHash() {
    if (!hashed) {
      long hash = 0;
      for (int p = 0; p < pages.length; p++) {
        byte[] page = pages[p];
        if (page != null) {
          hash += pageHash(page, (long) p << PAGE_SHIFT);
        }
      }
      contentHash = hash;
      hashed = true;
    }
    return unset == null ? contentHash : contentHash + unset.hash();
  }

  // Zero bytes add nothing, so a page that was never written equals one that is all zero.
  private static long pageHash(byte[] page, long start) {
    long hash = 0;
    int at = 0;
    for (; at + 8 <= page.length; at += 8) {
      hash += cellHash(page, start + at, at);
    }
    for (; at < page.length; at++) {
      if (page[at] != 0) {
        hash += mix(start + at, page[at]);
      }
    }
    return hash;
  }

  private static long cellHash(byte[] page, long offset, int at) {
    long cell = Words.all64(page, at);
    return cell == 0 ? 0 : mix(offset, cell);
  }

  private byte[] writable(int page) {
    byte[] bytes = pages[page];
    if (bytes == null) {
      bytes = new byte[Math.min(PAGE, size - (page << PAGE_SHIFT))];
    } else if (own[page]) {
      return bytes;
    } else {
      bytes = bytes.clone();
    }
    pages[page] = bytes;
    own[page] = true;
    return bytes;
  }

  private long loadAcross(int offset, int bytes) {
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      byte[] page = pages[(offset + i) >>> PAGE_SHIFT];
      value = (value << 8) | (page == null ? 0 : page[(offset + i) & (PAGE - 1)] & 0xFF);
    }
    return value;
  }

  private void storeAcross(int offset, int bytes, long value) {
    if (unset != null) {
      nowSet(unset, offset, bytes);
    }
    for (int i = 0; i < bytes; i++) {
      writable((offset + i) >>> PAGE_SHIFT)[(offset + i) & (PAGE - 1)] = (byte) (value >>> (8 * i));
    }
    hashed = false;
  }
}
