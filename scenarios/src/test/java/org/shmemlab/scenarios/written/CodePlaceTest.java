package org.shmemlab.scenarios.written;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodePlaceTest {
  private static final String CLASS = "org/shmemlab/scenarios/written/CodePlace.class";

  @TempDir Path folder;

  @Test
  void aClassOfAFolder() throws IOException {
    assertThat(CodePlace.of(CodePlace.class).resolve(CLASS)).isRegularFile();
  }

  @Test
  void aClassOfAJarWithAnOddName() throws Exception {
    Path jar = folder.resolve("a b+ü%20.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry(CLASS));
      out.write(Files.readAllBytes(CodePlace.of(CodePlace.class).resolve(CLASS)));
      out.closeEntry();
    }
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      assertThat(CodePlace.of(loader.loadClass(CodePlace.class.getName()))).isEqualTo(jar);
    }
  }
}
