package org.shmemlab.labs.web;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.shmemlab.reports.page.Pages;

/**
 * Serves the files of the page by their paths, all of them resources of this module: no folder is
 * read.
 */
final class Assets {
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";

  /**
   * One file.
   *
   * @param tag that changes with its content (RFC 9110, section 8.8.3)
   */
  record Asset(String type, String tag, GzipText content) {
    static Asset of(String type, String text) {
      String tag = Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
      return new Asset(type, "\"" + tag.substring(0, 16) + "\"", GzipText.of(text));
    }
  }

  private final ImmutableMap<String, Asset> all;
  private final String page = own("workbench.html");

  Assets() {
    ImmutableMap.Builder<String, Asset> files = ImmutableMap.builder();
    files.put("/workbench.css", Asset.of(STYLE, Pages.colours() + own("workbench.css")));
    files.put("/workbench.js", Asset.of(SCRIPT, own("workbench.js")));
    files.put("/editor.js", Asset.of(SCRIPT, own("editor.js")));
    for (String module : Editor.MODULES.keySet()) {
      files.put(Editor.path(module), Asset.of(SCRIPT, resource(Editor.resource(module))));
    }
    all = files.buildOrThrow();
  }

  ImmutableMap<String, Asset> all() {
    return all;
  }

  /**
   * The page.
   *
   * @param nonce that lets its import map and the editor's style in
   */
  String page(String nonce) {
    return page.replace("IMPORTS", Editor.map()).replace("NONCE", nonce);
  }

  /** The page for who has no access yet. */
  String entry() {
    return own("entry.html");
  }

  static String own(String name) {
    return resource("/org/shmemlab/labs/web/" + name);
  }

  private static String resource(String path) {
    try (InputStream in = Assets.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("the build left out " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
