package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * The command by which a build compiles: nvcc, gcc, g++, clang, mpicc, oshcc and their like.
 *
 * <p>Options that determine the meaning of a program are kept. Those that are about speed,
 * warnings, places and libraries are passed over and listed. Options of nvcc: CUDA Compiler Driver
 * NVCC 12.9, chapter 4; of the others: GCC 14 manual, chapter 3.
 *
 * @param files the sources
 * @param options the options to read them with
 * @param ignored the words that have no meaning here
 */
public record BuildCommand(
    ImmutableList<String> files, CompilerOptions options, ImmutableList<String> ignored) {
  /** Options that are kept, by their short names; their value follows or is attached. */
  private static final ImmutableMap<String, String> KEPT =
      ImmutableMap.<String, String>builder()
          .put("-I", "-I")
          .put("--include-path", "-I")
          .put("-isystem", "-isystem")
          .put("--system-include", "-isystem")
          .put("-include", "-include")
          .put("--pre-include", "-include")
          .put("-D", "-D")
          .put("--define-macro", "-D")
          .put("-U", "-U")
          .put("--undefine-macro", "-U")
          .put("-std", "-std")
          .put("--std", "-std")
          .put("-x", "-x")
          .put("--x", "-x")
          .put("-Xcompiler", "-Xcompiler")
          .put("--compiler-options", "-Xcompiler")
          .buildOrThrow();

  /** Options without a meaning here whose value is a word of its own. */
  private static final ImmutableSet<String> WITH_VALUE =
      ImmutableSet.of(
          "-o",
          "--output-file",
          "-arch",
          "--gpu-architecture",
          "-code",
          "--gpu-code",
          "-gencode",
          "--generate-code",
          "-ccbin",
          "--compiler-bindir",
          "-Xptxas",
          "--ptxas-options",
          "-Xlinker",
          "--linker-options",
          "-Xarchive",
          "-Xnvlink",
          "-Xfatbin",
          "-Xcudafe",
          "-maxrregcount",
          "--maxrregcount",
          "-t",
          "--threads",
          "-L",
          "--library-path",
          "-l",
          "--library",
          "-MF",
          "-MT",
          "-MQ",
          "-cudart",
          "--cudart",
          "-diag-suppress",
          "--diag-suppress",
          "-diag-warn",
          "-diag-error",
          "-dir",
          "-odir",
          "-T",
          "-z",
          "-u",
          "-target-dir",
          "--target-directory",
          "-allow-unsupported-compiler",
          "-march",
          "-mtune");

  private static final Pattern IGNORED =
      Pattern.compile(
          "-O.*|-g.*|-G|--device-debug|--generate-line-info|-lineinfo|-W.*|--Werror.*|-w|-pedantic.*"
              + "|-c|--compile|-dc|--device-c|-dlink|--device-link|-link|--link|-lib|-shared|-static.*"
              + "|-rdc.*|--relocatable-device-code.*|-ewp|-pthread|-pipe|-v|--verbose|-s|-rdynamic"
              + "|-f(no-)?(PIC|pic|PIE|pie|strict-aliasing|common|omit-frame-pointer"
              + "|unroll-loops|inline.*|visibility.*|stack-protector.*|function-sections"
              + "|data-sections|plt|diagnostics.*|color.*|lto.*|exceptions|rtti|math-errno"
              + "|trapping-math|asynchronous-unwind-tables|message-length.*|tree-.*|permissive"
              + "|semantic-interposition|file-prefix-map.*|debug-prefix-map.*|profile.*|sanitize.*)"
              + "|-permissive|-m(64|arch.*|tune.*|avx.*|sse.*|fma.*|cpu.*)|--machine.*|-M(M?D|P)"
              + "|-use_fast_math|--use_fast_math|-fmad.*|--fmad.*|-ffast-math|-ftz.*|-prec-.*"
              + "|-extended-lambda|--extended-lambda|--expt-.*|-expt-.*|-forward-unknown.*"
              + "|--forward-unknown.*|-restrict|--restrict|-keep|--keep|-time.*|-split-compile.*|--default-stream[="
              + " ]legacy|-default-stream[= ]legacy|-no-.*|--no-.*|-src-in-ptx"
              + "|-allow-unsupported-compiler|-dlto|-err-no|-res-usage|--resource-usage|-cuda"
              + "|-gpu=.*|-acc.*|-Mfree.*|-fast|-qopt.*|-save-temps.*");

  private static final Pattern LIBRARY = Pattern.compile("[^-].*\\.(a|so(\\.[0-9]+)*|lib|dylib)");
  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_]\\w*=.*");
  private static final ImmutableSet<String> WRAPPERS =
      ImmutableSet.of("ccache", "sccache", "distcc", "env", "time", "libtool");

  /** Reports a command that cannot be followed; the message is one line with an instruction. */
  public static final class Unknown extends Exception {
    private static final long serialVersionUID = 1L;

    Unknown(String message) {
      super(message);
    }
  }

  /** Reads a command as a shell splits it. */
  public static BuildCommand of(String command) throws Unknown {
    return new Reading(split(command)).read();
  }

  /** A language as Clang calls it. */
  public static String language(String name) throws Unknown {
    return switch (name) {
      case "cu", "cuda" -> "cuda";
      case "c" -> "c";
      case "c++" -> "c++";
      default -> throw new Unknown("-x " + name + ": the language is cu, c or c++");
    };
  }

  // ---------------------------------------------------------------- words

  private static List<String> split(String command) throws Unknown {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean within = false;
    char quote = 0;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else if (c == '\\' && quote == '"' && i + 1 < command.length()) {
          char next = command.charAt(i + 1);
          if (next == '"' || next == '\\' || next == '$') {
            i++;
            word.append(next);
          } else {
            word.append(c);
          }
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        within = true;
      } else if (c == '\\' && i + 1 < command.length()) {
        i++;
        if (command.charAt(i) != '\n') {
          word.append(command.charAt(i));
          within = true;
        }
      } else if (Character.isWhitespace(c)) {
        if (within) {
          words.add(word.toString());
          word.setLength(0);
          within = false;
        }
      } else if (c == ';' || c == '|' || c == '&' || c == '>' || c == '<' || c == '`') {
        throw new Unknown(
            "'" + c + "' joins commands; give each compile command to a --like of its own");
      } else {
        word.append(c);
        within = true;
      }
    }
    if (quote != 0) {
      throw new Unknown("the quotation mark " + quote + " is not closed");
    }
    if (within) {
      words.add(word.toString());
    }
    return words;
  }

  // ---------------------------------------------------------------- options

  private static final class Reading {
    private final Deque<String> words;
    private final List<String> files = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();
    private CompilerOptions options = CompilerOptions.NONE;

    Reading(List<String> words) {
      this.words = new ArrayDeque<>(words);
    }

    BuildCommand read() throws Unknown {
      while (!words.isEmpty()
          && (WRAPPERS.contains(words.peek()) || ASSIGNMENT.matcher(words.peek()).matches())) {
        words.remove();
      }
      if (words.isEmpty()) {
        throw new Unknown("a command begins with its compiler, such as 'nvcc main.cu'");
      }
      words.remove();
      while (!words.isEmpty()) {
        word(words.remove());
      }
      if (files.isEmpty()) {
        throw new Unknown(
            "this command compiles no source; one ends in " + String.join(" ", SourceFile.ENDINGS));
      }
      return new BuildCommand(ImmutableList.copyOf(files), options, ImmutableList.copyOf(ignored));
    }

    private void word(String word) throws Unknown {
      if (!word.startsWith("-")) {
        file(word);
        return;
      }
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      String kept = KEPT.get(name);
      if (kept != null) {
        keep(kept, equals < 0 ? value(word) : word.substring(equals + 1));
        return;
      }
      String start = word.length() > 2 ? word.substring(0, 2) : "";
      if (start.equals("-I") || start.equals("-D") || start.equals("-U") || start.equals("-x")) {
        keep(start, word.substring(2));
      } else if (word.equals("-fopenmp")
          || word.equals("-openmp")
          || word.equals("-qopenmp")
          || word.equals("-mp")) {
        options = options.with("-fopenmp");
      } else if (WITH_VALUE.contains(word)) {
        ignored.add(word + " " + value(word));
      } else if (WITH_VALUE.contains(name)
          || start.equals("-L")
          || start.equals("-l")
          || IGNORED.matcher(word).matches()) {
        ignored.add(word);
      } else if (word.equals("-default-stream") || word.equals("--default-stream")) {
        words.push(word + "=" + value(word));
      } else {
        throw new Unknown(
            "the option "
                + word
                + " is not known here; leave it out if the program means the same without it");
      }
    }

    private String value(String option) throws Unknown {
      if (words.isEmpty()) {
        throw new Unknown("there is nothing after " + option);
      }
      return words.remove();
    }

    private void keep(String option, String value) throws Unknown {
      switch (option) {
        case "-D" -> {
          int equals = value.indexOf('=');
          String name = equals < 0 ? value : value.substring(0, equals);
          String text = equals < 0 ? "1" : value.substring(equals + 1);
          options = options.define(ImmutableMap.of(name, text));
        }
        case "-U" -> options = options.undefine(value);
        case "-std" -> options = options.with("-std=" + value);
        case "-x" -> options = options.with("-x", language(value));
        case "-Xcompiler" -> {
          List<String> host = ImmutableList.copyOf(value.split(",", -1));
          for (int i = host.size() - 1; i >= 0; i--) {
            words.push(host.get(i));
          }
        }
        default -> options = options.with(option, value);
      }
    }

    private void file(String word) throws Unknown {
      if (SourceFile.ENDINGS.stream().anyMatch(word::endsWith)) {
        files.add(word);
      } else if (LIBRARY.matcher(word).matches()) {
        ignored.add(word);
      } else if (word.endsWith(".o") || word.endsWith(".obj")) {
        throw new Unknown(
            word + " is compiled already; give the command that compiles its source, too");
      } else {
        throw new Unknown(
            word
                + " is not a source; the name of one ends in "
                + String.join(" ", SourceFile.ENDINGS));
      }
    }
  }
}
