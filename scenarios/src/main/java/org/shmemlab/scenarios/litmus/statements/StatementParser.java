package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.litmus.statements.Statement.Variable;
import org.shmemlab.scenarios.litmus.statements.Token.Kind;
import org.shmemlab.scenarios.litmus.statements.TypeReader.Declared;
import org.shmemlab.scenarios.litmus.statements.TypeReader.Specifier;

/** Reads statements and declarations (ISO C 17, 6.7 and 6.8). */
public final class StatementParser {
  /** Length of an array that has as many elements as values. */
  private static final int UNKNOWN = -1;

  private final Tokens tokens;
  private final TypeReader types;
  private final ExpressionParser expressions;

  /**
   * A block, read.
   *
   * @param addressTaken its variables that need an address
   */
  public record Code(ImmutableList<Statement> statements, ImmutableSet<String> addressTaken) {
    /** The declarations of the outermost scope, in order. */
    public ImmutableList<Variable> variables() {
      return statements.stream()
          .filter(Statement.Declare.class::isInstance)
          .flatMap(declaration -> ((Statement.Declare) declaration).variables().stream())
          .collect(ImmutableList.toImmutableList());
    }
  }

  /** Reads where the tokens stand. */
  public StatementParser(Tokens tokens, StatementVocabulary vocabulary) {
    this.tokens = tokens;
    this.types = new TypeReader(tokens, vocabulary);
    this.expressions = new ExpressionParser(tokens, types);
  }

  /**
   * The statements up to the brace that closes the one just read, and moves past that brace.
   *
   * @throws StatementError with the first error
   */
  public Code body() {
    ImmutableList<Statement> statements = untilBrace(tokens.last());
    return new Code(statements, expressions.addressTaken());
  }

  private ImmutableList<Statement> untilBrace(Token open) {
    ImmutableList.Builder<Statement> statements = ImmutableList.builder();
    while (!tokens.skip("}")) {
      if (tokens.peek().kind() == Kind.END) {
        throw new StatementError(open.line(), "this '{' is never closed");
      }
      statements.add(statement());
    }
    return statements.build();
  }

  private Statement statement() {
    Token first = tokens.peek();
    int line = first.line();
    return switch (first.text()) {
      case "{" -> new Statement.Block(line, untilBrace(tokens.next()));
      case ";" -> new Statement.Nothing(tokens.next().line());
      case "if" -> ifElse(tokens.next());
      case "while" -> {
        tokens.next();
        yield new Statement.While(line, condition(), statement());
      }
      case "do" -> doWhile(tokens.next());
      case "for" -> loop(tokens.next());
      case "break", "continue" -> {
        tokens.next();
        semicolon();
        yield first.is("break") ? new Statement.Break(line) : new Statement.Continue(line);
      }
      case "return", "goto" ->
          throw new StatementError(
              line, "a block runs to its closing brace: write 'if', not " + first);
      case "switch", "asm", "typedef", "static", "extern", "auto", "__shared__" ->
          throw new StatementError(line, "a litmus test has no " + first);
      default -> declarationOrExpression();
    };
  }

  private Statement declarationOrExpression() {
    Statement statement;
    if (types.begins(0) && !tokens.peek(1).is("(")) {
      statement = declaration();
    } else {
      int line = tokens.peek().line();
      statement = new Statement.Evaluate(line, expressions.expression());
    }
    semicolon();
    return statement;
  }

  private void semicolon() {
    Token last = tokens.last();
    if (!tokens.skip(";")) {
      throw new StatementError(
          last.line(), "expected ';' after " + last + ", found " + tokens.peek());
    }
  }

  private Expression condition() {
    tokens.expect("(", "before the condition");
    Expression condition = expressions.expression();
    tokens.expect(")", "after the condition");
    return condition;
  }

  private Statement ifElse(Token word) {
    Expression condition = condition();
    Statement yes = statement();
    return new Statement.If(word.line(), condition, yes, tokens.skip("else") ? statement() : null);
  }

  private Statement doWhile(Token word) {
    Statement body = statement();
    tokens.expect("while", "after the body of do");
    Expression condition = condition();
    semicolon();
    return new Statement.Do(word.line(), body, condition);
  }

  private Statement loop(Token word) {
    tokens.expect("(", "after 'for'");
    Statement first = tokens.skip(";") ? null : declarationOrExpression();
    Expression condition = tokens.peek().is(";") ? null : expressions.expression();
    semicolon();
    Expression step = tokens.peek().is(")") ? null : expressions.expression();
    tokens.expect(")", "after the step");
    return new Statement.For(word.line(), first, condition, step, statement());
  }

  // ---------------------------------------------------------------- declarations

  /**
   * One declaration, which must begin here, without its semicolon.
   *
   * @throws StatementError with the first error
   */
  public Statement.Declare declaration() {
    int line = tokens.peek().line();
    Specifier specifier = types.specifier();
    ImmutableList.Builder<Variable> variables = ImmutableList.builder();
    do {
      variables.add(declarator(specifier));
    } while (tokens.skip(","));
    return new Statement.Declare(line, variables.build());
  }

  /**
   * A value, without a comma outside brackets.
   *
   * @throws StatementError with the first error
   */
  public Expression value() {
    return expressions.assignment();
  }

  /** Whether a declaration begins here. */
  public boolean atDeclaration() {
    return types.begins(0);
  }

  private Variable declarator(Specifier specifier) {
    Declared declared = types.pointers(specifier);
    Token name = tokens.expect(Kind.NAME, "a name after '" + specifier.name() + "'");
    @Nullable Integer length = length();
    Expression value = null;
    ImmutableList<Expression> elements = null;
    if (tokens.skip("=")) {
      if (tokens.skip("{")) {
        elements = elements();
      } else {
        value = expressions.assignment();
      }
    }
    Type type = declared.type();
    if (length != null) {
      if (length == UNKNOWN && elements == null) {
        throw new StatementError(name.line(), "the length of " + name + " is not said");
      }
      type = new Type.Array(type, length == UNKNOWN && elements != null ? elements.size() : length);
    } else if (elements != null) {
      throw new StatementError(name.line(), name + " is no array; give it one value");
    }
    return new Variable(
        name.line(),
        name.text(),
        specifier.name(),
        type,
        declared.constant(),
        declared.isVolatile(),
        value,
        elements);
  }

  /** The length in brackets; {@link #UNKNOWN} where it follows from the elements; null for none. */
  private @Nullable Integer length() {
    if (!tokens.skip("[")) {
      return null;
    }
    if (tokens.skip("]")) {
      return UNKNOWN;
    }
    int length = number(tokens.next());
    tokens.expect("]", "after the length");
    return length;
  }

  private ImmutableList<Expression> elements() {
    ImmutableList.Builder<Expression> elements = ImmutableList.builder();
    while (!tokens.skip("}")) {
      elements.add(expressions.assignment());
      if (!tokens.peek().is("}")) {
        tokens.expect(",", "between elements");
      }
    }
    return elements.build();
  }

  /**
   * The number of elements or of an element.
   *
   * @throws StatementError if it is no decimal number
   */
  public static int number(Token token) {
    try {
      return Integer.parseInt(token.text());
    } catch (NumberFormatException notANumber) {
      throw new StatementError(token.line(), "expected a decimal number, found " + token);
    }
  }
}
