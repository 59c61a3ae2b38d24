package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.litmus.statements.Token.Kind;

/** Reads the names of types. */
final class TypeReader {
  private static final ImmutableSet<String> QUALIFIERS =
      ImmutableSet.of("const", "volatile", "__restrict__");

  /** Words that a type can have several of. */
  private static final ImmutableSet<String> WORDS =
      ImmutableSet.of("char", "short", "int", "long", "signed", "unsigned", "double");

  private final Tokens tokens;
  private final StatementVocabulary vocabulary;

  TypeReader(Tokens tokens, StatementVocabulary vocabulary) {
    this.tokens = tokens;
    this.vocabulary = vocabulary;
  }

  /**
   * The first part of a declaration.
   *
   * @param name the type's words as the file has them, without qualifiers
   */
  record Specifier(String name, Type type, boolean constant, boolean isVolatile) {}

  /** A type as a declarator completes it, with the qualifiers of an object of it. */
  record Declared(Type type, boolean constant, boolean isVolatile) {}

  /** Whether a type begins at the next token, or at one after it. */
  boolean begins(int ahead) {
    Token token = tokens.peek(ahead);
    return token.kind() == Kind.NAME
        && (QUALIFIERS.contains(token.text())
            || WORDS.contains(token.text())
            || named(token.text()) != null
            || token.is("struct")
            || token.is("enum"));
  }

  // CUDA's 16-bit types have a header of their own, which litmus tests do not include.
  private @Nullable Type named(String word) {
    Type type = vocabulary.type(word);
    boolean sixteen =
        type instanceof Type.Numeric(NumberType number)
            && (number == NumberType.HALF || number == NumberType.BFLOAT16);
    return sixteen ? null : type;
  }

  /**
   * @throws StatementError if the words name no type
   */
  Specifier specifier() {
    Token first = tokens.peek();
    boolean constant = false;
    boolean isVolatile = false;
    StringBuilder words = new StringBuilder();
    Type type = null;
    while (tokens.peek().kind() == Kind.NAME) {
      String word = tokens.peek().text();
      if (QUALIFIERS.contains(word)) {
        constant |= word.equals("const");
        isVolatile |= word.equals("volatile");
      } else if (type == null && WORDS.contains(word)) {
        words.append(words.isEmpty() ? "" : " ").append(word);
      } else if (words.isEmpty() && (word.equals("struct") || word.equals("enum"))) {
        type = null; // the name follows
      } else if (words.isEmpty() && named(word) != null) {
        type = named(word);
        words.append(word);
      } else {
        break;
      }
      tokens.next();
    }
    Type found = type == null ? vocabulary.type(words.toString()) : type;
    if (found == null) {
      throw new StatementError(
          first.line(), words.isEmpty() ? "expected a type, found " + first : "no type " + words);
    }
    return new Specifier(words.toString(), found, constant, isVolatile);
  }

  /** The asterisks of a declarator. */
  Declared pointers(Specifier specifier) {
    Type type = specifier.type();
    boolean constant = specifier.constant();
    boolean isVolatile = specifier.isVolatile();
    while (tokens.skip("*")) {
      type = new Type.Pointer(type, constant, isVolatile);
      constant = false;
      isVolatile = false;
      while (QUALIFIERS.contains(tokens.peek().text())) {
        Token qualifier = tokens.next();
        constant |= qualifier.is("const");
        isVolatile |= qualifier.is("volatile");
      }
    }
    return new Declared(type, constant, isVolatile);
  }

  /** A type without a name: of a cast, or of {@code sizeof}. */
  Type typeName() {
    return pointers(specifier()).type();
  }
}
