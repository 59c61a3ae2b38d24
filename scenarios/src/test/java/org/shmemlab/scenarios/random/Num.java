package org.shmemlab.scenarios.random;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The arithmetic types, with the rules of ISO C 17, 6.3.1 for the data model of 64-bit Linux.
 *
 * <p>Written apart from the front-end's own, so that one checks the other.
 */
enum Num implements Type {
  INT(32, true, "d", "int", "int32_t", "signed"),
  UNSIGNED(32, false, "u", "unsigned", "unsigned int", "uint32_t"),
  LONG(64, true, "ld", "long", "int64_t", "long int"),
  UNSIGNED_LONG(64, false, "lu", "unsigned long", "size_t", "uint64_t"),
  LONG_LONG(64, true, "lld", "long long"),
  UNSIGNED_LONG_LONG(64, false, "llu", "unsigned long long", "unsigned long long int"),
  CHAR(8, true, "d", "char"),
  SIGNED_CHAR(8, true, "hhd", "signed char", "int8_t"),
  UNSIGNED_CHAR(8, false, "hhu", "unsigned char", "uint8_t"),
  SHORT(16, true, "hd", "short", "int16_t", "short int"),
  UNSIGNED_SHORT(16, false, "hu", "unsigned short", "uint16_t"),
  BOOL(1, false, "d", "bool"),
  FLOAT(32, true, ".9g", "float"),
  DOUBLE(64, true, ".17g", "double");

  static final List<Num> INTEGERS = Stream.of(values()).filter(Num::integer).toList();
  static final List<Num> ALL = List.of(values());

  private final int bits;
  private final boolean signed;
  private final String format;
  private final ImmutableList<String> spellings;

  Num(int bits, boolean signed, String format, String... spellings) {
    this.bits = bits;
    this.signed = signed;
    this.format = format;
    this.spellings = ImmutableList.copyOf(spellings);
  }

  /** The ways to write the type; {@code <stdint.h>} and {@code <stddef.h>} are there. */
  ImmutableList<String> spellings() {
    return spellings;
  }

  int bits() {
    return bits;
  }

  boolean signed() {
    return signed;
  }

  boolean floating() {
    return this == FLOAT || this == DOUBLE;
  }

  boolean integer() {
    return !floating();
  }

  /** The conversion of {@code printf} that prints all of it, without the percent sign. */
  String format() {
    return format;
  }

  /** The type after the integer promotions. */
  Num promoted() {
    return integer() && bits < 32 ? INT : this;
  }

  /** The type of a sum of the two. */
  static Num common(Num first, Num second) {
    if (first.floating() || second.floating()) {
      return first == DOUBLE || second == DOUBLE ? DOUBLE : FLOAT;
    }
    Num a = first.promoted();
    Num b = second.promoted();
    int bits = Math.max(a.bits, b.bits);
    boolean longLong = a.rank() == 3 || b.rank() == 3;
    boolean unsigned = (a.bits == bits && !a.signed) || (b.bits == bits && !b.signed);
    if (bits == 32) {
      return unsigned ? UNSIGNED : INT;
    }
    if (longLong) {
      return unsigned ? UNSIGNED_LONG_LONG : LONG_LONG;
    }
    return unsigned ? UNSIGNED_LONG : LONG;
  }

  private int rank() {
    return switch (this) {
      case LONG_LONG, UNSIGNED_LONG_LONG -> 3;
      case LONG, UNSIGNED_LONG -> 2;
      default -> 1;
    };
  }
}
