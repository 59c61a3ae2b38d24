package org.shmemlab.scenarios.api.catalogue;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.api.catalogue.Prototype.Side;
import org.shmemlab.scenarios.runtime.CallRegistry;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;

/**
 * Lists every library call and built-in function that programs may use, by name.
 *
 * <p>The prototypes are text resources, one per library; a name with placeholders stands for all
 * the calls of a family. Only the prototypes that are asked for are expanded.
 */
public final class Catalogue {
  private static final ImmutableMap<String, String> LIBRARIES =
      ImmutableMap.of(
          "nvshmem", "nvshmem.txt",
          "shmem", "shmem.txt",
          "MPI_", "mpi.txt",
          "nccl", "nccl.txt",
          "pthread_", "pthread.txt");
  private static final ImmutableList<String> OTHERS = ImmutableList.of("libc.txt", "cuda.txt");
  private static final String C_LIBRARY = "libc";

  /**
   * Libraries with the calls of another one under names of their own: the profiling interface
   * (OpenSHMEM 1.6, section 10), and the extensions of Sandia OpenSHMEM that have become standard.
   */
  private static final ImmutableMap<String, String> ALIASES =
      ImmutableMap.of("pshmem", "shmem", "shmemx", "shmem");

  /** The family of calls that {@code scenarios.runtime} registers. */
  static final String EXTERNAL = "external.";

  private static final ImmutableList<String> LIBRARY_PREFIXES =
      ImmutableList.of(
          "nvshmem", "shmem", "MPI_", "cuda", "cu", "nccl", "pthread_", "omp_", "__nv");

  private final Map<String, String> typeWords = new LinkedHashMap<>();
  private final Map<String, List<String>> words = new LinkedHashMap<>();
  private final Map<String, List<String>> typeSets = new LinkedHashMap<>();
  private final ImmutableMap<String, ImmutableList<Entry>> libraries;
  private final ImmutableMap<String, Entry> external;

  public Catalogue() {
    for (String line : lines("types.txt")) {
      List<String> parts = Splitter.on(' ').splitToList(line);
      List<String> rest = parts.subList(2, parts.size());
      switch (parts.get(0)) {
        case "type" -> typeWords.put(parts.get(1), String.join(" ", rest));
        case "set" -> typeSets.put(parts.get(1), rest);
        case "word" -> words.put(parts.get(1), rest);
        default -> throw new IllegalStateException("types.txt: " + line);
      }
    }
    ImmutableMap.Builder<String, ImmutableList<Entry>> read = ImmutableMap.builder();
    LIBRARIES.values().forEach(file -> read.put(file, read(file)));
    OTHERS.forEach(file -> read.put(file, read(file)));
    libraries = read.buildOrThrow();
    external =
        CallRegistry.declared().stream()
            .collect(ImmutableMap.toImmutableMap(DeclaredCall::symbol, this::entry));
  }

  /** The prototypes of a name, in the order of the catalogue; empty if there is none. */
  public ImmutableList<Prototype> find(String name) {
    for (Map.Entry<String, String> alias : ALIASES.entrySet()) {
      if (name.startsWith(alias.getKey() + "_")) {
        return find(alias.getValue() + name.substring(alias.getKey().length()));
      }
    }
    ImmutableList.Builder<Prototype> found = ImmutableList.builder();
    Entry registered = external.get(name);
    if (registered != null) {
      found.add(Objects.requireNonNull(registered.expand(name)));
    }
    for (String file : filesFor(name)) {
      for (Entry entry : Objects.requireNonNull(libraries.get(file))) {
        Prototype prototype = entry.expand(name);
        if (prototype != null) {
          found.add(prototype);
        }
      }
    }
    return found.build();
  }

  /** A line of the catalogue as it stands: the declaration, its header and its side. */
  public record Declared(String header, String side, String prototype, String operation) {
    private Declared renamed(String prefix, String other) {
      String name = "\\b" + prefix + "(?=[\\w{}]+\\()";
      return new Declared(header, side, prototype.replaceFirst(name, other), operation);
    }
  }

