package org.shmemlab.model.memory;

import java.util.Arrays;

/**
 * Tracks the bits of an object that hold no value yet. An object has this only as long as there are
 * some, so that memory that was filled costs nothing.
 *
 * <p>Forks share pages as those of {@link MemoryObject}: the owner of the object owns this.
 */
final class UninitializedBits {
  private static final int PAGE_SHIFT = Words.PAGE_SHIFT;
  private static final int PAGE = Words.PAGE;
  private static final byte[] NONE = new byte[PAGE]; // each bit holds a value
  private static final byte[] ALL = new byte[PAGE];

  static {
    Arrays.fill(ALL, (byte) -1);
  }

  private final int size;
  private final byte[][] pages;
  private final boolean[] own;
  private final int[] left; // bytes of each page with such bits
  private int pagesLeft;
  private String origin;
  private long hash;
  private boolean hashed;

  /**
   * Of a fresh object without any value.
   *
   * @param origin the object's name in messages
   */
  UninitializedBits(int size, String origin) {
    this.size = size;
    this.origin = origin;
    int count = (size + PAGE - 1) >>> PAGE_SHIFT;
    this.pages = new byte[count][];
    this.own = new boolean[count];
    this.left = new int[count];
    this.pagesLeft = count;
    Arrays.fill(pages, ALL);
    for (int page = 0; page < count; page++) {
      left[page] = pageSize(page);
    }
  }

  private UninitializedBits(UninitializedBits other) {
    this.size = other.size;
    this.origin = other.origin;
    this.pages = other.pages.clone();
    this.own = new boolean[pages.length];
    this.left = other.left.clone();
    this.pagesLeft = other.pagesLeft;
    this.hash = other.hash;
    this.hashed = other.hashed;
  }

  /** The same bits for another owner. */
  UninitializedBits copy() {
    return new UninitializedBits(this);
  }

  /** Whether every bit of the object holds a value. */
  boolean isEmpty() {
    return pagesLeft == 0;
  }

  /** Where the bits come from, for messages. */
  String origin() {
    return origin;
  }

  /** Those of at most 8 bytes, the lowest byte first. */
  long load(int offset, int bytes) {
    int at = offset & (PAGE - 1);
    byte[] page = pages[offset >>> PAGE_SHIFT];
    if (at + 8 <= page.length) {
      return Words.all64(page, at) & low(bytes);
    }
    long bits = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      bits = (bits << 8) | (of(offset + i) & 0xFF);
    }
    return bits;
  }

  /** Whether there are any in a range. */
  boolean any(int offset, int bytes) {
    for (int at = offset; at < offset + bytes; at++) {
      int page = at >>> PAGE_SHIFT;
      if (left[page] == 0) {
        at |= PAGE - 1; // on to the next page
      } else if (pages[page][at & (PAGE - 1)] != 0) {
        return true;
      }
    }
    return false;
  }

  /** Those of a range, byte after byte. */
  void read(int offset, byte[] destination, int start, int bytes) {
    for (int i = 0; i < bytes; i++) {
      destination[start + i] = of(offset + i);
    }
  }

  /** Every bit of a range has a value now. */
  void clear(int offset, int bytes) {
    int done = 0;
    while (done < bytes) {
      int from = offset + done;
      int page = from >>> PAGE_SHIFT;
      int at = from & (PAGE - 1);
      int part = Math.min(bytes - done, PAGE - at);
      if (left[page] > 0) {
        if (part == pageSize(page)) {
          pages[page] = NONE;
          lose(page, left[page]);
        } else {
          clear(page, at, part);
        }
      }
      done += part;
    }
  }

  private void clear(int page, int at, int bytes) {
    byte[] before = pages[page];
    if (bytes <= 8 && at + 8 <= before.length && (Words.all64(before, at) & low(bytes)) == 0) {
      return;
    }
    int lost = 0;
    for (int i = at; i < at + bytes; i++) {
      lost += before[i] == 0 ? 0 : 1;
    }
    if (lost > 0) {
      Arrays.fill(writable(page), at, at + bytes, (byte) 0);
      lose(page, lost);
    }
  }

  /** The bits of so many bytes, at most 8. */
  private static long low(int bytes) {
    return bytes == 0 ? 0 : -1L >>> (64 - 8 * bytes);
  }

  private void lose(int page, int lost) {
    hashed = false;
    left[page] -= lost;
    if (left[page] == 0) {
      pages[page] = NONE;
      own[page] = false;
      pagesLeft--;
    }
  }

  /** These bits of a byte hold no value, the others do. */
  void put(int offset, byte bits, String from) {
    int page = offset >>> PAGE_SHIFT;
    int at = offset & (PAGE - 1);
    byte old = pages[page][at];
    if (bits != 0) {
      origin = from;
      hashed = false;
    }
    if (old == bits) {
      return;
    }
    writable(page)[at] = bits;
    hashed = false;
    if (old == 0) {
      pagesLeft += left[page] == 0 ? 1 : 0;
      left[page]++;
    } else if (bits == 0) {
      lose(page, 1);
    }
  }

  /** Depends on the bits and where they come from alone. */
  @SuppressWarnings("ReferenceEquality") // one array stands for all unwritten pages
  long hash() {
    if (!hashed) {
      long sum = StructuralHash.mix(origin);
      for (int page = 0; page < pages.length; page++) {
        if (left[page] > 0) {
          long bits = pages[page] == ALL ? 1 : StructuralHash.mix(pages[page]);
          sum += StructuralHash.mix(page, bits);
        }
      }
      hash = sum;
      hashed = true;
    }
    return hash;
  }

  private byte of(int offset) {
    return pages[offset >>> PAGE_SHIFT][offset & (PAGE - 1)];
  }

  private int pageSize(int page) {
    return Math.min(PAGE, size - (page << PAGE_SHIFT));
  }

  private byte[] writable(int page) {
    if (!own[page]) {
      pages[page] = Arrays.copyOf(pages[page], pageSize(page));
      own[page] = true;
    }
    return pages[page];
  }
}
