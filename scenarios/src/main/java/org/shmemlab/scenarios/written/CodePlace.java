package org.shmemlab.scenarios.written;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;

/** Finds our own classes on this machine's disk. */
public final class CodePlace {
  private CodePlace() {}

  /**
   * The jar or the folder that holds a class, found by the class's own resource. Its protection
   * domain would be shorter, but names no place where the class came out of Java's ahead-of-time
   * cache and its jar was moved since that was made.
   *
   * @param one a class that is not inside another
   * @throws IOException where it is neither in a jar nor in a folder
   */
  public static Path of(Class<?> one) throws IOException {
    String name = one.getName().replace('.', '/') + ".class";
    URL found = one.getResource("/" + name);
    if (found == null) {
      throw new IOException("no place holds " + one.getName());
    }
    try {
      if (found.openConnection() instanceof JarURLConnection inside) {
        return Path.of(inside.getJarFileURL().toURI());
      }
      Path file = Path.of(found.toURI());
      return file.resolve("../".repeat(Path.of(name).getNameCount())).normalize();
    } catch (URISyntaxException odd) {
      throw new IOException("cannot read the place " + found, odd);
    }
  }
}
