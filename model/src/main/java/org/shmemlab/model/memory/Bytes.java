package org.shmemlab.model.memory;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Carries bytes from one object to another, with those of their bits that hold no value. */
public final class Bytes {
  private final byte[] data;
  private byte @Nullable [] unset; // a one for each such bit; null where all hold values
  private String origin = ""; // of those

  /** So many zeros. */
  public Bytes(int length) {
    this(new byte[length]);
  }

  /** These bytes, each a value. The array is kept. */
  public Bytes(byte[] data) {
    this.data = data;
  }

  /** An independent copy. */
  public Bytes copy() {
    return slice(0, data.length);
  }

  public int length() {
    return data.length;
  }

  /** The bytes themselves, to be read and written; those without a value are arbitrary. */
  public byte[] data() {
    return data;
  }

  /** Whether every bit holds a value. */
  public boolean isSet() {
    return unset == null;
  }

  /** The bits of at most 8 bytes that hold no value; null if all do. */
  public @Nullable Uninitialized unset(int at, int bytes) {
    if (unset == null) {
      return null;
    }
    long bits = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      bits = (bits << 8) | (unset[at + i] & 0xFF);
    }
    return bits == 0 ? null : new Uninitialized(bits, origin);
  }

  /** Says which bits of at most 8 bytes hold no value; null: all do. */
  public void unset(int at, int bytes, @Nullable Uninitialized which) {
    if (which == null && unset == null) {
      return;
    }
    long bits = which == null ? 0 : which.bits();
    for (int i = 0; i < bytes; i++) {
      put(at + i, (byte) (bits >>> (8 * i)));
    }
    if (which != null) {
      origin = which.origin();
    }
  }

  /** Takes bytes over from others, with their bits without a value. */
  public void put(int at, Bytes from, int start, int bytes) {
    System.arraycopy(from.data, start, data, at, bytes);
    if (from.unset != null || unset != null) {
      for (int i = 0; i < bytes; i++) {
        put(at + i, from.unset == null ? 0 : from.unset[start + i]);
      }
      origin = from.unset == null ? origin : from.origin;
    }
  }

  private void put(int at, byte bits) {
    if (unset == null) {
      if (bits == 0) {
        return;
      }
      unset = new byte[data.length];
    }
    unset[at] = bits;
  }

  /** A copy of the bytes from one index to before another. */
  public Bytes slice(int from, int to) {
    Bytes slice = new Bytes(Arrays.copyOfRange(data, from, to));
    if (unset != null) {
      slice.unset = Arrays.copyOfRange(unset, from, to);
      slice.origin = origin;
    }
    return slice;
  }

  /** All of them, one after the other. */
  public static Bytes concatenate(List<Bytes> parts) {
    Bytes all = new Bytes(parts.stream().mapToInt(Bytes::length).sum());
    int at = 0;
    for (Bytes part : parts) {
      all.put(at, part, 0, part.length());
      at += part.length();
    }
    return all;
  }

  /** Depends on the bytes, on which bits hold no value, and whose they are. */
  public long hash() {
    long hash = StructuralHash.mix(data);
    return unset == null
        ? hash
        : StructuralHash.with(hash, StructuralHash.mix(unset), StructuralHash.mix(origin));
  }

  // ---------------------------------------------------------------- for MemoryObject

  void take(int at, int bytes, @Nullable UninitializedBits from, long offset) {
    if (from != null && from.any(offset, bytes)) {
      if (unset == null) {
        unset = new byte[data.length];
      }
      from.read(offset, unset, at, bytes);
      origin = from.origin();
    } else if (unset != null) {
      Arrays.fill(unset, at, at + bytes, (byte) 0);
    }
  }

  void give(int at, int bytes, UninitializedBits to, long offset) {
    for (int i = 0; i < bytes; i++) {
      to.put(offset + i, unset == null ? 0 : unset[at + i], origin);
    }
  }

  boolean anyUnset(int at, int bytes) {
    if (unset != null) {
      for (int i = at; i < at + bytes; i++) {
        if (unset[i] != 0) {
          return true;
        }
      }
    }
    return false;
  }
}
