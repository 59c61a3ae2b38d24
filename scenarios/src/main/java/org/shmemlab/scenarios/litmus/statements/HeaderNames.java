package org.shmemlab.scenarios.litmus.statements;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.api.catalogue.NumberType;

/**
 * Finds the constants and types in the headers of a library, as far as a litmus test can use them.
 *
 * <p>They are read from the same headers that programs include, a line at a time: macros without
 * parameters, enumerators, and typedefs of numbers, pointers and enumerations. All other
 * declarations are no part of a litmus test.
 */
final class HeaderNames {
  private static final Pattern INCLUDE = Pattern.compile("#include <(.+)>");
  private static final Pattern MACRO = Pattern.compile("#define (\\w+) (.+)");
  private static final Pattern TYPEDEF = Pattern.compile("typedef ([\\w ]+?) ?(\\**)(\\w+);");
  private static final Pattern ENUM = Pattern.compile("(?:typedef )?enum ?(\\w*) ?\\{");
  private static final Pattern ENUMERATOR = Pattern.compile("(\\w+)(?: = (-?\\w+))?,?");
  private static final Pattern END = Pattern.compile("} ?(\\w*);");

  private static final ImmutableList<String> FOLDERS =
      ImmutableList.of(
          "/org/shmemlab/scenarios/include/",
          "/org/shmemlab/scenarios/include/c/",
          "/org/shmemlab/scenarios/include/cuda/",
          "/org/shmemlab/scenarios/include/nvshmem/",
          "/org/shmemlab/scenarios/litmus/");

  private final Set<String> headers = new LinkedHashSet<>();
  private final Map<String, String> constants = new LinkedHashMap<>();
  private final Map<String, Type> types = new LinkedHashMap<>();

  /** Reads a header and all it includes. */
  HeaderNames(String header) {
    read(header);
  }

  /** Whether a header is among those read. */
  boolean includes(String header) {
    return headers.contains(header);
  }

  /** The expression that a constant stands for, or null. */
  @Nullable String constant(String name) {
    return constants.get(name);
  }

  /** The type of a name or of the words of a number, or null. */
  @Nullable Type type(String words) {
    NumberType number = NumberType.of(words);
    if (number != null) {
      return new Type.Numeric(number);
    }
    return words.equals("void") ? Type.Incomplete.VOID : types.get(words);
  }

  private void read(String header) {
    if (!headers.add(header)) {
      return;
    }
    List<String> enumeration = null;
    String enumName = "";
    for (String raw : lines(header)) {
      String line = raw.strip();
      Matcher include = INCLUDE.matcher(line);
      Matcher macro = MACRO.matcher(line);
      Matcher typedef = TYPEDEF.matcher(line);
      Matcher begin = ENUM.matcher(line);
      Matcher end = END.matcher(line);
      if (include.matches()) {
        read(include.group(1));
      } else if (macro.matches()) {
        constants.putIfAbsent(macro.group(1), macro.group(2));
      } else if (typedef.matches()) {
        declare(typedef.group(1), typedef.group(2).length(), typedef.group(3));
      } else if (begin.matches()) {
        enumeration = new ArrayList<>();
        enumName = begin.group(1);
      } else if (enumeration != null && end.matches()) {
        enumerate(enumeration);
        enumeration = null;
        types.put(enumName, Type.Numeric.INT);
        types.put(end.group(1), Type.Numeric.INT);
      } else if (enumeration != null) {
        enumeration.add(line);
      }
    }
  }

  private void declare(String words, int pointers, String name) {
    String base = words.replaceFirst("^(struct|enum) ", "");
    Type type = type(base);
    if (type == null) {
      if (pointers == 0) {
        return;
      }
      type = new Type.Incomplete(base);
    }
    for (int i = 0; i < pointers; i++) {
      type = new Type.Pointer(type, false, false);
    }
    types.put(name, type);
  }

  private void enumerate(List<String> lines) {
    long next = 0;
    for (String line : lines) {
      Matcher one = ENUMERATOR.matcher(line);
      if (one.matches()) {
        next = one.group(2) == null ? next : Long.decode(one.group(2));
        constants.put(one.group(1), Long.toString(next++));
      }
    }
  }

  /** The lines of a header of ours, or of those of the compiler with the limits of numbers. */
  private static List<String> lines(String header) {
    for (String folder : FOLDERS) {
      try (InputStream in = HeaderNames.class.getResourceAsStream(folder + header)) {
        if (in != null) {
          return Splitter.on('\n')
              .splitToList(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return List.of(); // made of the catalogue of calls
  }
}
