package org.shmemlab.model.memory;

import java.util.Arrays;

/**
 * Tracks the bits of an object that hold no value yet. An object has this only as long as there are
 * some, so that memory that was filled costs nothing.
 *
 * <p>Forks share chunks of pages, and pages, as those of {@link MemoryObject}: the owner of the
 * object owns this.
 */
final class UninitializedBits {
  private static final int PAGE_SHIFT = Words.PAGE_SHIFT;
  private static final int PAGE = Words.PAGE;
  private static final int CHUNK_SHIFT = Words.CHUNK_SHIFT;
  private static final int CHUNK = Words.CHUNK;
  private static final byte[] NONE = new byte[PAGE]; // each bit holds a value
  private static final byte[] ALL = new byte[PAGE];
  private static final Chunk FULL;
  private static final Chunk EMPTY = new Chunk(NONE, new int[CHUNK]);

  static {
    Arrays.fill(ALL, (byte) -1);
    int[] left = new int[CHUNK];
    Arrays.fill(left, PAGE);
    FULL = new Chunk(ALL, left);
  }

  /** Pages, and how many of the bytes of each have such bits. */
  private static final class Chunk {
    final byte[][] pages;
    final int[] left;
    final boolean[] own;

    Chunk(byte[] page, int[] left) {
      this.pages = new byte[left.length][];
      this.left = left;
      this.own = new boolean[left.length];
      Arrays.fill(pages, page);
    }

    Chunk(Chunk other) {
      this.pages = other.pages.clone();
      this.left = other.left.clone();
      this.own = new boolean[pages.length];
    }
  }

  private final long size;
  private final Chunk[] chunks; // those of FULL and EMPTY are shared by all
  private final boolean[] own;
  private int pagesLeft;
  private String origin;
  private long hash;
  private boolean hashed;

  /**
   * Of a fresh object without any value.
   *
   * @param origin the object's name in messages
   */
  UninitializedBits(long size, String origin) {
    this.size = size;
    this.origin = origin;
    this.pagesLeft = (int) ((size + PAGE - 1) >>> PAGE_SHIFT);
    int count = (pagesLeft + CHUNK - 1) >>> CHUNK_SHIFT;
    this.chunks = new Chunk[count];
    this.own = new boolean[count];
    Arrays.fill(chunks, FULL);
    int last = count - 1;
    int[] left = new int[pagesLeft - last * CHUNK];
    Arrays.fill(left, PAGE);
    left[left.length - 1] = pageSize(pagesLeft - 1);
    chunks[last] = new Chunk(ALL, left);
    own[last] = true;
  }

  private UninitializedBits(UninitializedBits other) {
    this.size = other.size;
    this.origin = other.origin;
    this.chunks = other.chunks.clone();
    this.own = new boolean[chunks.length];
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
  long load(long offset, int bytes) {
    int at = (int) offset & (PAGE - 1);
    byte[] page = page(offset);
    if (at + 8 <= page.length) {
      return Words.all64(page, at) & low(bytes);
    }
    long bits = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      bits = (bits << 8) | (of(offset + i) & 0xFF);
    }
    return bits;
  }

  /**
   * Whether each bit of a scalar of at most 8 bytes in one page holds a value, as far as this is
   * fast to decide; of most stores.
   */
  @SuppressWarnings("ReferenceEquality") // one array stands for all filled pages
  boolean isSet(long offset, int bytes) {
    byte[] page = page(offset);
    int at = (int) offset & (PAGE - 1);
    return page == NONE
        || (bytes <= 8 && at + 8 <= page.length && (Words.all64(page, at) & low(bytes)) == 0);
  }

