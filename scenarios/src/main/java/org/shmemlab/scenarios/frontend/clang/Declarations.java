package org.shmemlab.scenarios.frontend.clang;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.api.catalogue.Catalogue.Declared;

/**
 * Writes the catalogue of calls as declarations that a compiler reads.
 *
 * <p>A function with several forms (generic ones of C11, overloads of C++, templates of CUDA) has a
 * symbol that says which: {@code NAME:INDEX:ELEMENT}, the index counting the catalogue's forms of
 * that name. In C, Clang's attribute {@code overloadable} lets the forms share a name.
 */
final class Declarations {
  private static final ImmutableList<String> SCALARS =
      ImmutableList.of(
          "int",
          "unsigned int",
          "long",
          "unsigned long",
          "long long",
          "unsigned long long",
          "float",
          "double");
  private static final ImmutableList<String> ELEMENTS =
      ImmutableList.of(
          "char",
          "signed char",
          "unsigned char",
          "short",
          "unsigned short",
          "int",
          "unsigned int",
          "long",
          "unsigned long",
          "long long",
          "unsigned long long",
          "float",
          "double");
  private static final ImmutableList<String> LONG = ImmutableList.of("long double");
  private static final ImmutableList<String> COMPLEX =
      ImmutableList.of("float _Complex", "double _Complex");

  private final Catalogue catalogue = new Catalogue();
  private final Map<String, Integer> forms = new LinkedHashMap<>();
  private final StringBuilder out = new StringBuilder();
  private final boolean overloads;

  /**
   * @param overloads whether functions with forms for several types are ones that the C++ library
   *     adds forms to, so that ours must give way
   */
  private Declarations(boolean overloads) {
    this.overloads = overloads;
  }

  /** The declarations of one library of the catalogue whose names a header has. */
  static String of(String library, Predicate<Declared> wanted) {
    Declarations declarations = new Declarations(!library.equals("libc"));
    declarations.out.append("#include <shmemlab/attributes.h>\n#include <stddef.h>\n");
    ImmutableList<Declared> all = declarations.catalogue.library(library);
    Map<String, Integer> count = new LinkedHashMap<>();
    for (Declared line : all) {
      count.merge(pattern(line), 1, Integer::sum);
    }
    for (Declared line : all) {
      int index = declarations.forms.merge(pattern(line), 1, Integer::sum) - 1;
      if (wanted.test(line)) {
        declarations.declare(line, index, count.getOrDefault(pattern(line), 1) > 1);
      }
    }
    return declarations.out.toString();
  }

  /** The name of a function, placeholders included. */
  static String pattern(Declared line) {
    String before = line.prototype().substring(0, line.prototype().indexOf('('));
    return before.substring(Math.max(before.lastIndexOf(' '), before.lastIndexOf('*')) + 1);
  }

  private void declare(Declared line, int index, boolean several) {
    String pattern = pattern(line);
    if (line.operation().equals("device.ldg")) {
      return; // of any type, structures included: a template in our header
    }
    // In a file of C or C++ a name of the device, such as clock, may be the C library's.
    boolean onlyDevice = line.side().equals("device");
    out.append(onlyDevice ? "#ifdef __CUDA__\n" : "");
    forms(line, index, several, pattern);
    out.append(onlyDevice ? "#endif\n" : "");
  }

  private void forms(Declared line, int index, boolean several, String pattern) {
    int open = pattern.indexOf('{');
    if (open >= 0) {
      expand(line, index, several, pattern, line.prototype(), "");
      return;
    }
    Prototype prototype = new Prototype(line.prototype());
    if (prototype.has("real")) {
      real(line, prototype, index);
    } else if (prototype.has("common")) {
      common(line, prototype, index);
    } else if (prototype.has("T")) {
      element(line, pattern, prototype, index);
    } else {
      plain(line, line.prototype(), several ? pattern + ":" + index : "");
    }
  }

  private void expand(
      Declared line, int index, boolean several, String pattern, String prototype, String element) {
    int open = pattern.indexOf('{');
    if (open < 0) {
      if (element.isEmpty() && new Prototype(prototype).has("T")) {
        element(line, pattern, new Prototype(prototype), index);
        return;
      }
      String typed = element.isEmpty() ? prototype : new Prototype(prototype).with("T", element);
      plain(line, typed, several ? pattern + ":" + index : "");
      return;
    }
    String set = pattern.substring(open + 1, pattern.indexOf('}'));
    for (String choice : catalogue.choices(set)) {
      String place = "{" + set + "}";
      String words = catalogue.typeWords(choice);
      expand(
          line,
          index,
          several,
          pattern.replace(place, choice),
          prototype.replace(place, choice),
          words != null ? words : element);
    }
  }

  // ---------------------------------------------------------------- forms

  /** A function that C++ and C declare alike. */
  private void plain(Declared line, String prototype, String symbol) {
    String text = new Prototype(prototype).text();
    if (symbol.isEmpty()) {
      emit("__SHMEMLAB_C " + side(line) + text, "", prototype);
    } else {
      emit("__SHMEMLAB_OVERLOADED " + side(line) + text, symbol, prototype);
    }
  }

  /** A mathematical function: of double, and for C++ one of float. */
  private void real(Declared line, Prototype prototype, int index) {
    String name = pattern(line);
    boolean macro = name.startsWith("is");
    String whole = macro ? "#ifdef __cplusplus\n" : "";
    out.append(whole);
    plain(line, prototype.with("real", "double"), "");
    out.append(macro ? "#endif\n" : "");
    onlyFor(line, prototype.with("real", "__T"), "float", name + ":" + index + ":float");
  }

