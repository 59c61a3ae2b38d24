package org.shmemlab.scenarios.backend;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.litmus.Condition;
import org.shmemlab.scenarios.litmus.Condition.Observable;
import org.shmemlab.scenarios.litmus.LitmusFile;

/**
 * Writes the question of a litmus test in C: the values that it asks for, and whether they are a
 * witness.
 *
 * @param observables in the order of the text
 */
record QuestionCode(LitmusFile test, ImmutableList<Observable> observables) {
  /** The capacity of {@code lab_seen}. */
  private static final int MOST = 16;

  /** Bytes of a word that a slot of the harness has room for. */
  private static final int MOST_BYTES = 512;

  /** Why the harness cannot hold a test, if it cannot. */
  static Optional<String> tooLarge(LitmusFile test) {
    if (of(test).observables().size() > MOST) {
      return Optional.of("it asks for more than " + MOST + " values");
    }
    return test.words().stream()
        .filter(word -> word.type().bytes() * Math.max(word.length(), 1) > MOST_BYTES)
        .map(word -> word.name() + " is larger than " + MOST_BYTES + " bytes")
        .findFirst();
  }

  static QuestionCode of(LitmusFile test) {
    return new QuestionCode(test, test.question().condition().observables().asList());
  }

  /** The array of {@code lab_seen}. */
  String seen(String array) {
    StringBuilder text = new StringBuilder("static const lab_seen " + array + "[] = {\n");
    for (Observable observable : observables) {
      ScalarType type = observable.type();
      int word = -1;
      int offset = 0;
      if (observable instanceof Condition.Word place) {
        word = wordIndex(place.name());
        offset = Math.max(place.index(), 0) * type.bytes();
      }
      text.append("  {").append(EscapedText.literal(observable.toString())).append(", ");
      text.append(observable.pe()).append(", ").append(type == ScalarType.U64 ? 1 : 0);
      text.append(", ").append(word).append(", ").append(offset).append(", ");
      text.append(type.bytes()).append(", ").append(signedSmall(type) ? 1 : 0).append("},\n");
    }
    return text.append("};\n").toString();
  }

  private int wordIndex(String name) {
    for (int i = 0; i < test.words().size(); i++) {
      if (test.words().get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static boolean signedSmall(ScalarType type) {
    return switch (type) {
      case I8, I16, I32 -> true;
      default -> false;
    };
  }

  /** The function that says whether values are a witness. */
  String witness(String function) {
    return "static int "
        + function
        + "(const long long *v) {\n  (void) v;\n  return "
        + text(test.question().witness())
        + ";\n}\n";
  }

  private String text(Condition condition) {
    return switch (condition) {
      case Condition.And and -> "(" + text(and.left()) + " && " + text(and.right()) + ")";
      case Condition.Or or -> "(" + text(or.left()) + " || " + text(or.right()) + ")";
      case Condition.Not not -> "!(" + text(not.part()) + ")";
      case Condition.Compare compare ->
          "("
              + term(compare.left())
              + " "
              + operator(compare.operator())
              + " "
              + term(compare.right())
              + ")";
    };
  }

  // 128 bits hold every value of every type, so that numbers compare as numbers.
  private String term(Condition.Term term) {
    return switch (term) {
      case Condition.Constant constant -> "(__int128) " + constant.value() + "LL";
      case Observable observable ->
          "(__int128) "
              + (observable.type() == ScalarType.U64 ? "(uint64_t) " : "")
              + "v["
              + observables.indexOf(observable)
              + "]";
    };
  }

  private static String operator(Comparison comparison) {
    return switch (comparison) {
      case EQ -> "==";
      case NE -> "!=";
      case GT -> ">";
      case LE -> "<=";
      case LT -> "<";
      case GE -> ">=";
    };
  }
}
