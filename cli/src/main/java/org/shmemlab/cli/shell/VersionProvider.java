package org.shmemlab.cli.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/**
 * Returns the text of {@code --version}: the name and the version that the build wrote into a
 * resource.
 */
public final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"shmemlab " + number()};
  }

  /** The version alone. */
  public static String number() {
    try (var text = VersionProvider.class.getResourceAsStream("version.txt")) {
      if (text == null) {
        throw new IllegalStateException("the build left out version.txt");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
