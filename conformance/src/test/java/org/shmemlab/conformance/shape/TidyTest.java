package org.shmemlab.conformance.shape;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks the source tree as a reader meets it: every finding is a {@code file:line: text}. */
class TidyTest {
  /** Texts of others, kept as they came. */
  private static final Set<String> AS_THEY_CAME = Set.of("LICENSE", "mvnw");

  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
  private static final Pattern ONE_MACHINE =
      Pattern.compile("(?<![\\w.*])/(wo" + "rk|ro" + "ot|home/\\w+)/");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(#[^)]*)?\\)");

  private final SourceTree tree = SourceTree.here();
  private final Path root = tree.root();
  private final List<Path> files = tree.files();

  @Test
  void noLineEndsInASpace() {
    assertThat(
            lines(
                file -> !file.toString().endsWith(".expected") && !isResult(file),
                line -> !line.equals(line.stripTrailing())))
        .isEmpty();
  }

  @Test
  void javaHasNoTabs() {
    assertThat(lines(TidyTest::isJava, line -> line.indexOf('\t') >= 0)).isEmpty();
  }

  @Test
  void nothingIsLeftForLater() {
    assertThat(lines(file -> true, UNFINISHED.asPredicate())).isEmpty();
  }

  @Test
  void noPathOfOneMachine() {
    assertThat(lines(file -> true, ONE_MACHINE.asPredicate())).isEmpty();
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    var broken = new ArrayList<String>();
    for (var file : files) {
      if (file.toString().endsWith(".md")) {
        var text = Files.readString(root.resolve(file));
        for (var link = LINK.matcher(text); link.find(); ) {
          if (!Files.exists(root.resolve(file).resolveSibling(link.group(1)))) {
            broken.add(file + ": " + link.group(1));
          }
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void everyPackageSaysWhatLivesThere() throws IOException {
    var packages = new TreeSet<Path>();
    for (var file : files) {
      if (isJava(file) && file.toString().contains("src/main/java")) {
        packages.add(file.getParent());
      }
    }
    assertThat(packages).isNotEmpty();
    var silent = new ArrayList<String>();
    for (var folder : packages) {
      var info = root.resolve(folder).resolve("package-info.java");
      if (!Files.exists(info)) {
        silent.add(folder + ": no package-info.java");
      } else {
        var text = Files.readString(info);
        if (!text.startsWith("/**")) {
          silent.add(folder + ": its package-info.java says nothing");
        }
        if (!text.contains("\n@NullMarked\n")) {
          silent.add(folder + ": not @NullMarked");
        }
      }
    }
    assertThat(silent).isEmpty();
  }

  /** A name that is searched for leads to one class. */
  @Test
  void classesOfMainCodeHaveDifferentSimpleNames() {
    var byName = new TreeMap<String, List<Path>>();
    for (var file : files) {
      String name = file.getFileName().toString();
      if (isJava(file) && file.toString().contains("src/main/java") && !name.contains("-info")) {
        byName.computeIfAbsent(name, absent -> new ArrayList<>()).add(file);
      }
    }
    assertThat(byName).isNotEmpty();
    assertThat(byName.values()).allSatisfy(same -> assertThat(same).hasSize(1));
  }

  private List<String> lines(Predicate<Path> where, Predicate<String> finding) {
    var found = new ArrayList<String>();
    for (var file : files) {
      if (where.test(file) && !AS_THEY_CAME.contains(file.toString()) && isText(file)) {
        var number = 0;
        for (var line : tree.text(file).lines().toList()) {
          number++;
          if (finding.test(line)) {
            found.add(file + ":" + number + ": " + line);
          }
        }
      }
    }
    return found;
  }

  /** The output of a real machine stays as it is. */
  private static boolean isResult(Path file) {
    return file.startsWith("results") && !file.toString().endsWith(".md");
  }

  private static boolean isText(Path file) {
    String name = file.toString();
    return !name.endsWith(".png") && !name.endsWith(".et"); // pictures, binary traces
  }

  private static boolean isJava(Path file) {
    return file.toString().endsWith(".java");
  }
}
