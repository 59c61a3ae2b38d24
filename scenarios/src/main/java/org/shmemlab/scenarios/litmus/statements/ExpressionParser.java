package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.UnaryOp;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.litmus.statements.Token.Kind;

/** Reads expressions (ISO C 17, 6.5). */
final class ExpressionParser {
  private static final Type SIZE = new Type.Numeric(NumberType.UNSIGNED_LONG);

  private static final ImmutableSet<String> IDENTITIES =
      ImmutableSet.of("threadIdx", "blockIdx", "blockDim", "gridDim");

  private final Tokens tokens;
  private final TypeReader types;
  private final Set<String> addressTaken = new LinkedHashSet<>();

  ExpressionParser(Tokens tokens, TypeReader types) {
    this.tokens = tokens;
    this.types = types;
  }

  /**
   * The expression that is all of a text, such as the value of a constant.
   *
   * @throws StatementError if it is no expression, or more than one
   */
  static Expression of(String text, StatementVocabulary vocabulary) {
    Tokens tokens = new Tokens(text);
    Expression whole =
        new ExpressionParser(tokens, new TypeReader(tokens, vocabulary)).expression();
    Token end = tokens.peek();
    if (end.kind() != Kind.END) {
      throw new StatementError(end.line(), "expected the end of the constant, found " + end);
    }
    return whole;
  }

  /** The names to which an address operator was applied so far. */
  ImmutableSet<String> addressTaken() {
    return ImmutableSet.copyOf(addressTaken);
  }

  Expression expression() {
    Expression first = assignment();
    while (tokens.peek().is(",")) {
      int line = tokens.next().line();
      first = new Expression.Comma(line, first, assignment());
    }
    return first;
  }

  /** An expression without a comma outside brackets. */
  Expression assignment() {
    Expression target = conditional();
    Token operator = tokens.peek();
    String text = operator.text();
    boolean assigns =
        operator.kind() == Kind.SYMBOL
            && text.endsWith("=")
            && (text.equals("=") || compound(text) != null);
    if (!assigns) {
      return target;
    }
    tokens.next();
    return new Expression.Assign(target.line(), target, compound(text), assignment());
  }

  private static @Nullable BinaryOp compound(String text) {
    return switch (text) {
      case "==", "!=", "<=", ">=" -> null;
      default -> text.length() < 2 ? null : operator(text.substring(0, text.length() - 1));
    };
  }

  Expression conditional() {
    Expression condition = binary(0);
    if (!tokens.skip("?")) {
      return condition;
    }
    Expression yes = expression();
    tokens.expect(":", "between the two values");
    return new Expression.Choose(condition.line(), condition, yes, assignment());
  }

  /** Operators of at least this rank. */
  private Expression binary(int rank) {
    Expression left = unary();
    while (tokens.peek().kind() == Kind.SYMBOL && rank(tokens.peek().text()) > rank) {
      Token operator = tokens.next();
      Expression right = binary(rank(operator.text()));
      BinaryOp op = operator(operator.text());
      left =
          op == null
              ? new Expression.Logical(left.line(), operator.is("&&"), left, right)
              : new Expression.Binary(left.line(), op, left, right);
    }
    return left;
  }

  /** How tightly a binary operator binds; 0 for any other text. */
  private static int rank(String operator) {
    return switch (operator) {
      case "||" -> 1;
      case "&&" -> 2;
      case "|" -> 3;
      case "^" -> 4;
      case "&" -> 5;
      case "==", "!=" -> 6;
      case "<", "<=", ">", ">=" -> 7;
      case "<<", ">>" -> 8;
      case "+", "-" -> 9;
      case "*", "/", "%" -> 10;
      default -> 0;
    };
  }

  private static @Nullable BinaryOp operator(String text) {
    return switch (text) {
      case "|" -> BinaryOp.OR;
      case "^" -> BinaryOp.XOR;
      case "&" -> BinaryOp.AND;
      case "==" -> BinaryOp.EQ;
      case "!=" -> BinaryOp.NE;
      case "<" -> BinaryOp.LT;
      case "<=" -> BinaryOp.LE;
      case ">" -> BinaryOp.GT;
      case ">=" -> BinaryOp.GE;
      case "<<" -> BinaryOp.SHL;
      case ">>" -> BinaryOp.SHR;
      case "+" -> BinaryOp.ADD;
      case "-" -> BinaryOp.SUB;
      case "*" -> BinaryOp.MUL;
      case "/" -> BinaryOp.DIV;
      case "%" -> BinaryOp.REM;
      default -> null;
    };
  }

  // ---------------------------------------------------------------- unary operators

