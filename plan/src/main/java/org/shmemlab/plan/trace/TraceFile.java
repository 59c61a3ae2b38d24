package org.shmemlab.plan.trace;

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
  private static final String RANK_0 = ".0.json";

  private TraceFile() {}

  /**
   * Reads a trace: {@code .csv}, {@code .goal}, or the file of rank 0 of a Chakra trace, {@code
   * .0.json}, beside which those of the other ranks are, {@code .1.json} and so on.
   *
   * @throws TraceException if there is no such file, or something is wrong in it
   */
  public static Trace read(Path file) {
    String name = String.valueOf(file.getFileName());
    if (name.endsWith(".et")) {
      throw problem(
          file,
          "this is the binary form of a Chakra trace; convert each rank's file to JSON by"
              + " chakra_jsonizer, name them NAME.0.json, NAME.1.json, ..., and give the first");
    }
    if (name.endsWith(RANK_0)) {
      return chakra(file, name.substring(0, name.length() - RANK_0.length()));
    }
    String ending = MoreFiles.getFileExtension(file);
    if (!ending.equals("csv") && !ending.equals("goal")) {
      throw problem(
          file, "a trace's name ends in .csv, .goal or, for the first rank of Chakra, .0.json");
    }
    String text = text(file);
    String hash = Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
    return ending.equals("csv")
        ? Csv.read(file.toString(), text, hash)
        : Goal.read(file.toString(), text, hash);
  }

  private static Trace chakra(Path file, String prefix) {
    Hasher hasher = Hashing.sha256().newHasher();
    List<List<ChakraNode>> ranks = new ArrayList<>();
    Path next = file;
    while (ranks.isEmpty() || Files.exists(next)) {
      String text = text(next);
      hasher.putInt(text.length()).putUnencodedChars(text);
      ranks.add(ChakraJson.read(next.toString(), text));
      next = file.resolveSibling(prefix + "." + ranks.size() + ".json");
    }
    return Chakra.build(file.toString(), ranks, hasher.hash().toString());
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw problem(file, "larger than 1 GiB; cut it");
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (CharacterCodingException wrong) {
      throw problem(file, "not a text in UTF-8; a trace is text");
    } catch (IOException missing) {
      throw problem(file, "cannot be read; is it there?");
    }
  }

  private static TraceException problem(Path file, String text) {
    return new TraceException(new SourceLine(file.toString(), 0), text);
  }
}
