package org.shmemlab.junit;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.shmemlab.scenarios.source.SourceFile;

/** Finds the files that tests name. */
final class Sources {
  private Sources() {}

  /** A file of the working folder, or one next to the test's class. */
  static SourceFile named(String name, ExtensionContext context) {
    Class<?> test = context.getRequiredTestClass();
    Path path = Path.of(name);
    URL neighbour = test.getResource(name);
    try {
      if (!Files.isRegularFile(path)
          && neighbour != null
          && neighbour.getProtocol().equals("file")) {
        path = Path.of(neighbour.toURI());
      }
      if (!Files.isRegularFile(path)) {
        throw new ExtensionConfigurationException(
            "no such file: "
                + name
                + "; neither in "
                + Path.of("").toAbsolutePath()
                + " nor a resource next to "
                + test.getName());
      }
      return SourceFile.read(path);
    } catch (IOException | URISyntaxException unreadable) {
      throw new ExtensionConfigurationException("cannot read " + name, unreadable);
    }
  }
}
