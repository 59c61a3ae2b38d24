package org.shmemlab.plan.trace;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.program.SourceLine;

/** Reads traces from files; the end of a name says the format. */
public final class TraceFile {
  private static final long MOST_BYTES = 1L << 30;
  private static final ImmutableList<String> CHAKRA = ImmutableList.of(".json", ".et");

  private TraceFile() {}

  /**
   * Reads a trace: {@code .csv}, {@code .goal}, or the file of rank 0 of a Chakra trace, {@code
   * .0.json} or {@code .0.et}, whose folder has those of the other ranks, {@code .1.json} and so
   * on.
   *
   * @throws TraceException if there is no such file, or something is wrong in it
   */
  public static Trace read(Path file) {
    String name = String.valueOf(file.getFileName());
    for (String form : CHAKRA) {
      String end = ".0" + form;
      if (name.endsWith(end)) {
        return chakra(file, name.substring(0, name.length() - end.length()), form);
      }
    }
    String ending = MoreFiles.getFileExtension(file);
    if (!ending.equals("csv") && !ending.equals("goal")) {
      throw problem(
          file, "a trace's name ends in .csv, .goal or, for rank 0 of Chakra, .0.json or .0.et");
    }
    String text = text(file, bytes(file));
    String hash = Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
    return ending.equals("csv")
        ? CsvTrace.read(file.toString(), text, hash)
        : GoalTrace.read(file.toString(), text, hash);
  }

  private static Trace chakra(Path file, String prefix, String form) {
    Hasher hasher = Hashing.sha256().newHasher();
    List<List<ChakraNode>> ranks = new ArrayList<>();
    Path next = file;
    while (ranks.isEmpty() || Files.exists(next)) {
      byte[] bytes = bytes(next);
      hasher.putInt(bytes.length).putBytes(bytes);
      ranks.add(
          form.equals(".et")
              ? ChakraBinary.read(next.toString(), bytes)
              : ChakraJson.read(next.toString(), text(next, bytes)));
      next = file.resolveSibling(prefix + "." + ranks.size() + form);
    }
    return Chakra.build(file.toString(), ranks, hasher.hash().toString());
  }

  private static byte[] bytes(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw problem(file, "larger than 1 GiB; cut it");
      }
      return Files.readAllBytes(file);
    } catch (IOException missing) {
      throw problem(file, "cannot be read; is it there?");
    }
  }

  private static String text(Path file, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException wrong) {
      throw problem(file, "not a text in UTF-8; such a trace is text");
    }
  }

  private static TraceException problem(Path file, String text) {
    return new TraceException(new SourceLine(file.toString(), 0), text);
  }
}
