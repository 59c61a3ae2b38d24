package org.shmemlab.labs.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Text in UTF-8, compressed by gzip, as it is kept and sent. */
final class Zipped {
  private final byte[] bytes;

  private Zipped(byte[] bytes) {
    this.bytes = bytes;
  }

  static Zipped of(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException never) {
      throw new UncheckedIOException(never);
    }
    return new Zipped(bytes.toByteArray());
  }

  int length() {
    return bytes.length;
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes);
  }
}
