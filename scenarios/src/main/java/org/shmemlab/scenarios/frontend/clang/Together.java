package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Compiles many small sources that are told the same by one run of the compiler for the host and
 * one for devices: most of the time that such a source takes is for starting the compiler.
 *
 * <p>The driver starts a process for each source, so it is asked for the line by which it would
 * start one ({@code -###}), and that line is given all sources. What the first source includes at
 * its beginning is read once for all. Whatever is not as it should be then is compiled alone, so
 * that its messages are its own.
 */
final class Together {
  private static final ImmutableList<String> OF_ONE_SOURCE =
      ImmutableList.of("-o", "-main-file-name");

  private static final String BITCODE = "-emit-llvm-bc";

  private final Clang clang;
  private final Path cache;

  Together(Clang clang, Path cache) {
    this.clang = clang;
    this.cache = cache;
  }

  /**
   * What each source becomes; null where the compiler had something to say of one of them.
   *
   * @param sources of one language, with the same options and macros
   */
  @Nullable ImmutableList<Bitcode> compile(List<SourceFile> sources)
      throws IOException, InterruptedException {
    Path work = Unpacking.draft(cache, "compiling");
    try {
      SourceFile first = sources.get(0);
      List<byte[]> host = pass(sources, clang.arguments(first, false), work.resolve("host"));
      List<byte[]> device =
          first.isCuda() && host != null
              ? pass(sources, clang.arguments(first, true), work.resolve("device"))
              : null;
      if (host == null || (first.isCuda() && device == null)) {
        return null;
      }
      ImmutableList.Builder<Bitcode> made = ImmutableList.builder();
      for (int i = 0; i < sources.size(); i++) {
        made.add(
            new Bitcode(host.get(i), device == null ? null : device.get(i), ImmutableList.of()));
      }
      return made.build();
    } finally {
      MoreFiles.deleteRecursively(work, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private @Nullable List<byte[]> pass(
      List<SourceFile> sources, ImmutableList<String> arguments, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    List<String> one = ofOne(arguments, folder);
    List<String> line = new ArrayList<>(one);
    Path headers = folder.resolve("headers.h");
    Path read = folder.resolve("headers.pch");
    Files.writeString(headers, headers(sources.get(0)));
    List<String> reading = new ArrayList<>(one);
    reading.set(reading.indexOf(BITCODE), "-emit-pch");
    reading.addAll(ImmutableList.of("-o", read.toString(), headers.toString()));
    if (!run(reading, folder).isEmpty()) {
      return null;
    }
    line.addAll(line.indexOf("-cc1") + 1, ImmutableList.of("-include-pch", read.toString()));
    for (int i = 0; i < sources.size(); i++) {
      Path source = folder.resolve("s" + i);
      Files.write(source, Bytes.concat(Clang.place(sources.get(i)), sources.get(i).bytes()));
      line.add(source.toString());
    }
    if (!run(line, folder).isEmpty()) {
      return null;
    }
    List<byte[]> made = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      Path output = folder.resolve("s" + i + ".bc");
      if (!Files.exists(output)) {
        return null;
      }
      made.add(Files.readAllBytes(output));
    }
    return made;
  }

  // What a source includes before anything else, after what it is made to include.
  private static String headers(SourceFile source) {
    String included =
        source
            .text()
            .lines()
            .takeWhile(line -> line.startsWith("#include <"))
            .collect(Collectors.joining("\n", "", "\n"));
    return source.isCuda() ? "#include <cuda_runtime.h>\n" + included : included;
  }

  // The line by which the driver would start the compiler, without what is of one source.
  private static List<String> ofOne(ImmutableList<String> arguments, Path folder)
      throws IOException, InterruptedException {
    String source = folder.resolve("source").toString();
    Files.writeString(Path.of(source), "");
    List<String> asked = new ArrayList<>(arguments);
    asked.add("-###");
    asked.add(source);
    String last = run(asked, folder).lines().reduce("", (_, line) -> line);
    List<String> words = words(last);
    List<String> line = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (OF_ONE_SOURCE.contains(words.get(i))) {
        i++;
      } else if (!words.get(i).equals(source)) {
        line.add(words.get(i));
      }
    }
    return line;
  }

  /** The words of a line in which each stands in quotation marks, with backslashes before some. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    int i = line.indexOf('"');
    while (i >= 0) {
      StringBuilder word = new StringBuilder();
      for (i++; i < line.length() && line.charAt(i) != '"'; i++) {
        if (line.charAt(i) == '\\' && i + 1 < line.length()) {
          i++;
        }
        word.append(line.charAt(i));
      }
      words.add(word.toString());
      i = line.indexOf('"', i + 1);
    }
    return words;
  }

  /** What it says; "failed" where it fails without a word. */
  private static String run(List<String> line, Path folder)
      throws IOException, InterruptedException {
    Path said = folder.resolve("said");
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("LC_ALL", "C");
    builder.directory(folder.toFile());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(said.toFile());
    Process process = builder.start();
    try {
      int code = process.waitFor();
      String text = new String(Files.readAllBytes(said), StandardCharsets.UTF_8);
      return code == 0 || !text.isEmpty() ? text : "failed";
    } finally {
      process.destroy();
    }
  }
}