  /** Whether there are any in a range. */
  boolean any(long offset, long bytes) {
    for (long at = offset; at < offset + bytes; at++) {
      if (left(at) == 0) {
        at |= PAGE - 1; // on to the next page
      } else if (of(at) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Those of a range, byte after byte. */
  void read(long offset, byte[] destination, int start, int bytes) {
    for (int i = 0; i < bytes; i++) {
      destination[start + i] = of(offset + i);
    }
  }

  /** Every bit of a range has a value now. */
  void clear(long offset, long bytes) {
    long done = 0;
    while (done < bytes) {
      long from = offset + done;
      int at = (int) from & (PAGE - 1);
      int part = (int) Math.min(bytes - done, PAGE - at);
      int number = number(from);
      if (at == 0 && clearsChunk(number, bytes - done)) {
        done += (long) CHUNK * PAGE;
        continue;
      }
      if (left(from) > 0) {
        if (part == pageSize(number)) {
          lose(number, left(from));
        } else {
          clear(number, at, part);
        }
      }
      done += part;
    }
  }

  private boolean clearsChunk(int number, long bytes) {
    if ((number & (CHUNK - 1)) != 0 || bytes < (long) CHUNK * PAGE) {
      return false;
    }
    int chunk = number >>> CHUNK_SHIFT;
    for (int left : chunks[chunk].left) {
      pagesLeft -= left > 0 ? 1 : 0;
    }
    chunks[chunk] = EMPTY;
    own[chunk] = false;
    hashed = false;
    return true;
  }

  private void clear(int number, int at, int bytes) {
    byte[] before = chunks[number >>> CHUNK_SHIFT].pages[number & (CHUNK - 1)];
    if (bytes <= 8 && at + 8 <= before.length && (Words.all64(before, at) & low(bytes)) == 0) {
      return;
    }
    int lost = 0;
    for (int i = at; i < at + bytes; i++) {
      lost += before[i] == 0 ? 0 : 1;
    }
    if (lost > 0) {
      Arrays.fill(writable(number), at, at + bytes, (byte) 0);
      lose(number, lost);
    }
  }

  /** The bits of so many bytes, at most 8. */
  private static long low(int bytes) {
    return bytes == 0 ? 0 : -1L >>> (64 - 8 * bytes);
  }

  private void lose(int number, int lost) {
    hashed = false;
    Chunk chunk = writableChunk(number);
    int page = number & (CHUNK - 1);
    chunk.left[page] -= lost;
    if (chunk.left[page] == 0) {
      chunk.pages[page] = NONE;
      chunk.own[page] = false;
      pagesLeft--;
    }
  }

  /** These bits of a byte hold no value, the others do. */
  void put(long offset, byte bits, String from) {
    int number = number(offset);
    int at = (int) offset & (PAGE - 1);
    byte old = of(offset);
    if (bits != 0) {
      origin = from;
      hashed = false;
    }
    if (old == bits) {
      return;
    }
    writable(number)[at] = bits;
    hashed = false;
    if (old == 0) {
      pagesLeft += left(offset) == 0 ? 1 : 0;
      chunks[number >>> CHUNK_SHIFT].left[number & (CHUNK - 1)]++;
    } else if (bits == 0) {
      lose(number, 1);
    }
  }

  /** Depends on the bits and where they come from alone. */
  @SuppressWarnings("ReferenceEquality") // one array stands for all unwritten pages
  long hash() {
    if (!hashed) {
      long sum = StructuralHash.mix(origin);
      for (int number = 0; number < chunks.length; number++) {
        Chunk chunk = chunks[number];
        for (int at = 0; chunk != EMPTY && at < chunk.left.length; at++) {
          if (chunk.left[at] > 0) {
            long bits = chunk.pages[at] == ALL ? 1 : StructuralHash.mix(chunk.pages[at]);
            sum += StructuralHash.mix((number << CHUNK_SHIFT) + at, bits);
          }
        }
      }
      hash = sum;
      hashed = true;
    }
    return hash;
  }

  private static int number(long offset) {
    return (int) (offset >>> PAGE_SHIFT);
  }

  private byte[] page(long offset) {
    int number = number(offset);
    return chunks[number >>> CHUNK_SHIFT].pages[number & (CHUNK - 1)];
  }

  private int left(long offset) {
    int number = number(offset);
    return chunks[number >>> CHUNK_SHIFT].left[number & (CHUNK - 1)];
  }

  private byte of(long offset) {
    return page(offset)[(int) offset & (PAGE - 1)];
  }

  private int pageSize(int number) {
    return (int) Math.min(PAGE, size - ((long) number << PAGE_SHIFT));
  }

  private Chunk writableChunk(int number) {
    int chunk = number >>> CHUNK_SHIFT;
    if (!own[chunk]) {
      chunks[chunk] = new Chunk(chunks[chunk]);
      own[chunk] = true;
    }
    return chunks[chunk];
  }

  private byte[] writable(int number) {
    Chunk chunk = writableChunk(number);
    int page = number & (CHUNK - 1);
    if (!chunk.own[page]) {
      chunk.pages[page] = Arrays.copyOf(chunk.pages[page], pageSize(number));
      chunk.own[page] = true;
    }
    return chunk.pages[page];
  }
}
