package org.shmemlab.reports.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/**
 * Packs many whole numbers into few characters; {@link org.shmemlab.reports.page.Tracks} says how.
 */
final class PackedNumbers {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Adds a number, which is not negative. */
  PackedNumbers add(long number) {
    if (number < 0) {
      throw new IllegalArgumentException(String.valueOf(number));
    }
    long rest = number;
    for (; rest > 0x7F; rest >>>= 7) {
      bytes.write((int) (rest & 0x7F) | 0x80);
    }
    bytes.write((int) rest);
    return this;
  }

  /** All of them as text. */
  String text() {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      bytes.writeTo(gzip);
    } catch (IOException impossible) { // memory takes everything
      throw new UncheckedIOException(impossible);
    }
    return Base64.getEncoder().encodeToString(packed.toByteArray());
  }
}
