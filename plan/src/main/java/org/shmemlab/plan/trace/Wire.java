package org.shmemlab.plan.trace;

import java.nio.charset.StandardCharsets;
import org.shmemlab.model.program.SourceLine;

/**
 * Reads a part of a message in protobuf's wire format (Protocol Buffers, "Encoding"): fields, each
 * with its number and one of four kinds of values.
 */
final class Wire {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int BYTES = 2;
  static final int FIXED32 = 5;

  private static final int KIND_BITS = 3;
  private static final int SEVEN_BITS = 7;

  private final byte[] bytes;
  private final int end;
  private final SourceLine at;
  private int next;

  /** So many bytes from a place on; mistakes are reported {@code at}. */
  Wire(byte[] bytes, int from, int end, SourceLine at) {
    this.bytes = bytes;
    this.next = from;
    this.end = end;
    this.at = at;
  }

  /** Whether nothing is left. */
  boolean isEmpty() {
    return next == end;
  }

  /** Where the rest begins. */
  int position() {
    return next;
  }

  /** The number of the next field, above its kind. */
  int field() {
    long tag = varint();
    if (tag <= 0 || tag > Integer.MAX_VALUE) {
      throw broken();
    }
    return (int) tag >>> KIND_BITS;
  }

  /** The kind of value after the tag that begins at a place. */
  int kindAt(int place) {
    return bytes[place] & ((1 << KIND_BITS) - 1);
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += SEVEN_BITS) {
      if (next == end) {
        throw broken();
      }
      byte one = bytes[next++];
      value |= (long) (one & 0x7F) << shift;
      if (one >= 0) {
        return value;
      }
    }
    throw broken();
  }

  /** So many bytes, the lowest first. */
  long fixed(int count) {
    if (end - next < count) {
      throw broken();
    }
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (bytes[next++] & 0xFFL) << (Byte.SIZE * i);
    }
    return value;
  }

  /** A message or packed numbers, with the length before them. */
  Wire inner() {
    long length = varint();
    if (length < 0 || length > end - next) {
      throw broken();
    }
    next += (int) length;
    return new Wire(bytes, next - (int) length, next, at);
  }

  /** The rest, as text. */
  String text() {
    return new String(bytes, next, end - next, StandardCharsets.UTF_8);
  }

  /** Goes past a value of a kind. */
  void skip(int kind) {
    switch (kind) {
      case VARINT -> varint();
      case FIXED64 -> fixed(Long.BYTES);
      case BYTES -> inner();
      case FIXED32 -> fixed(Integer.BYTES);
      default -> throw broken();
    }
  }

  TraceException broken() {
    return new TraceException(
        at, "this is not a node of a Chakra trace in protobuf; was the file cut off?");
  }
}
