package org.shmemlab.scenarios.litmus;

import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.litmus.statements.StatementError;
import org.shmemlab.scenarios.litmus.statements.StatementParser;
import org.shmemlab.scenarios.litmus.statements.Token;
import org.shmemlab.scenarios.litmus.statements.Token.Kind;
import org.shmemlab.scenarios.litmus.statements.Tokens;

/**
 * Reads a condition. {@code ~} binds tighter than {@code /\}, that tighter than {@code \/}:
 *
 * <pre>
 * or      = and { "\/" and }
 * and     = not { "/\" not }
 * not     = "~" not | "(" or ")" | term ("=" | "==" | "!=" | "&lt;" | "&lt;=" | "&gt;" | "&gt;=") term
 * term    = ["-"] number | pe ["." agent] ":" register | word ["[" index "]"] "@" pe
 * </pre>
 */
final class ConditionParser {
  /** Resolves the names that a test declares; throws a {@link StatementError} for any other. */
  interface Names {
    ScalarType register(Token at, int pe, String agent, String name);

    ScalarType word(Token at, int pe, String name, int index);
  }

  private final Tokens tokens;
  private final Names names;

  ConditionParser(Tokens tokens, Names names) {
    this.tokens = tokens;
    this.names = names;
  }

  Condition parse() {
    Condition left = and();
    while (tokens.skip("\\/")) {
      left = new Condition.Or(left, and());
    }
    return left;
  }

  private Condition and() {
    Condition left = not();
    while (tokens.skip("/\\")) {
      left = new Condition.And(left, not());
    }
    return left;
  }

  private Condition not() {
    if (tokens.skip("~")) {
      return new Condition.Not(not());
    }
    if (tokens.skip("(")) {
      Condition inside = parse();
      tokens.expect(")", "after the condition");
      return inside;
    }
    Condition.Term left = term();
    Comparison operator = operator(tokens.next());
    return new Condition.Compare(left, operator, term());
  }

  private static Comparison operator(Token token) {
    return switch (token.text()) {
      case "=", "==" -> Comparison.EQ;
      case "!=" -> Comparison.NE;
      case ">" -> Comparison.GT;
      case ">=" -> Comparison.GE;
      case "<" -> Comparison.LT;
      case "<=" -> Comparison.LE;
      default ->
          throw new StatementError(
              token.line(), "expected a comparison (= != < <= > >=), found " + token);
    };
  }

  private Condition.Term term() {
    Token first = tokens.peek();
    if (first.kind() == Kind.NAME) {
      return word(tokens.next());
    }
    boolean negative = tokens.skip("-");
    Token number =
        tokens.expect(Kind.NUMBER, "a number, a register as in 1:r0, or a word as in x@1");
    if (!negative && (tokens.peek().is(":") || tokens.peek().is("."))) {
      return register(number);
    }
    try {
      return new Condition.Constant(Long.decode((negative ? "-" : "") + number.text()));
    } catch (NumberFormatException wrong) {
      throw new StatementError(number.line(), number + " is no integer of 64 bits");
    }
  }

  private Condition.Register register(Token peNumber) {
    int pe = StatementParser.number(peNumber);
    String agent = "";
    if (tokens.skip(".")) {
      agent = tokens.expect(Kind.NAME, "the agent's name").text();
    }
    tokens.expect(":", "between PE and register");
    Token name = tokens.expect(Kind.NAME, "the register's name");
    return new Condition.Register(
        pe, agent, name.text(), names.register(name, pe, agent, name.text()));
  }

  private Condition.Word word(Token name) {
    int index = -1;
    if (tokens.skip("[")) {
      index = StatementParser.number(tokens.expect(Kind.NUMBER, "an index"));
      tokens.expect("]", "after the index");
    }
    tokens.expect("@", "between word and PE; a register is written 1:" + name.text());
    int pe = StatementParser.number(tokens.expect(Kind.NUMBER, "the number of a PE"));
    return new Condition.Word(pe, name.text(), index, names.word(name, pe, name.text(), index));
  }
}