  private Expression unary() {
    Token token = tokens.peek();
    int line = token.line();
    if (token.is("sizeof")) {
      tokens.next();
      return size(line);
    }
    if (token.is("(") && types.begins(1)) {
      tokens.next();
      Type type = types.typeName();
      tokens.expect(")", "after the type");
      return new Expression.Cast(line, type, unary());
    }
    if (token.kind() != Kind.SYMBOL) {
      return postfix(primary());
    }
    return switch (token.text()) {
      case "-" -> new Expression.Unary(line, UnaryOp.NEG, operand());
      case "~" -> new Expression.Unary(line, UnaryOp.COMPLEMENT, operand());
      case "!" -> new Expression.Unary(line, UnaryOp.NOT, operand());
      case "+" -> new Expression.Unary(line, null, operand());
      case "*" -> new Expression.Dereference(line, operand());
      case "++" -> new Expression.Step(line, operand(), BinaryOp.ADD, false);
      case "--" -> new Expression.Step(line, operand(), BinaryOp.SUB, false);
      case "&" -> {
        Expression object = operand();
        if (object instanceof Expression.Name(int _, String name)) {
          addressTaken.add(name);
        }
        yield new Expression.AddressOf(line, object);
      }
      default -> postfix(primary());
    };
  }

  private Expression operand() {
    tokens.next();
    return unary();
  }

  private Expression size(int line) {
    if (tokens.peek().is("(") && types.begins(1)) {
      tokens.next();
      Type type = types.typeName();
      tokens.expect(")", "after the type");
      return new Expression.Literal(line, SIZE, type.bytes());
    }
    return new Expression.SizeOf(line, unary());
  }

  private Expression postfix(Expression first) {
    Expression whole = first;
    while (true) {
      Token token = tokens.peek();
      if (tokens.skip("[")) {
        whole = new Expression.Index(whole.line(), whole, expression());
        tokens.expect("]", "after the index");
      } else if (tokens.skip("++")) {
        whole = new Expression.Step(whole.line(), whole, BinaryOp.ADD, true);
      } else if (tokens.skip("--")) {
        whole = new Expression.Step(whole.line(), whole, BinaryOp.SUB, true);
      } else if (token.is(".") || token.is("->")) {
        throw new StatementError(
            token.line(), "a litmus test has numbers and arrays, no structures");
      } else {
        return whole;
      }
    }
  }

  // ---------------------------------------------------------------- primary expressions

  private Expression primary() {
    boolean cast = types.begins(0) && tokens.peek(1).is("(");
    if (cast) {
      int line = tokens.peek().line();
      Type type = types.typeName();
      return new Expression.Cast(line, type, inBrackets());
    }
    if (tokens.peek().is("(")) {
      return inBrackets();
    }
    Token token = tokens.next();
    if (token.is(".") && tokens.peek().kind() == Kind.NUMBER) {
      return Literals.number(token.line(), wholeNumber(token));
    }
    return switch (token.kind()) {
      case NUMBER -> Literals.number(token.line(), wholeNumber(token));
      case STRING -> quoted(token);
      case NAME -> name(token);
      case SYMBOL, END ->
          throw new StatementError(token.line(), "expected a value, found " + token);
    };
  }

  private Expression inBrackets() {
    tokens.expect("(", "before a value");
    Expression inside = expression();
    tokens.expect(")", "after a value");
    return inside;
  }

  /** Joins the tokens of a number with a fraction or an exponent. */
  private String wholeNumber(Token first) {
    StringBuilder text = new StringBuilder(first.text());
    int end = first.to();
    boolean exponent = false;
    while (tokens.peek().from() == end
        && (tokens.peek().is(".")
            || tokens.peek().kind() == Kind.NUMBER
            || (tokens.last().is(".") && tokens.peek().kind() == Kind.NAME)
            || (exponent && (tokens.peek().is("-") || tokens.peek().is("+"))))) {
      Token part = tokens.next();
      text.append(part.text());
      end = part.to();
      exponent = part.text().matches("\\d*[eE]");
    }
    return text.toString();
  }

  private Expression quoted(Token token) {
    if (token.text().startsWith("'")) {
      return Literals.character(token.line(), token.text());
    }
    StringBuilder text = new StringBuilder(Literals.text(token.line(), token.text()));
    while (tokens.peek().kind() == Kind.STRING && tokens.peek().text().startsWith("\"")) {
      Token more = tokens.next();
      text.append(Literals.text(more.line(), more.text()));
    }
    return new Expression.Text(token.line(), text.toString());
  }

  private Expression name(Token token) {
    String text = token.text();
    int line = token.line();
    switch (text) {
      case "true", "false" -> {
        return new Expression.Literal(line, Type.Numeric.BOOL, text.equals("true") ? 1 : 0);
      }
      case "nullptr" -> {
        return new Expression.Literal(
            line, new Type.Pointer(Type.Incomplete.VOID, false, false), 0);
      }
      default -> {}
    }
    if (IDENTITIES.contains(text) && tokens.skip(".")) {
      Token axis = tokens.expect(Kind.NAME, "x, y or z");
      return new Expression.Coordinate(line, text, axis.text());
    }
    return tokens.skip("(")
        ? new Expression.Call(line, text, arguments())
        : new Expression.Name(line, text);
  }

  private ImmutableList<Expression> arguments() {
    ImmutableList.Builder<Expression> arguments = ImmutableList.builder();
    if (tokens.skip(")")) {
      return ImmutableList.of();
    }
    do {
      arguments.add(assignment());
    } while (tokens.skip(","));
    tokens.expect(")", "after the arguments");
    return arguments.build();
  }
}
