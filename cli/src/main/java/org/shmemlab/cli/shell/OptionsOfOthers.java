package org.shmemlab.cli.shell;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Takes the next word as the value of an option whatever it looks like. Picocli refuses a value
 * that is an option of the same command, as the {@code --time=30} of {@code --sbatch=--time=30}.
 */
public final class OptionsOfOthers implements IParameterPreprocessor {
  @Override
  @SuppressWarnings("JdkObsolete") // the signature is picocli's
  public boolean preprocess(
      Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    if (words.isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          ((OptionSpec) option).longestName() + " needs " + option.paramLabel());
    }
    option.setValue(words.pop());
    return true;
  }
}
