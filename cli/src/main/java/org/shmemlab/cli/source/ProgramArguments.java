package org.shmemlab.cli.source;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Collects the arguments of programs: each {@code --arg}, and all that follows {@code --}. */
public final class ProgramArguments {
  private static final String OPTION = "--arg";
  private static final String END = "--";

  @Option(
      names = OPTION,
      paramLabel = "ARG",
      parameterConsumer = Next.class,
      description = "next argument of the program; '-- ARG ...' at the end names several")
  private List<String> arguments = new ArrayList<>();

  public ImmutableList<String> all() {
    return ImmutableList.copyOf(arguments);
  }

  /** Writes what follows {@code --} as options, so that no argument is taken for a file. */
  public static String[] expanded(String... words) {
    int end = List.of(words).indexOf(END);
    if (end < 0) {
      return words;
    }
    List<String> all = new ArrayList<>(List.of(words).subList(0, end));
    for (String word : List.of(words).subList(end + 1, words.length)) {
      all.add(OPTION);
      all.add(word);
    }
    return all.toArray(String[]::new);
  }

  /** Takes the next word, whatever it begins with. */
  @SuppressWarnings("JdkObsolete") // the type that picocli hands over
  static final class Next implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
      if (words.isEmpty()) {
        throw new ParameterException(
            command.commandLine(), "Missing required parameter for option '--arg' (ARG)");
      }
      List<String> known = option.getValue();
      known.add(words.pop());
    }
  }
}