  /** A function of numbers of one type. */
  private void common(Declared line, Prototype prototype, int index) {
    String name = pattern(line);
    if (!overloads) {
      plain(line, prototype.with("common", "int"), "");
      for (String type : SCALARS.subList(1, SCALARS.size())) {
        onlyFor(line, prototype.with("common", "__T"), type, name + ":" + index + ":" + type);
      }
      return;
    }
    out.append("#ifdef __cplusplus\n");
    for (String type : SCALARS) {
      emit(
          side(line) + prototype.with("common", type),
          name + ":" + index + ":" + type,
          prototype.text());
    }
    // as the CUDA Math API has them for operands of different types
    for (int i = 0; i < SCALARS.size(); i += 2) {
      String narrow = SCALARS.get(i);
      String wide = SCALARS.get(i + 1);
      mixed(line, name, wide, narrow, wide);
      mixed(line, name, wide, wide, narrow);
    }
    out.append("#endif\n");
  }

  private void mixed(Declared line, String name, String result, String first, String second) {
    out.append("extern \"C++\" { __SHMEMLAB_INLINE ")
        .append(side(line))
        .append(result + " " + name + "(" + first + " x, " + second + " y) { return ")
        .append(name + "((" + result + ")x, (" + result + ")y); } }\n");
  }

  /** A template that stands for one type only, so that it gives way to the C++ library's own. */
  private void onlyFor(Declared line, String prototype, String type, String symbol) {
    String typed = prototype.startsWith("__T ") ? type + prototype.substring(3) : prototype;
    out.append("#ifdef __cplusplus\nextern \"C++\" template <class __T, ")
        .append("__shmemlab_if<__is_same(__T, " + type + ")> = 0> ")
        .append(side(line))
        .append(typed)
        .append(" __asm__(\"" + symbol + "\");\n#endif\n");
  }

  /** A function that takes something of any type, or of one of several. */
  private void element(Declared line, String name, Prototype prototype, int index) {
    String family = line.operation().substring(0, line.operation().indexOf('.'));
    boolean any = family.equals("cuda") || family.equals("launch") || family.equals("pthread");
    if (any) {
      String plain =
          family.equals("pthread")
              ? prototype.text().replace("T *function", "void *(*function)(void *)")
              : prototype.text().replace("const T &symbol", "const void *symbol");
      plain(
          line,
          new Prototype(plain).with("T", plain.contains("T *func") ? "const void" : "void"),
          "");
      if (!family.equals("pthread")) {
        emit(
            "__SHMEMLAB_TEMPLATE " + side(line) + new Prototype(prototype.text()).with("T", "__T"),
            name,
            prototype.text());
      }
      return;
    }
    for (String type : elements(line, family)) {
      emit(
          "__SHMEMLAB_OVERLOADED " + side(line) + prototype.with("T", type),
          name + ":" + index + ":" + type,
          prototype.text());
    }
  }

  /** The types that T may be in a function that deduces it from its arguments. */
  private static Iterable<String> elements(Declared line, String family) {
    if (!line.header().equals("shmem.h")) {
      return family.equals("atomic") || family.equals("device") ? SCALARS : ELEMENTS;
    }
    boolean bitwise = line.operation().contains("BITOP");
    boolean moves = (family.equals("rma") || family.equals("collective")) && !bitwise;
    return Iterables.concat(
        ELEMENTS,
        moves ? LONG : ImmutableList.of(),
        line.operation().contains("SUM") || line.operation().contains("scan")
            ? COMPLEX
            : ImmutableList.of());
  }

  private static String side(Declared line) {
    return switch (line.side()) {
      case "device" -> "__SHMEMLAB_ON_DEVICE ";
      case "both" -> "__SHMEMLAB_ON_BOTH ";
      default -> "";
    };
  }

  /** Writes one declaration; only C++ has default values of arguments. */
  private void emit(String declaration, String symbol, String prototype) {
    String label = symbol.isEmpty() ? "" : " __asm__(\"" + symbol + "\")";
    boolean isTemplate = declaration.startsWith("__SHMEMLAB_TEMPLATE");
    String ended = declaration + label + noreturn(prototype) + ";\n";
    if (isTemplate) {
      out.append("#ifdef __cplusplus\n").append(ended).append("#endif\n");
    } else if (declaration.contains(" = ")) {
      out.append("#ifdef __cplusplus\n").append(ended).append("#endif\n");
    } else {
      out.append(ended);
    }
  }

  private static String noreturn(String prototype) {
    for (String name : new String[] {"exit(", "abort(", "__assert_failed("}) {
      if (prototype.contains(" " + name) || prototype.contains(" _" + name)) {
        return " __attribute__((noreturn))";
      }
    }
    return "";
  }

  /** A prototype as the catalogue writes it, with words of types in it. */
  private record Prototype(String text) {
    Prototype {
      text =
          text.replaceAll("\\bbfloat16\\b", "__SHMEMLAB_BFLOAT16")
              .replaceAll("\\bhalf\\b", "__SHMEMLAB_HALF");
    }

    boolean has(String word) {
      return text.matches(".*\\b" + word + "\\b.*");
    }

    /** The prototype with a word for another. */
    String with(String word, String type) {
      List<String> parts = new ArrayList<>();
      for (String part : Splitter.on('\n').split(text)) {
        parts.add(part.replaceAll("\\b" + word + "\\b(?!:)", type));
      }
      return new Prototype(String.join("\n", parts)).text();
    }
  }
}
