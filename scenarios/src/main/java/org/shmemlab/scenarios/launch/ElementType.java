package org.shmemlab.scenarios.launch;

import com.google.common.base.Ascii;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Describes the type of a buffer's elements or of a scalar, by its name in NumPy. */
enum ElementType {
  INT8("int8_t", "int8", "|i1"),
  INT16("int16_t", "int16", "<i2"),
  INT32("int32_t", "int32", "<i4"),
  INT64("int64_t", "int64", "<i8"),
  UINT8("uint8_t", "uint8", "|u1"),
  UINT16("uint16_t", "uint16", "<u2"),
  UINT32("uint32_t", "uint32", "<u4"),
  UINT64("uint64_t", "uint64", "<u8"),
  FLOAT32("float", "float", "<f4"),
  FLOAT64("double", "double", "<f8");

  /** Its name in C. */
  final String c;

  /** Its name in NVSHMEM's calls. */
  final String call;

  /** Its name in a {@code .npy} file. */
  final String npy;

  ElementType(String c, String call, String npy) {
    this.c = c;
    this.call = call;
    this.npy = npy;
  }

  /** NumPy's name. */
  String numpy() {
    return Ascii.toLowerCase(name());
  }

  int bytes() {
    return npy.charAt(2) - '0';
  }

  boolean isReal() {
    return this == FLOAT32 || this == FLOAT64;
  }

  static Optional<ElementType> of(String numpy) {
    return Arrays.stream(values()).filter(one -> one.numpy().equals(numpy)).findFirst();
  }

  /** All names. */
  static String names() {
    return Arrays.stream(values()).map(ElementType::numpy).collect(Collectors.joining(", "));
  }
}
