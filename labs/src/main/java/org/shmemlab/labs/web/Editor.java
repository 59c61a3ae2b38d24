package org.shmemlab.labs.web;

import com.google.common.collect.ImmutableMap;
import java.util.stream.Collectors;

/**
 * Serves the modules of the editor, CodeMirror 6, as its authors publish them: a browser loads each
 * by the name that the others import it by, so that nothing has to be bundled.
 */
final class Editor {
  /** Each module's name, and where the build has it. */
  static final ImmutableMap<String, String> MODULES =
      ImmutableMap.<String, String>builder()
          .put("@codemirror/commands", "at/codemirror/commands/6.10.3/dist/index.js")
          .put("@codemirror/lang-cpp", "lang-cpp/6.0.3/dist/index.js")
          .put("@codemirror/language", "at/codemirror/language/6.12.3/dist/index.js")
          .put("@codemirror/lint", "at/codemirror/lint/6.9.5/dist/index.js")
          .put("@codemirror/state", "at/codemirror/state/6.6.0/dist/index.js")
          .put("@codemirror/view", "at/codemirror/view/6.41.0/dist/index.js")
          .put("@lezer/common", "at/lezer/common/1.5.1/dist/index.js")
          .put("@lezer/cpp", "at/lezer/cpp/1.1.5/dist/index.js")
          .put("@lezer/highlight", "highlight/1.2.3/dist/index.js")
          .put("@lezer/lr", "at/lezer/lr/1.4.8/dist/index.js")
          .put("@marijn/find-cluster-break", "find-cluster-break/1.0.2/src/index.js")
          .put("crelt", "crelt/1.0.6/index.js")
          .put("style-mod", "style-mod/4.1.3/src/style-mod.js")
          .put("w3c-keyname", "w3c-keyname/2.2.8/index.js")
          .buildOrThrow();

  private static final String FOLDER = "/META-INF/resources/_static/";

  private Editor() {}

  /** The resource of a module. */
  static String resource(String module) {
    return FOLDER + MODULES.get(module);
  }

  /** The path under which the server has it. */
  static String path(String module) {
    return "/editor/" + module.replace("@", "").replace('/', '-') + ".js";
  }

  /** The import map that says so to a browser. */
  static String map() {
    return MODULES.keySet().stream()
        .map(module -> "\"%s\": \"%s\"".formatted(module, path(module)))
        .collect(Collectors.joining(", ", "{\"imports\": {", "}}"));
  }
}
