package org.shmemlab.scenarios.parse;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.index.IIndexFileLocation;
import org.eclipse.cdt.core.parser.FileContent;
import org.eclipse.cdt.internal.core.parser.IMacroDictionary;
import org.eclipse.cdt.internal.core.parser.scanner.InternalFileContent;
import org.eclipse.cdt.internal.core.parser.scanner.InternalFileContentProvider;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Answers {@code #include}: headers of our own for the libraries we know, the user's files for the
 * rest. Ours hold types, constants and macros, and small functions of the C library.
 */
final class Headers extends InternalFileContentProvider {
  /** The folder that our headers seem to lie in. */
  static final String FOLDER = "/shmemlab/include";

  private static final int MAX_INCLUSIONS = 1000;

  private final Diagnostics diagnostics;
  private final Map<String, String> aliases;
  private final Set<String> included = new LinkedHashSet<>();
  private int inclusions;

  Headers(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    this.aliases = readAliases();
  }

  /** Our headers that were included, by their own names. */
  Set<String> included() {
    return included;
  }

  /** Whether a path names a header of ours. */
  static boolean isOurs(String path) {
    return path.startsWith(FOLDER + "/");
  }

  @Override
  public boolean getInclusionExists(String path) {
    if (isOurs(path)) {
      String name = path.substring(FOLDER.length() + 1);
      return aliases.containsKey(name) || known(name);
    }
    return isFile(path);
  }

  @Override
  public @Nullable InternalFileContent getContentForInclusion(
      String path, @Nullable IMacroDictionary macros) {
    if (++inclusions > MAX_INCLUSIONS || !getInclusionExists(path)) {
      return null;
    }
    if (isOurs(path)) {
      String name = path.substring(FOLDER.length() + 1);
      String alias = aliases.get(name);
      included.add(alias == null ? name : alias);
      String text = alias == null ? read(name) : "#include <" + alias + ">\n";
      return (InternalFileContent) FileContent.create(path, text.toCharArray());
    }
    try {
      char[] text =
          OpenMpSyntax.rewrite(LaunchSyntax.rewrite(SourceFile.read(Path.of(path)), diagnostics));
      return (InternalFileContent) FileContent.create(path, text);
    } catch (IOException unreadable) {
      return null; // the parser reports it as not found
    }
  }

  @Override
  public @Nullable InternalFileContent getContentForInclusion(
      IIndexFileLocation location, String astPath) {
    return null; // there is no index
  }

  private static boolean isFile(String path) {
    try {
      return Files.isRegularFile(Path.of(path));
    } catch (InvalidPathException notAPath) {
      return false;
    }
  }

  private static boolean known(String name) {
    return name.matches("[A-Za-z0-9_/]+(\\.h)?")
        && Headers.class.getResource(resource(name)) != null;
  }

  private static String resource(String name) {
    return "/org/shmemlab/scenarios/headers/" + name;
  }

  private static String read(String name) {
    try (InputStream in = Headers.class.getResourceAsStream(resource(name))) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> readAliases() {
    Map<String, String> aliases = new LinkedHashMap<>();
    for (String line : Splitter.on('\n').omitEmptyStrings().split(read("aliases.txt"))) {
      int space = line.indexOf(' ');
      if (!line.startsWith("#")) {
        aliases.put(line.substring(0, space), line.substring(space + 1));
      }
    }
    return aliases;
  }
}
