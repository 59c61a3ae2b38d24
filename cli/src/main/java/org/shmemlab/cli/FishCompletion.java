package org.shmemlab.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes the completion script for fish: a line for each subcommand and each option (fish,
 * "complete").
 */
final class FishCompletion {
  private final String command;

  FishCompletion(String command) {
    this.command = command;
  }

  /** The script for a tree of commands. */
  String script(CommandSpec root) {
    List<String> lines = new ArrayList<>();
    lines.add("# Completion of " + command + " in fish.");
    of(root, "__fish_use_subcommand", lines);
    return String.join("\n", lines) + "\n";
  }

  private void of(CommandSpec spec, String when, List<String> lines) {
    List<String> names = List.copyOf(spec.subcommands().keySet());
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        lines.add(line(when) + names(option) + described(option.description()));
      }
    }
    for (CommandLine sub : spec.subcommands().values()) {
      CommandSpec below = sub.getCommandSpec();
      lines.add(
          line(when) + " -f -a " + below.name() + described(below.usageMessage().description()));
      String inside = "__fish_seen_subcommand_from " + below.name();
      String outer = when.equals("__fish_use_subcommand") ? inside : when + "; and " + inside;
      of(below, outer, lines);
    }
    if (!names.isEmpty() && !when.equals("__fish_use_subcommand")) {
      // once one of them is named, the others are no words any more
      String none = "; and not __fish_seen_subcommand_from " + String.join(" ", names);
      lines.replaceAll(
          line -> line.startsWith(line(when) + " -f -a ") ? line.replace(when, when + none) : line);
    }
  }

  private String line(String when) {
    return "complete -c " + command + " -n " + quoted(when);
  }

  // -n is short, --pes is long, and a word after one dash is what fish calls old.
  private static String names(OptionSpec option) {
    StringBuilder names = new StringBuilder();
    for (String name : option.names()) {
      String word = name.replaceFirst("^--?", "");
      String kind = name.startsWith("--") ? " -l " : word.length() == 1 ? " -s " : " -o ";
      names.append(kind).append(word);
    }
    return option.arity().max() == 0 ? names.toString() : names + " -r";
  }

  private static String described(String[] description) {
    String first = description.length == 0 ? "" : description[0];
    return " -d " + quoted(first.replaceAll("%n|\\$\\{[^}]*}", "").strip());
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
