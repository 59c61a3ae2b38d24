package org.shmemlab.labs.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Holds text in UTF-8, compressed by gzip, as it is kept and sent. */
final class GzipText {
  private final byte[] bytes;

  private GzipText(byte[] bytes) {
    this.bytes = bytes;
  }

  static GzipText of(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException never) {
      throw new UncheckedIOException(never);
    }
    return new GzipText(bytes.toByteArray());
  }

  int length() {
    return bytes.length;
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes);
  }
}
