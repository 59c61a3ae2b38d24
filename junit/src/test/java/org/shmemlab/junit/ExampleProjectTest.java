package org.shmemlab.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.EngineFilter.includeEngines;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Builds the project in {@code examples/junit} as its users do, and compares the reports of its
 * tests.
 */
class ExampleProjectTest {
  private static final Path PROJECT = Path.of("../examples/junit/src/test");

  @TempDir Path folder;

  /** Records the result of each node, and the reports attached to it. */
  private static final class Listener implements TestExecutionListener {
    private final Map<String, String> results = new TreeMap<>();
    private final List<String> attached = new ArrayList<>();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest() || result.getThrowable().isPresent()) {
        String how =
            result
                .getThrowable()
                .map(wrong -> String.valueOf(wrong.getMessage()).lines().findFirst().orElse(""))
                .orElse("ok");
        // two methods ask for one file
        results.merge(test.getDisplayName(), how, (one, other) -> one.equals("ok") ? other : one);
      }
    }

    @Override
    public void fileEntryPublished(TestIdentifier test, FileEntry file) {
      try {
        attached.add(Files.readString(file.getPath()).lines().findFirst().orElse(""));
      } catch (IOException unreadable) {
        throw new IllegalStateException(unreadable);
      }
    }
  }

  private Listener run(String changed, String by) throws IOException {
    String text = Files.readString(PROJECT.resolve("java/example/KernelsTest.java"));
    assertThat(text).contains(changed);
    Path source = Files.writeString(folder.resolve("KernelsTest.java"), text.replace(changed, by));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, said, said, "-cp", classPath(), "-d", classes + "", source + "");
    assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
    URL[] places = {classes.toUri().toURL(), PROJECT.resolve("resources").toUri().toURL()};
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(places, getClass().getClassLoader())) {
      thread.setContextClassLoader(loader);
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(selectClass(loader, "example.KernelsTest"))
              .filters(includeEngines("junit-jupiter")) // the one that the project has
              .configurationParameter("junit.platform.output.dir", folder.toString())
              .build();
      Listener listener = new Listener();
      LauncherFactory.create().execute(request, listener);
      return listener;
    } finally {
      thread.setContextClassLoader(usual);
    }
  }

  private static String classPath() {
    return ExampleProjectTest.class.getClassLoader() instanceof URLClassLoader loader
        ? Stream.of(loader.getURLs()).map(URL::getPath).reduce((a, b) -> a + ":" + b).orElse("")
        : System.getProperty("java.class.path");
  }

  @Test
  void eachProfileOfEachFileIsANode() throws IOException {
    Listener listener = run("", "");
    assertThat(listener.results)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "mp, nvshmem: forbidden", "ok",
                "mp, nvshmem-ordering-page: forbidden", "ok",
                "mp, openshmem-1.6: forbidden", "ok",
                "ring.cu, 3 PEs, nvshmem: nothing", "ok",
                "ring.cu, 3 PEs, nvshmem-ordering-page: nothing", "ok",
                "no_barrier.cu, 2 PEs, nvshmem: conflict", "ok",
                "no_barrier.cu, 2 PEs, nvshmem-ordering-page: conflict", "ok"));
    assertThat(listener.attached).hasSize(10).contains("Test mp");
  }

  @Test
  void whatIsNotAsExpectedFails() throws IOException {
    assertThat(run("Verdict.FORBIDDEN", "Verdict.ALLOWED").results)
        .containsEntry(
            "mp, nvshmem: forbidden",
            "mp, nvshmem: forbidden: the verdict is forbidden, not allowed");
    assertThat(run("1:r0=1;", "1:r0=0;").results)
        .containsEntry(
            "mp, nvshmem: forbidden",
            "mp, nvshmem: forbidden: the outcomes are [1:r0=1;], not [1:r0=0;]");
    assertThat(run("finds = FindingKind.CONFLICT", "finds = {}").results)
        .containsEntry(
            "no_barrier.cu, 2 PEs, nvshmem: conflict",
            "no_barrier.cu, 2 PEs, nvshmem: conflict: it finds conflict, not nothing");
    assertThat(run("PE 0 has 2", "PE 0 has 1").results)
        .hasEntrySatisfying(
            "ring.cu, 3 PEs, nvshmem: nothing",
            why -> assertThat(why).contains("it prints [PE 0 has 2"));
    assertThat(run("pes = 3,", "pes = 3, budget = 3,").results)
        .hasEntrySatisfying(
            "ring.cu, 3 PEs, nvshmem: nothing",
            why -> assertThat(why).contains("not every order was seen; budget = 3 is not enough"));
  }

  @Test
  void aMistakeOfTheTestIsOneLineAtItsMethod() throws IOException {
    assertThat(run("\"ring.cu\"", "\"rung.cu\"").results)
        .hasEntrySatisfying(
            "theRingIsRight()", why -> assertThat(why).startsWith("no such file: rung.cu; "));
    assertThat(run("pes = 3", "pes = 0").results)
        .containsEntry("theRingIsRight()", "pes = 0: a job has 1 to 1048576 PEs");
  }
}