  /** Every line of one library, such as {@code libc}, in order; none if it is all C of ours. */
  public ImmutableList<Declared> library(String library) {
    ImmutableList.Builder<Declared> all = ImmutableList.builder();
    String alias = ALIASES.get(library);
    if (alias != null) {
      return library(alias).stream()
          .map(declared -> declared.renamed(alias + "_", library + "_"))
          .collect(ImmutableList.toImmutableList());
    }
    ImmutableList<Entry> registered =
        external.values().stream()
            .filter(entry -> library.equals(libraryOf(entry)))
            .collect(ImmutableList.toImmutableList());
    for (Entry entry :
        Iterables.concat(
            registered, libraries.getOrDefault(library + ".txt", ImmutableList.of()))) {
      String line = entry.line;
      int colon = line.indexOf(':');
      int close = line.lastIndexOf(") = ") + 1;
      all.add(
          new Declared(
              entry.header,
              line.substring(0, colon),
              line.substring(colon + 1, close).strip(),
              line.substring(close + " = ".length())));
    }
    return all.build();
  }

  private static String libraryOf(Entry registered) {
    return registered.header.startsWith("cuda") ? "cuda" : C_LIBRARY;
  }

  /** The values of a placeholder of a name, in order. */
  public ImmutableList<String> choices(String placeholder) {
    List<String> types = typeSets.get(placeholder);
    List<String> all = types != null ? types : words.get(placeholder);
    if (all == null) {
      throw new IllegalArgumentException("no set " + placeholder);
    }
    return ImmutableList.copyOf(all);
  }

  /** The C words of a type that names are made with, such as {@code ulonglong}; null for none. */
  public @Nullable String typeWords(String name) {
    return typeWords.get(name);
  }

  /**
   * Whether a name has the form of a supported library's names: without an entry, its call is a gap
   * of the catalogue.
   */
  public static boolean isLibraryName(String name) {
    return LIBRARY_PREFIXES.stream()
        .anyMatch(prefix ->
            name.startsWith(prefix)
                && (!prefix.equals("cu")
                    || (name.length() > 2 && Character.isUpperCase(name.charAt(2)))));
  }

  private static List<String> filesFor(String name) {
    for (Map.Entry<String, String> library : LIBRARIES.entrySet()) {
      if (name.startsWith(library.getKey())) {
        return List.of(library.getValue());
      }
    }
    return switch (name) {
      case "start_pes", "_my_pe", "_num_pes", "shmalloc", "shfree", "shrealloc" ->
          List.of("shmem.txt");
      default ->
          name.startsWith("cuda")
              ? List.of("cuda.txt")
              : name.startsWith("__shmemlab_nccl") ? List.of("nccl.txt") : OTHERS;
    };
  }

  private Entry entry(DeclaredCall declared) {
    return new Entry(
        declared.header(),
        declared.side() + ": " + declared.prototype() + " = " + EXTERNAL + declared.symbol());
  }

  private ImmutableList<Entry> read(String file) {
    ImmutableList.Builder<Entry> entries = ImmutableList.builder();
    String header = "none";
    for (String line : lines(file)) {
      if (line.startsWith("header ")) {
        header = line.substring("header ".length());
      } else {
        entries.add(new Entry(header, line));
      }
    }
    return entries.build();
  }

