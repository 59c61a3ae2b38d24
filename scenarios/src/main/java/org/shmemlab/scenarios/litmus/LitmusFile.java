package org.shmemlab.scenarios.litmus;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.litmus.statements.Statement;
import org.shmemlab.scenarios.litmus.statements.StatementParser;
import org.shmemlab.scenarios.litmus.statements.Type;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A litmus test as its file says it.
 *
 * @param source the file
 * @param name its name: that of the file, without folder and ending
 * @param why one sentence, the reason for the expected verdicts; empty where the file has none
 * @param repairs names of the tests that this one repairs by adding the missing order
 * @param pes number of PEs
 * @param words the symmetric words, the same on every PE
 * @param firstValues words that begin with another value on one PE
 * @param bodies the blocks of the agents
 * @param question the outcome that is asked for
 * @param expectations the expected verdict of each profile, by the profile's name
 */
public record LitmusFile(
    SourceFile source,
    String name,
    String why,
    ImmutableList<String> repairs,
    int pes,
    ImmutableList<Word> words,
    ImmutableList<FirstValue> firstValues,
    ImmutableList<Body> bodies,
    Question question,
    ImmutableMap<String, Expectation> expectations) {

  /**
   * A symmetric variable: a number or an array of numbers.
   *
   * @param declaration its declaration, up to and including the semicolon; several words can share
   *     one
   */
  public record Word(Statement.Variable variable, Text declaration) {
    public String name() {
      return variable.name();
    }

    /** Its type as the file writes it, of an array that of an element. */
    public String typeName() {
      return variable.typeName();
    }

    /** Its type, of an array that of an element. */
    public ScalarType type() {
      return element().register();
    }

    /** Number of elements of an array, or -1 for a plain word. */
    public int length() {
      return variable.type() instanceof Type.Array array ? array.length() : -1;
    }

    Type element() {
      return variable.type() instanceof Type.Array array ? array.element() : variable.type();
    }
  }

  /**
   * {@code f@1 = 3;}: a word's first value on one PE.
   *
   * @param index the element of an array, or -1 for a plain word
   * @param value the constant as the file writes it
   * @param bits the same, as a register of the word's type holds it
   */
  public record FirstValue(
      Word word, int index, int pe, String value, long bits, SourceLine line) {}

  /**
   * The block of one agent of a PE.
   *
   * @param agent the agent's name, empty where its PE has only one; {@link #HOST} is the host
   *     thread before it launches the rest, which are the threads of one block
   * @param variables the scalars that the outermost scope of the block declares
   * @param code its statements
   * @param statements the text between the braces
   * @param open line of the opening brace
   * @param close line of the closing brace
   */
  public record Body(
      int pe,
      String agent,
      ImmutableList<Local> variables,
      StatementParser.Code code,
      Text statements,
      SourceLine open,
      SourceLine close) {
    /** The name of the agent that is the host thread. */
    public static final String HOST = "host";

    public boolean onHost() {
      return agent.equals(HOST);
    }
  }

  /** A scalar variable of a block, with its type as the file writes it. */
  public record Local(String name, String typeName, Type.Numeric number) {
    /** How a register holds it. */
    public ScalarType type() {
      return number.register();
    }
  }

  /** A part of the source: from one offset up to another, starting on a line. */
  public record Text(int from, int to, int line) {}

  /** The claim of a test about its condition. */
  public enum Quantifier {
    /** Asks whether some execution ends so. */
    EXISTS,
    /** Claims that none does; asks the same. */
    NOT_EXISTS,
    /** Claims that all do; asks whether some execution does not. */
    FORALL
  }

  /** The outcome that is asked for. */
  public record Question(Quantifier quantifier, Condition condition, SourceLine line) {
    /** The condition that makes a final state a witness. */
    public Condition witness() {
      return quantifier == Quantifier.FORALL ? new Condition.Not(condition) : condition;
    }

    /** As files write it. */
    @Override
    public String toString() {
      String word =
          switch (quantifier) {
            case EXISTS -> "exists";
            case NOT_EXISTS -> "~exists";
            case FORALL -> "forall";
          };
      return word + " (" + condition + ")";
    }
  }

  /** The verdict that a profile is expected to give, and the line that says so. */
  public record Expectation(Verdict verdict, SourceLine line) {}
}
