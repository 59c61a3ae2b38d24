package org.shmemlab.scenarios.litmus;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.litmus.Token.Kind;

/**
 * Reads declarations of scalars and arrays of them, as far as a litmus file needs to know them: the
 * front-end reads them again as C.
 */
final class Scalars {
  private static final ImmutableSet<String> QUALIFIERS =
      ImmutableSet.of("const", "volatile", "static");

  /** Names of one word; the others are made of {@link #WORDS}. */
  private static final ImmutableSet<String> NAMES =
      ImmutableSet.of(
          "bool",
          "int8_t",
          "uint8_t",
          "int16_t",
          "uint16_t",
          "int32_t",
          "uint32_t",
          "int64_t",
          "uint64_t",
          "size_t",
          "ptrdiff_t",
          "float",
          "double");

  private static final ImmutableSet<String> WORDS =
      ImmutableSet.of("char", "short", "int", "long", "signed", "unsigned", "double");

  private Scalars() {}

  /**
   * One declared name.
   *
   * @param typeName the type's words
   * @param pointer whether it is a pointer to that type
   * @param length the array's length, -1 for none
   */
  record Declared(Token name, String typeName, ScalarType type, boolean pointer, int length) {}

  /**
   * The names that a statement declares; none if it is no declaration of scalars.
   *
   * @param statement its tokens, without the semicolon
   * @throws Mistake where it begins as a declaration and goes on as none
   */
  static ImmutableList<Declared> in(List<Token> statement) {
    int at = 0;
    StringBuilder words = new StringBuilder();
    while (at < statement.size()
        && (QUALIFIERS.contains(statement.get(at).text())
            || isTypeWord(statement.get(at), words.isEmpty()))) {
      if (!QUALIFIERS.contains(statement.get(at).text())) {
        words.append(words.isEmpty() ? "" : " ").append(statement.get(at).text());
      }
      at++;
    }
    ScalarType type = type(words.toString());
    if (type == null) {
      return ImmutableList.of();
    }
    ImmutableList.Builder<Declared> found = ImmutableList.builder();
    while (at < statement.size()) {
      at = declarator(statement, at, words.toString(), type, found);
    }
    return found.build();
  }

  /** Reads one declarator with its first value; gives the place behind the comma after it. */
  private static int declarator(
      List<Token> statement,
      int start,
      String typeName,
      ScalarType type,
      ImmutableList.Builder<Declared> found) {
    int at = start;
    boolean pointer = false;
    while (statement.get(at).is("*") && at + 1 < statement.size()) {
      pointer = true;
      at++;
    }
    Token name = statement.get(at);
    if (name.kind() != Kind.NAME) {
      throw new Mistake(name.line(), "expected a name after '" + typeName + "', found " + name);
    }
    at++;
    int length = -1;
    if (at + 1 < statement.size() && statement.get(at).is("[")) {
      length = number(statement.get(at + 1));
      at += 2;
    }
    found.add(new Declared(name, typeName, type, pointer, length));
    for (int depth = 0; at < statement.size(); at++) {
      Token token = statement.get(at);
      if (depth == 0 && token.is(",")) {
        return at + 1;
      }
      if (token.is("(") || token.is("{")) {
        depth++;
      } else if (token.is(")") || token.is("}")) {
        depth--;
      }
    }
    return at;
  }

  private static boolean isTypeWord(Token token, boolean first) {
    return token.kind() == Kind.NAME
        && (WORDS.contains(token.text()) || (first && NAMES.contains(token.text())));
  }

  /** The number of elements or of an element. */
  static int number(Token token) {
    try {
      return Integer.parseInt(token.text());
    } catch (NumberFormatException notANumber) {
      throw new Mistake(token.line(), "expected a decimal number, found " + token);
    }
  }

  /** The type of C that these words name on the platforms of NVSHMEM (64-bit Linux), or null. */
  private static @Nullable ScalarType type(String words) {
    return switch (words) {
      case "char", "signed char", "int8_t" -> ScalarType.I8;
      case "bool", "unsigned char", "uint8_t" -> ScalarType.U8;
      case "short", "short int", "int16_t" -> ScalarType.I16;
      case "unsigned short", "unsigned short int", "uint16_t" -> ScalarType.U16;
      case "int", "signed", "signed int", "int32_t" -> ScalarType.I32;
      case "unsigned", "unsigned int", "uint32_t" -> ScalarType.U32;
      case "long", "long int", "long long", "long long int", "int64_t", "ptrdiff_t" ->
          ScalarType.I64;
      case "unsigned long",
          "unsigned long int",
          "unsigned long long",
          "unsigned long long int",
          "uint64_t",
          "size_t" ->
          ScalarType.U64;
      case "float" -> ScalarType.F32;
      case "double" -> ScalarType.F64;
      default -> null;
    };
  }
}