  private static List<String> lines(String file) {
    try (InputStream in =
        Catalogue.class.getResourceAsStream("/org/shmemlab/scenarios/api/" + file)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + file);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Splitter.on('\n')
          .trimResults()
          .omitEmptyStrings()
          .splitToStream(text)
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One line of the catalogue: {@code side: result name(parameters) = operation attributes}. */
  private final class Entry {
    private final String header;
    private final String line;
    private final String pattern;

    Entry(String header, String line) {
      this.header = header;
      this.line = line;
      int open = line.indexOf('(');
      int start = open;
      while (isNamePart(line.charAt(start - 1))) {
        start--;
      }
      this.pattern = line.substring(start, open);
    }

    private static boolean isNamePart(char c) {
      return Character.isLetterOrDigit(c) || c == '_' || c == '{' || c == '}';
    }

    /** The prototype if this entry stands for the name, else null. */
    @Nullable Prototype expand(String name) {
      Map<String, String> choice = new LinkedHashMap<>();
      return matches(pattern, name, choice) ? parse(name, choice) : null;
    }

    private boolean matches(String wanted, String name, Map<String, String> choice) {
      int open = wanted.indexOf('{');
      if (open < 0) {
        return wanted.equals(name);
      }
      if (!name.startsWith(wanted.substring(0, open))) {
        return false;
      }
      int close = wanted.indexOf('}', open);
      String set = wanted.substring(open + 1, close);
      String rest = wanted.substring(close + 1);
      for (String option : options(set)) {
        if (name.startsWith(option, open)
            && matches(rest, name.substring(open + option.length()), choice)) {
          choice.put(set, option);
          return true;
        }
      }
      return false;
    }

    private List<String> options(String set) {
      List<String> types = typeSets.get(set);
      List<String> options = types != null ? types : words.get(set);
      if (options == null) {
        throw new IllegalStateException("no set " + set + ": " + line);
      }
      return options;
    }

    private Prototype parse(String name, Map<String, String> choice) {
      int colon = line.indexOf(':');
      int open = line.indexOf('(');
      int close = line.lastIndexOf(") = ");
      Side side =
          switch (line.substring(0, colon)) {
            case "host" -> Side.HOST;
            case "device" -> Side.DEVICE;
            case "both" -> Side.BOTH;
            default -> throw new IllegalStateException(line);
          };
      String result = line.substring(colon + 1, open - pattern.length());
      String tail = line.substring(close + ") = ".length());
      ImmutableMap.Builder<String, String> attributes = ImmutableMap.builder();
      String element = null;
      for (Map.Entry<String, String> chosen : choice.entrySet()) {
        tail = tail.replace("{" + chosen.getKey() + "}", chosen.getValue());
        switch (chosen.getKey()) {
          case "SCOPE" -> attributes.put("scope", chosen.getValue());
          case "BITS" -> attributes.put("bits", chosen.getValue());
          default -> {
            if (typeSets.containsKey(chosen.getKey())) {
              element = typeWords.get(chosen.getValue());
            }
          }
        }
      }
      List<String> parts = Splitter.on(' ').splitToList(tail);
      for (String flag : parts.subList(1, parts.size())) {
        int equals = flag.indexOf('=');
        attributes.put(
            equals < 0 ? flag : flag.substring(0, equals),
            equals < 0 ? "" : flag.substring(equals + 1));
      }
      return new Prototype(
          name,
          header,
          side,
          patterns(result, line.substring(open + 1, close)),
          parts.get(0),
          attributes.buildOrThrow(),
          element);
    }

    private static Prototype.TypePatterns patterns(String result, String list) {
      ImmutableList.Builder<Prototype.Parameter> parameters = ImmutableList.builder();
      boolean variadic = false;
      for (String text : Splitter.on(',').trimResults().split(list)) {
        if (text.equals("...")) {
          variadic = true;
        } else if (!text.equals("void")) {
          int equals = text.indexOf('=');
          Long value = equals < 0 ? null : Long.valueOf(text.substring(equals + 1).strip());
          String declaration = (equals < 0 ? text : text.substring(0, equals)).strip();
          int end = declaration.length();
          while (Character.isLetterOrDigit(declaration.charAt(end - 1))
              || declaration.charAt(end - 1) == '_') {
            end--;
          }
          parameters.add(
              new Prototype.Parameter(TypePattern.parse(declaration.substring(0, end)), value));
        }
      }
      return new Prototype.TypePatterns(TypePattern.parse(result), parameters.build(), variadic);
    }
  }
}
