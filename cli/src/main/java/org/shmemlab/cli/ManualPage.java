package org.shmemlab.cli;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.shmemlab.cli.shell.VersionProvider;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes the page of the manual about one command, in the language that {@code man} reads: the
 * macros of man(7).
 */
final class ManualPage {
  private final CommandSpec command;
  private final StringBuilder text = new StringBuilder();

  private ManualPage(CommandSpec command) {
    this.command = command;
  }

  /** The pages of a command and of all below it, by the names of their files. */
  static SortedMap<String, String> all(CommandSpec root) {
    ImmutableSortedMap.Builder<String, String> pages = ImmutableSortedMap.naturalOrder();
    pages.put(name(root) + ".1", new ManualPage(root).page());
    for (CommandLine below : root.subcommands().values()) {
      pages.putAll(all(below.getCommandSpec()));
    }
    return pages.buildOrThrow();
  }

  /** As git calls its pages: shmemlab-native-run. */
  private static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  private String page() {
    macro(
        "TH",
        name(command).toUpperCase(Locale.ROOT),
        "1",
        "",
        "ShmemLab " + VersionProvider.number());
    macro("SH", "NAME");
    List<String> description = lines(command.usageMessage().description());
    line(roff(name(command)) + " \\- " + roff(String.join(" ", description)));
    synopsis();
    if (description.size() > 1) {
      macro("SH", "DESCRIPTION");
      paragraphs(description);
    }
    arguments();
    commands();
    exitCodes();
    List<String> footer = lines(command.usageMessage().footer());
    if (!footer.isEmpty()) {
      macro("SH", "EXAMPLES");
      macro("EX");
      paragraphs(footer);
      macro("EE");
    }
    seeAlso();
    return text.toString();
  }

  private void synopsis() {
    macro("SH", "SYNOPSIS");
    macro("B", command.qualifiedName());
    StringBuilder words = new StringBuilder("[OPTION]...");
    for (ArgSpec argument : command.positionalParameters()) {
      words.append(' ').append(label(argument).strip());
    }
    if (!command.subcommands().isEmpty()) {
      words.append(" COMMAND");
    }
    line(roff(words.toString()));
  }

  private void arguments() {
    if (!command.positionalParameters().isEmpty()) {
      macro("SH", "ARGUMENTS");
      for (ArgSpec argument : command.positionalParameters()) {
        entry(bold(label(argument).strip()), argument.description());
      }
    }
    macro("SH", "OPTIONS");
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        List<String> names = Arrays.stream(option.names()).map(ManualPage::bold).toList();
        entry(String.join(", ", names) + roff(label(option)), option.description());
      }
    }
  }

  /** The label after an option, or in place of an argument: {@code =FILE}, {@code [FILE...]}. */
  private String label(ArgSpec argument) {
    return new Help(command, Help.defaultColorScheme(Ansi.OFF))
        .parameterLabelRenderer()
        .renderParameterLabel(argument, Ansi.OFF, List.of())
        .toString();
  }

  private void commands() {
    if (!command.subcommands().isEmpty()) {
      macro("SH", "COMMANDS");
      for (CommandLine below : command.subcommands().values()) {
        CommandSpec spec = below.getCommandSpec();
        entry(bold(spec.name()), spec.usageMessage().description());
      }
    }
  }

  private void exitCodes() {
    Map<String, String> codes = command.usageMessage().exitCodeList();
    if (!codes.isEmpty()) {
      macro("SH", "EXIT STATUS");
      codes.forEach((code, meaning) -> entry(bold(code.strip()), meaning));
    }
  }

  private void seeAlso() {
    CommandSpec above = command.parent();
    if (above != null) {
      macro("SH", "SEE ALSO");
      macro("BR", name(above), "(1)");
    }
  }

  // ---------------------------------------------------------------- the language

  private void entry(String head, String... description) {
    macro("TP");
    line(head);
    paragraphs(lines(description));
  }

  private void paragraphs(List<String> lines) {
    for (int index = 0; index < lines.size(); index++) {
      if (index > 0 && !isLiteral()) {
        macro("br");
      }
      line(roff(lines.get(index)));
    }
  }

  private boolean isLiteral() {
    return text.lastIndexOf("\n.EX\n") > text.lastIndexOf("\n.SH");
  }

  private void macro(String name, String... arguments) {
    text.append('.').append(name);
    for (String argument : arguments) {
      text.append(" \"").append(roff(argument).replace("\"", "\\(dq")).append('"');
    }
    text.append('\n');
  }

  // A dot or an apostrophe at the beginning of a line would be a request.
  private void line(String line) {
    text.append(line.startsWith(".") || line.startsWith("'") ? "\\&" : "")
        .append(line)
        .append('\n');
  }

  private static String bold(String word) {
    return "\\fB" + roff(word) + "\\fR";
  }

  /** The same text to be read as it is, with hyphens that can be copied into a shell. */
  private static String roff(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(sign -> {
          switch (sign) {
            case '\\' -> escaped.append("\\(rs");
            case '-' -> escaped.append("\\-");
            case '^' -> escaped.append("\\(ha");
            case '~' -> escaped.append("\\(ti");
            case '`' -> escaped.append("\\(ga");
            default -> {
              if (sign < 0x80) {
                escaped.appendCodePoint(sign);
              } else {
                escaped.append("\\[u%04X]".formatted(sign));
              }
            }
          }
        });
    return escaped.toString();
  }

  /** The lines that picocli makes of a text: it is a format without arguments, for {@code %n}. */
  private static List<String> lines(String... texts) {
    return Arrays.stream(texts)
        .flatMap(line -> line.formatted().lines())
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
