package org.shmemlab.scenarios.backend;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the files of the harness from the resources. */
final class HarnessFiles {
  private HarnessFiles() {}

  /** The text of a file, by its path among the resources of this package. */
  static String text(String path) {
    try {
      return Resources.toString(
          Resources.getResource(HarnessFiles.class, path), StandardCharsets.UTF_8);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }
}
