package org.shmemlab.scenarios.launch;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.FormatMethod;
import java.util.Optional;
import org.shmemlab.model.program.SourceLine;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads a document of YAML whose nodes know their places.
 *
 * @param file the user's name of it
 */
record PlacedYaml(String file) {
  private static final int LONGEST = 1 << 20;

  /**
   * The root of a document.
   *
   * @throws LaunchMistake if this is not YAML, or nothing
   */
  Node root(String text) throws LaunchMistake {
    SourceLine start = new SourceLine(file, 1, 1);
    if (text.length() > LONGEST) {
      throw new LaunchMistake(start, "larger than 1 MiB; put large values into .npy files");
    }
    LoadSettings settings = LoadSettings.builder().setLabel(file).build();
    try {
      Optional<Node> root = new Compose(settings).composeString(text);
      return root.orElseThrow(
          () -> new LaunchMistake(start, "the file is empty; begin with 'steps:'"));
    } catch (MarkedYamlEngineException wrong) {
      SourceLine at = wrong.getProblemMark().map(this::place).orElse(start);
      throw new LaunchMistake(at, "not YAML: " + oneLine(String.valueOf(wrong.getProblem())));
    } catch (YamlEngineException wrong) {
      throw new LaunchMistake(start, "not YAML: " + oneLine(String.valueOf(wrong.getMessage())));
    } catch (StackOverflowError deep) {
      throw new LaunchMistake(start, "not YAML: nested too deeply");
    }
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  private SourceLine place(Mark mark) {
    return new SourceLine(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  /** The place of a node. */
  SourceLine at(Node node) {
    return node.getStartMark().map(this::place).orElse(new SourceLine(file, 1, 1));
  }

  /** The place of a scalar's first character, after its quote. */
  SourceLine inside(Node node) {
    SourceLine at = at(node);
    boolean isQuoted = node instanceof ScalarNode scalar && !scalar.isPlain();
    return isQuoted ? new SourceLine(file, at.line(), at.column() + 1) : at;
  }

  @FormatMethod
  LaunchMistake mistake(Node node, String what, Object... arguments) {
    return new LaunchMistake(at(node), what.formatted(arguments));
  }

  /** A node in words. */
  static String words(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue().isEmpty() ? "nothing" : "'" + scalar.getValue() + "'";
    }
    return node instanceof MappingNode ? "a mapping" : "a list";
  }

  /** The text of a scalar. */
  String text(Node node, String meaning) throws LaunchMistake {
    if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return scalar.getValue();
    }
    throw mistake(node, "%s is written as text, and this is %s", meaning, words(node));
  }

  /** A name that becomes part of one in C. */
  String name(Node node, String meaning) throws LaunchMistake {
    String name = text(node, meaning);
    if (!name.matches("[A-Za-z_]\\w*")) {
      throw mistake(node, "'%s' is no name of %s: letters, digits and _", name, meaning);
    }
    return name;
  }

  /** A number from 1 on. */
  int count(Node node, String meaning, int most) throws LaunchMistake {
    String text = text(node, meaning);
    if (text.matches("[1-9]\\d{0,8}") && Integer.parseInt(text) <= most) {
      return Integer.parseInt(text);
    }
    throw mistake(node, "%s is a number from 1 to %d, not '%s'", meaning, most, text);
  }

  boolean flag(Node node, String meaning) throws LaunchMistake {
    return switch (text(node, meaning)) {
      case "true", "yes" -> true;
      case "false", "no" -> false;
      default -> throw mistake(node, "%s is true or false, not %s", meaning, words(node));
    };
  }

  /** The items of a list, or a node that stands alone as the only one. */
  ImmutableList<Node> items(Node node) {
    return node instanceof SequenceNode list
        ? ImmutableList.copyOf(list.getValue())
        : ImmutableList.of(node);
  }

  /** The entries of a mapping. */
  Fields fields(Node node, String meaning) throws LaunchMistake {
    if (node instanceof MappingNode mapping) {
      return new Fields(this, mapping, meaning);
    }
    throw mistake(node, "%s is a mapping of keys to values, and this is %s", meaning, words(node));
  }
}
