package org.shmemlab.scenarios.frontend.ptxmodule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Alias;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Block;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Function;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Linkage;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Signature;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Variable;

/** Parses a module: its directives outside of functions (PTX ISA, "Directives"). */
final class PtxParser {
  private static final Pattern TARGET = Pattern.compile("sm_(\\d{2,3})[af]?");
  private static final ImmutableSet<String> TARGET_OPTIONS =
      ImmutableSet.of("texmode_unified", "texmode_independent", "debug", "map_f64_to_f32");

  /** Directives of a function that the hardware follows, each with numbers after it. */
  private static final ImmutableSet<String> PERFORMANCE =
      ImmutableSet.of(
          ".maxntid",
          ".reqntid",
          ".minnctapersm",
          ".maxnctapersm",
          ".maxnreg",
          ".noreturn",
          ".explicitcluster",
          ".reqnctapercluster",
          ".maxclusterrank",
          ".blocksareclusters",
          ".unique",
          ".abi_preserve",
          ".abi_preserve_control");

  private final PtxTokens tokens;
  private final PtxVariables variables;
  private final Map<Integer, String> files = new LinkedHashMap<>();
  private final ImmutableList.Builder<Variable> globals = ImmutableList.builder();
  private final ImmutableList.Builder<Function> functions = ImmutableList.builder();
  private final ImmutableList.Builder<Alias> aliases = ImmutableList.builder();

  private PtxParser(String text) {
    this.tokens = new PtxTokens(text);
    this.variables = new PtxVariables(tokens);
  }

  /**
   * The module that a text is.
   *
   * @throws PtxError for the first mistake
   */
  static PtxModule parse(String text) {
    return new PtxParser(text).module();
  }

  private PtxModule module() {
    header();
    while (tokens.peek().kind() != PtxToken.Kind.END) {
      directive();
    }
    return new PtxModule(
        ImmutableMap.copyOf(files), globals.build(), functions.build(), aliases.build());
  }

  // ---------------------------------------------------------------- the header

  private void header() {
    if (!tokens.peek().is(".version")) {
      throw tokens
          .peek()
          .error("a module of PTX begins with .version, not with " + tokens.peek().shown());
    }
    tokens.take();
    PtxToken version = tokens.take();
    if (!version.text().matches("[6-9]\\.\\d")) {
      throw version.error("PTX " + version.text() + "; versions 6.0 to 9.9 are known");
    }
    if (!tokens.peek().is(".target")) {
      throw tokens.peek().error("expected .target after .version, found " + tokens.peek().shown());
    }
  }

  private void target() {
    tokens.take();
    do {
      PtxToken name = tokens.name();
      var shape = TARGET.matcher(name.text());
      boolean isKnown =
          shape.matches()
              ? Integer.parseInt(shape.group(1)) >= 30 && Integer.parseInt(shape.group(1)) <= 129
              : TARGET_OPTIONS.contains(name.text());
      if (!isKnown) {
        throw name.error("unknown target " + name.shown());
      }
    } while (tokens.takes(","));
  }

  private void addressSize() {
    tokens.take();
    PtxToken size = tokens.peek();
    if (tokens.number() != 64) {
      throw size.error("addresses of " + size.text() + " bits; those of 64 bits are known");
    }
  }

  // ---------------------------------------------------------------- directives

  private void directive() {
    PtxToken first = tokens.peek();
    switch (first.text()) {
      case ";" -> tokens.take();
      case ".target" -> target();
      case ".address_size" -> addressSize();
      case ".file" -> file();
      case ".section" -> {
        tokens.take();
        PtxToken _ = tokens.take(); // its name
        skipBraces();
      }
      case ".pragma" -> skipStatement();
      case ".alias" -> {
        tokens.take();
        PtxToken name = tokens.name();
        tokens.expect(",");
        aliases.add(new Alias(name, tokens.name()));
        tokens.expect(";");
      }
      default -> definition();
    }
  }

  private void file() {
    tokens.take();
    int number = tokens.count();
    PtxToken path = tokens.take();
    if (path.kind() != PtxToken.Kind.STRING) {
      throw path.error("expected the path of a source in quotes, found " + path.shown());
    }
    files.put(number, path.text());
    while (tokens.takes(",")) { // its date and size
      tokens.number();
    }
  }

  private void skipStatement() {
    while (!tokens.peek().is(";")) {
      if (tokens.take().kind() == PtxToken.Kind.END) {
        throw tokens.peek().error("the file ends within a directive");
      }
    }
    tokens.take();
  }

  private void skipBraces() {
    PtxToken first = tokens.expect("{");
    for (int open = 1; open > 0; ) {
      PtxToken next = tokens.take();
      if (next.kind() == PtxToken.Kind.END) {
        throw next.error("the file ends within the section of line " + first.line());
      }
      open += next.is("{") ? 1 : next.is("}") ? -1 : 0;
    }
  }

  /** A variable or function, after the words on who sees it. */
  private void definition() {
    Linkage linkage = Linkage.INTERNAL;
    while (true) {
      PtxToken word = tokens.peek();
      Linkage said =
          switch (word.text()) {
            case ".extern" -> Linkage.EXTERN;
            case ".visible" -> Linkage.VISIBLE;
            case ".weak" -> Linkage.WEAK;
            case ".common" -> Linkage.COMMON;
            default -> null;
          };
      if (said == null) {
        break;
      }
      linkage = said;
      tokens.take();
    }
    PtxToken kind = tokens.peek();
    switch (kind.text()) {
      case ".entry", ".func" -> function(linkage, tokens.take().is(".entry"));
      case ".global", ".const", ".shared" -> {
        for (Variable one : variables.statement(linkage)) {
          globals.add(one);
        }
      }
      default ->
          throw kind.error(
              "expected a directive such as .func, .entry or .global, found " + kind.shown());
    }
  }

  private void function(Linkage linkage, boolean kernel) {
    attributes();
    ImmutableList<Variable> results =
        tokens.peek().is("(") ? variables.parameters() : ImmutableList.of();
    PtxToken name = tokens.name();
    ImmutableList<Variable> parameters =
        tokens.peek().is("(") ? variables.parameters() : ImmutableList.of();
    if (results.size() > 1) {
      throw results.get(1).place().error("a function with two results");
    }
    attributes();
    Block body = null;
    if (tokens.peek().is("{")) {
      body = new PtxBodyParser(tokens, name).block();
    } else {
      tokens.expect(";");
    }
    boolean isVisible = kernel && linkage == Linkage.INTERNAL;
    functions.add(
        new Function(
            isVisible ? Linkage.VISIBLE : linkage,
            kernel,
            name,
            new Signature(results, parameters),
            body));
  }

  private void attributes() {
    while (true) {
      PtxToken word = tokens.peek();
      if (word.is(".attribute")) {
        tokens.take();
        tokens.expect("(");
        while (!tokens.takes(")")) {
          if (tokens.take().kind() == PtxToken.Kind.END) {
            throw word.error("an attribute without an end");
          }
        }
      } else if (word.is(".pragma")) {
        skipStatement();
      } else if (PERFORMANCE.contains(word.text())) {
        tokens.take();
        while (tokens.peek().kind() == PtxToken.Kind.NUMBER) {
          tokens.number();
          tokens.takes(",");
        }
      } else {
        return;
      }
    }
  }
}
