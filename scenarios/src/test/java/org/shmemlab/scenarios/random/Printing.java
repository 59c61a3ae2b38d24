package org.shmemlab.scenarios.random;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.choices.Choices;

/** Calls of {@code printf} with all its conversions, flags, widths and precisions. */
final class Printing {
  private static final List<String> TEXTS =
      List.of("\"\"", "\"x\"", "\"two words\"", "\"tab\\there\"", "\"a\" \"b\"", "\"100%\"");

  private final Body body;
  private final Choices choices;
  private final Expressions expressions;

  Printing(Body body, Expressions expressions) {
    this.body = body;
    this.choices = body.choices();
    this.expressions = expressions;
  }

  /** One line of output; nothing where a function must not print. */
  void statement() {
    if (body.pure() || !body.affords(60)) {
      return;
    }
    StringBuilder format = new StringBuilder();
    List<String> arguments = new ArrayList<>();
    do {
      format.append(format.isEmpty() ? "" : " ");
      item(format, arguments);
    } while (arguments.size() < 4 && choices.yes());
    body.out().line("printf(\"" + format + "\\n\", " + String.join(", ", arguments) + ");");
    body.spend(30);
  }

  private void item(StringBuilder format, List<String> arguments) {
    switch (choices.next(10)) {
      case 4, 5, 6 -> floating(format, arguments);
      case 7 -> {
        format.append(choices.pick("%s", "[%6s]", "[%-6s]", "%.2s", "%s%%"));
        arguments.add(choices.pick(TEXTS));
      }
      case 8 -> {
        format.append(choices.pick("%c", "%3c", "%-3c|"));
        arguments.add("(int)((unsigned)(" + expressions.integer(2).text() + ") % 64) + 32");
      }
      default -> integer(format, arguments);
    }
  }

  private void integer(StringBuilder format, List<String> arguments) {
    Expr value = expressions.integer(3);
    Num type = value.type().promoted();
    String length = type.format().substring(0, type.format().length() - 1);
    String flags = choices.pick("", "", "", "5", "-7", "08", ".3", "12.6", "-10.4", "01");
    String conversion =
        switch (choices.next(6)) {
          case 3 -> choices.pick("x", "X", "#x");
          case 4 -> choices.pick("o", "#o");
          case 5 -> type.signed() ? choices.pick("+d", " d", "i") : "u";
          default -> type.signed() ? "d" : "u";
        };
    String sign = conversion.length() > 1 ? conversion.substring(0, 1) : "";
    String letter = conversion.substring(conversion.length() - 1);
    boolean star = choices.yes(1, 12);
    format.append('%').append(sign).append(star ? "*" : flags).append(length).append(letter);
    if (star) {
      arguments.add(Integer.toString(choices.between(-9, 9)));
    }
    arguments.add(value.at(Expr.ASSIGNMENT));
  }

  private void floating(StringBuilder format, List<String> arguments) {
    Expr value = expressions.floating(3);
    format
        .append('%')
        .append(choices.pick("", "", "", "+", " ", "-12", "012", "#", "14"))
        .append(choices.pick(".17", "", ".0", ".3", ".10", ".1"))
        .append(choices.pick("g", "f", "e", "G", "E"));
    arguments.add("num(" + value.at(Expr.ASSIGNMENT) + ")");
  }
}
