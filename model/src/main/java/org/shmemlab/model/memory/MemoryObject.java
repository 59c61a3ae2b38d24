package org.shmemlab.model.memory;

import static org.shmemlab.model.memory.StructuralHash.mix;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;

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
  private static final int CHUNK_SHIFT = Words.CHUNK_SHIFT;
  private static final int CHUNK = Words.CHUNK;
  private static final byte[] ZEROS = new byte[PAGE]; // a page that was never written
  private static final byte[] @Nullable [] NO_PAGES = new byte[CHUNK][]; // none was written

  /** The right to write without copying: an identity, one per machine between two forks. */
  public static final class Owner {}

  private final String name;
  private final Residence residence;
  private final long size;
  private final Owner owner;
  private @Nullable SourceLine made; // where it was allocated, if its name does not say
  private final byte[][] @Nullable [] pages; // in chunks
  private final boolean[] @Nullable [] own; // null: the chunk is not the owner's
  private byte[] @Nullable [] first; // the chunk in which most accesses are, found at once
  private boolean @Nullable [] ownFirst;
  private @Nullable UninitializedBits unset; // null: every bit holds a value
  private long contentHash;
  private boolean hashed;

  public MemoryObject(String name, Residence residence, long size, Owner owner) {
    this.name = name;
    this.residence = residence;
    this.size = size;
    this.owner = owner;
    int count = (int) ((size + PAGE - 1) >>> PAGE_SHIFT);
    int chunks = (count + CHUNK - 1) >>> CHUNK_SHIFT;
    this.pages = new byte[chunks][][];
    this.own = new boolean[chunks][];
    Arrays.fill(pages, NO_PAGES);
    if (chunks == 1) { // no larger than the object
      pages[0] = new byte[count][];
      own[0] = new boolean[count];
    }
    this.first = chunks == 0 ? NO_PAGES : pages[0];
    this.ownFirst = chunks == 0 ? null : own[0];
  }

  /**
   * An object that holds no value until one is written; an earlier read returns zero, and is known
   * to be {@link Uninitialized}.
   */
  public static MemoryObject unset(String name, Residence residence, long size, Owner owner) {
    MemoryObject object = new MemoryObject(name, residence, size, owner);
    object.unset = size == 0 ? null : new UninitializedBits(size, "'" + name + "'");
    return object;
  }

  private MemoryObject(MemoryObject shared, Residence residence, Owner owner) {
    this.name = shared.name;
    this.residence = residence;
    this.size = shared.size;
    this.made = shared.made;
    this.owner = owner;
    this.pages = shared.pages.clone();
    this.own = new boolean[pages.length][];
    this.first = shared.first;
    this.contentHash = shared.contentHash;
    this.hashed = shared.hashed;
    this.unset = shared.unset == null ? null : shared.unset.copy();
  }

  /** Notes where it was allocated. */
  public MemoryObject madeAt(SourceLine line) {
    made = line;
    return this;
  }

  /** Where it was allocated; null where that is not known, or its name says so. */
  public @Nullable SourceLine made() {
    return made;
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
  public long size() {
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
  public long load(ScalarType type, long offset) {
    int bytes = type.bytes();
    check(offset, bytes);
    int at = (int) offset & (PAGE - 1);
    if (at + bytes > PAGE) {
      return type.canonical(loadAcross(offset, bytes));
    }
    byte[] page = page(offset);
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
  public void store(ScalarType type, long offset, long value) {
    int bytes = type.bytes();
    check(offset, bytes);
    int at = (int) offset & (PAGE - 1);
    if (at + bytes > PAGE) {
      storeAcross(offset, bytes, value);
      return;
    }
    if (unset != null) {
      nowSet(unset, offset, bytes);
    }
    byte[] page = writable(offset);
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
  public void read(long offset, byte[] destination, int start, int bytes) {
    check(offset, bytes);
    int done = 0;
    while (done < bytes) {
      long from = offset + done;
      int at = (int) from & (PAGE - 1);
      int part = Math.min(bytes - done, PAGE - at);
      byte[] page = page(from);
      if (page == null) {
        Arrays.fill(destination, start + done, start + done + part, (byte) 0);
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
  public void write(long offset, byte[] source, int start, int bytes) {
    check(offset, bytes);
    int done = 0;
    while (done < bytes) {
      long to = offset + done;
      int at = (int) to & (PAGE - 1);
      int part = Math.min(bytes - done, PAGE - at);
      System.arraycopy(source, start + done, writable(to), at, part);
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
  public void fill(long offset, int bytes, byte value) {
    check(offset, bytes);
    int done = 0;
    while (done < bytes) {
      long to = offset + done;
      int at = (int) to & (PAGE - 1);
      int part = Math.min(bytes - done, PAGE - at);
      if (value != 0 || page(to) != null) {
        Arrays.fill(writable(to), at, at + part, value);
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
  public byte @Nullable [] readable(long offset, int bytes) {
    if (!isInOnePage(offset, bytes) || (unset != null && unset.load(offset, bytes) != 0)) {
      return null;
    }
    byte[] page = page(offset);
    return page == null ? ZEROS : page;
  }

  /**
   * The page that a scalar at a byte offset lies in, for the value that it gets now; null where it
   * lies in no page alone. The caller owns this object.
   */
  public byte @Nullable [] writable(long offset, int bytes) {
    if (!isInOnePage(offset, bytes)) {
      return null;
    }
    if (unset != null && !unset.isSet(offset, bytes)) {
      nowSet(unset, offset, bytes);
    }
    hashed = false;
    return writable(offset);
  }

  private boolean isInOnePage(long offset, int bytes) {
    return has(offset, bytes) && ((int) offset & (PAGE - 1)) + bytes <= PAGE;
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
  public @Nullable Uninitialized unset(ScalarType type, long offset) {
    long bits = unset == null ? 0 : unset.load(offset, type.bytes());
    return bits == 0 || unset == null
        ? null
        : new Uninitialized(type.canonical(bits), unset.origin());
  }

  /**
   * Says which bits of a scalar that was just stored hold no value. The caller owns this object.
   */
  public void putUnset(ScalarType type, long offset, Uninitialized which) {
    UninitializedBits bits = unsetBits(which.origin());
    for (int i = 0; i < type.bytes(); i++) {
      bits.put(offset + i, (byte) (which.bits() >>> (8 * i)), which.origin());
    }
    unset = bits.isEmpty() ? null : bits;
  }

  /** Copies bytes out, with their bits without a value. */
  public void read(long offset, Bytes destination, int start, int bytes) {
    read(offset, destination.data(), start, bytes);
    destination.take(start, bytes, unset, offset);
  }

  /** Copies bytes in, with their bits without a value. The caller owns this object. */
  public void write(long offset, Bytes source, int start, int bytes) {
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

  private void nowSet(UninitializedBits bits, long offset, int bytes) {
    bits.clear(offset, bytes);
    if (bits.isEmpty()) {
      unset = null;
    }
  }

  /** Whether a range lies inside. */
  public boolean has(long offset, int bytes) {
    return (offset | bytes | (size - offset - bytes)) >= 0;
  }

  /**
   * Checks that a range lies inside.
   *
   * @throws Fault naming the object, its size and the range
   */
  public void check(long offset, int bytes) {
    if (!has(offset, bytes)) {
      throw outside(offset, bytes);
    }
  }

  /** The mistake of an access to a range that does not lie inside. */
  public Fault outside(long offset, int bytes) {
    return made == null
        ? new Fault(
            "access to %s bytes at offset %s of '%s' (%s), which has %s bytes",
            bytes, offset, name, residence.text(), size)
        : new Fault(
            "access to %s bytes at offset %s of '%s' (%s), which has %s bytes and was allocated at"
                + " %s",
            bytes, offset, name, residence.text(), size, made);
  }

  /** The same contents and more bytes after them, for an owner. */
  public MemoryObject enlarged(long newSize, Owner newOwner) {
    MemoryObject larger =
        unset == null
            ? new MemoryObject(name, residence, newSize, newOwner)
            : unset(name, residence, newSize, newOwner);
    for (long at = 0; at < size; at += PAGE) {
      int part = (int) Math.min(PAGE, size - at);
      if (unset != null || page(at) != null) {
        Bytes bytes = new Bytes(part);
        read(at, bytes, 0, part);
        larger.write(at, bytes, 0, part);
      }
    }
    return larger;
  }

  /**
   * A number that depends on the contents, and on the bits without a value, alone: equal contents,
   * equal numbers; unequal ones differ with all but negligible probability. A sum over cells of 8
   * bytes, so that a store into one of them changes it at once; after other writes it is computed
   * again.
   */
  @SuppressWarnings("ReferenceEquality") // one array stands for all unwritten chunks
  public long contentHash() {
    if (!hashed) {
      long hash = 0;
      for (int chunk = 0; chunk < pages.length; chunk++) {
        if (pages[chunk] != NO_PAGES) {
          hash += chunkHash(pages[chunk], (long) chunk << (CHUNK_SHIFT + PAGE_SHIFT));
        }
      }
      contentHash = hash;
      hashed = true;
    }
    return unset == null ? contentHash : contentHash + unset.hash();
  }

  private static long chunkHash(byte[] @Nullable [] chunk, long start) {
    long hash = 0;
    for (int p = 0; p < chunk.length; p++) {
      byte[] page = chunk[p];
      if (page != null) {
        hash += pageHash(page, start + ((long) p << PAGE_SHIFT));
      }
    }
    return hash;
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

  private byte @Nullable [] page(long offset) {
    int page = (int) (offset >>> PAGE_SHIFT);
    return page < CHUNK ? first[page] : pages[page >>> CHUNK_SHIFT][page & (CHUNK - 1)];
  }

  private byte[] writable(long offset) {
    int page = (int) (offset >>> PAGE_SHIFT);
    if (page < CHUNK && ownFirst != null && ownFirst[page]) {
      byte[] bytes = first[page];
      if (bytes != null) {
        return bytes;
      }
    }
    return owned(page);
  }

  private byte[] owned(int page) {
    int chunk = page >>> CHUNK_SHIFT;
    boolean[] mine = own[chunk];
    if (mine == null) {
      pages[chunk] = pages[chunk].clone();
      mine = new boolean[pages[chunk].length];
      own[chunk] = mine;
    }
    if (chunk == 0) {
      first = pages[0];
      ownFirst = mine;
    }
    int at = page & (CHUNK - 1);
    byte[] bytes = pages[chunk][at];
    if (bytes == null) {
      bytes = new byte[(int) Math.min(PAGE, size - ((long) page << PAGE_SHIFT))];
    } else if (mine[at]) {
      return bytes;
    } else {
      bytes = bytes.clone();
    }
    pages[chunk][at] = bytes;
    mine[at] = true;
    return bytes;
  }

  private long loadAcross(long offset, int bytes) {
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      byte[] page = page(offset + i);
      value = (value << 8) | (page == null ? 0 : page[(int) (offset + i) & (PAGE - 1)] & 0xFF);
    }
    return value;
  }

  private void storeAcross(long offset, int bytes, long value) {
    if (unset != null) {
      nowSet(unset, offset, bytes);
    }
    for (int i = 0; i < bytes; i++) {
      writable(offset + i)[(int) (offset + i) & (PAGE - 1)] = (byte) (value >>> (8 * i));
    }
    hashed = false;
  }
}
