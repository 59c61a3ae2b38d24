package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Programs as they were made before, in the user's cache, so that one that is run again needs
 * neither the compiler nor LLVM. A program is named after the compiled forms of its files, and
 * after all of our own code.
 */
final class ProgramCache {
  private final FileCache kept;
  private final Toolchain toolchain;

  ProgramCache(Toolchain toolchain) {
    this.toolchain = toolchain;
    this.kept = new FileCache(toolchain.cache().resolve("programs"));
  }

  /**
   * A program, and all that was said while it was made.
   *
   * @param program the meaning of its files
   * @param said by the compiler and by us
   */
  record Made(Program program, ImmutableList<Diagnostic> said) {
    void report(Diagnostics diagnostics) {
      said.forEach(one -> diagnostics.warning(one.line(), one.message()));
    }
  }

  /**
   * A key that no other program has; null where a file was compiled just now, and where our own
   * code changes class by class.
   *
   * @param libraries folders whose lines are no lines of the program
   */
  @Nullable String key(
      ImmutableList<SourceFile> files, List<Bitcode> compiled, List<Path> libraries)
      throws IOException {
    String code = Stamp.ofCode(toolchain.cache(), ProgramCache.class, Program.class);
    if (code == null) {
      return null;
    }
    Hasher hasher = Hashing.sha256().newHasher();
    put(hasher, code);
    put(hasher, toolchain.headers().toString());
    put(hasher, toolchain.library().toString());
    libraries.forEach(folder -> put(hasher, folder.toString()));
    int next = 0;
    for (SourceFile file : files) {
      String content = file.isCompiled() ? file.sha256() : compiled.get(next++).identity();
      if (content == null) {
        return null;
      }
      put(hasher, file.path());
      put(hasher, content);
    }
    return hasher.hash().toString();
  }

  private static void put(Hasher hasher, String text) {
    hasher.putString(text, StandardCharsets.UTF_8).putByte((byte) 0);
  }

  /** The program under a key, or null. */
  @Nullable Made find(String key) {
    byte[] content = kept.find(key);
    try {
      return content == null ? null : (Made) RecordReader.read(content);
    } catch (IOException broken) {
      return null;
    }
  }

  /** Keeps a program, if reading it back yields the same program. */
  void keep(String key, Program program, Diagnostics diagnostics) throws IOException {
    Made made = new Made(program, diagnostics.all());
    byte[] bytes = RecordWriter.bytes(made);
    if (RecordReader.read(bytes).equals(made)) {
      kept.keep(key, bytes);
    }
  }
}
