package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the program on the page about the library compiles, and prints the output shown
 * there.
 */
class LibraryPageTest {
  private static final Pattern PROGRAM =
      Pattern.compile(
          "```java\n(.*?)```\n.*?`(gallery/.*?)` it prints:\n\n```\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void theProgramPrintsWhatThePageSays() throws Exception {
    Matcher page = PROGRAM.matcher(Files.readString(Path.of("../docs/library.md")));
    assertThat(page.find()).isTrue();
    Path source = Files.writeString(folder.resolve("Example.java"), page.group(1));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        compiler.run(
            null, said, said, "-cp", OwnProcess.classPath(), "-d", folder + "", source + "");
    assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(printed(page.group(2)).replace("../gallery", "gallery")).isEqualTo(page.group(3));
  }

  private String printed(String argument) throws Exception {
    PrintStream usual = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      var main = loader.loadClass("Example").getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) new String[] {"../" + argument});
    } finally {
      System.setOut(usual);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
