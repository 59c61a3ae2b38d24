package org.shmemlab.scenarios.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the elements of a file in NumPy's format ("NPY format", versions 1.0 to 3.0). */
final class Npy {
  private static final int MOST = 1 << 20;
  private static final Pattern TYPE = Pattern.compile("'descr': *'([^']*)'");
  private static final Pattern SHAPE = Pattern.compile("'shape': *\\(([^)]*)\\)");
  private static final Pattern FORTRAN = Pattern.compile("'fortran_order': *True");

  private Npy() {}

  /**
   * The elements of a file as literals of C.
   *
   * @throws IOException if it has no array of this type and size, with the reason
   */
  static String literals(Path file, Buffer buffer) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("there is no file " + file);
    }
    if (Files.size(file) > MOST) {
      throw new IOException(file + " is larger than 1 MiB");
    }
    ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    if (all.limit() < 12 || all.getInt(0) != 0x4D554E93 || all.getShort(4) != 0x5950) {
      throw new IOException(file + " is no .npy file; numpy.save writes one");
    }
    boolean isFirst = all.get(6) == 1;
    long header = isFirst ? all.getShort(8) & 0xFFFF : all.getInt(8) & 0xFFFFFFFFL;
    int start = isFirst ? 10 : 12;
    if (start + header > all.limit()) {
      throw new IOException(file + " ends within its header");
    }
    String words = new String(all.array(), start, (int) header, StandardCharsets.UTF_8);
    all.position((int) (start + header));
    check(file, words, buffer);
    if (all.remaining() < buffer.bytes()) {
      throw new IOException(file + " ends within its elements");
    }
    StringBuilder literals = new StringBuilder();
    for (int i = 0; i < buffer.count(); i++) {
      literals.append(literal(all, buffer.type())).append(i % 16 == 15 ? ",\n" : ", ");
    }
    return literals.toString();
  }

  private static void check(Path file, String header, Buffer buffer) throws IOException {
    Matcher type = TYPE.matcher(header);
    Matcher shape = SHAPE.matcher(header);
    if (!type.find() || !shape.find() || FORTRAN.matcher(header).find()) {
      throw new IOException(
          file + " holds no array in C's order; numpy.ascontiguousarray makes one");
    }
    long count = 1;
    for (String size : shape.group(1).split(",", -1)) {
      String digits = size.strip();
      count *= digits.isEmpty() ? 1 : digits.matches("\\d{1,9}") ? Long.parseLong(digits) : 0;
    }
    if (!type.group(1).equals(buffer.type().npy) || count != buffer.count()) {
      throw new IOException(
          "%s holds %d elements of type %s, and '%s' is %s[%d]"
              .formatted(
                  file,
                  count,
                  type.group(1),
                  buffer.name(),
                  buffer.type().numpy(),
                  buffer.count()));
    }
  }

  private static String literal(ByteBuffer from, ElementType type) {
    return switch (type) {
      case INT8 -> "" + from.get();
      case UINT8 -> "" + (from.get() & 0xFF);
      case INT16 -> "" + from.getShort();
      case UINT16 -> "" + (from.getShort() & 0xFFFF);
      case INT32 -> "(int)" + from.getInt() + "LL";
      case UINT32 -> (from.getInt() & 0xFFFFFFFFL) + "u";
      case INT64 -> "(long long)" + Long.toUnsignedString(from.getLong()) + "ull";
      case UINT64 -> Long.toUnsignedString(from.getLong()) + "ull";
      case FLOAT32 -> real(from.getFloat(), "f");
      case FLOAT64 -> real(from.getDouble(), "");
    };
  }

  private static String real(double value, String suffix) {
    if (Double.isNaN(value)) {
      return "__builtin_nan" + suffix + "(\"\")";
    }
    if (Double.isInfinite(value)) {
      return (value < 0 ? "-" : "") + "__builtin_inf" + suffix + "()";
    }
    return String.format(Locale.ROOT, "%s%s", Double.toHexString(value), suffix);
  }
}
