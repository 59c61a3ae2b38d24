package org.shmemlab.scenarios.random;

import java.util.List;
import org.shmemlab.model.choices.Choices;

/** Pieces of code that work on characters and strings. */
final class TextIdioms {
  private static final List<String> WORDS =
      List.of(
          "",
          "a",
          "zebra",
          "Hello, world",
          "12345",
          "-78",
          "0x1f",
          "3.25e1",
          "a\\tb",
          "same",
          "sane");

  private final Body body;
  private final Choices choices;
  private final Expressions expressions;

  TextIdioms(Body body, Expressions expressions) {
    this.body = body;
    this.choices = body.choices();
    this.expressions = expressions;
  }

  /** The content of the block. */
  void content() {
    switch (choices.next(8)) {
      case 1 -> reversed();
      case 2 -> compared();
      case 3 -> formatted();
      case 4 -> read();
      case 5 -> classified();
      case 6 -> found();
      case 7 -> written();
      default -> hashed();
    }
  }

  private void lines(String... lines) {
    for (String line : lines) {
      body.out().line(line);
    }
  }

  private void count(String value) {
    body.count(Expr.primary("(" + value + ")", Num.UNSIGNED_LONG));
  }

  private String word() {
    return "\"" + choices.pick(WORDS) + "\"";
  }

  private void hashed() {
    lines(
        "const char *s = " + word() + ";",
        "unsigned hash = " + choices.pick("5381u", "0", "2166136261u") + ";",
        "while (*s) hash = hash * 33 ^ (unsigned char)*s++;");
    count("hash");
  }

  private void reversed() {
    lines(
        "char s[] = " + word() + ";",
        "for (int i = 0, j = (int)strlen(s) - 1; i < j; i++, j--) {",
        "  char t = s[i];",
        "  s[i] = s[j];",
        "  s[j] = t;",
        "}");
    show("s");
    count("sizeof s");
  }

  private void compared() {
    String first = word();
    String second = word();
    lines(
        "int order = "
            + choices.pick(
                "strcmp(" + first + ", " + second + ")",
                "strncmp(" + first + ", " + second + ", " + choices.between(1, 4) + ")",
                "memcmp(" + first + ", " + second + ", 1)")
            + ";",
        "order = (order > 0) - (order < 0);");
    count("order");
  }

  private void formatted() {
    int room = choices.between(1, 40);
    String value = expressions.integer(2).text();
    lines(
        "char s[" + room + "];",
        "int length = snprintf(s, sizeof s, \"%s=%d;%5.1f\", "
            + word()
            + ", (int)("
            + value
            + "), num("
            + expressions.floating(1).at(Expr.ASSIGNMENT)
            + "));");
    show("s");
    count("length");
  }

  private void read() {
    String base = choices.pick("10", "0", "16", "8");
    lines("char *end;", "const char *s = " + word() + ";");
    count(choices.pick("strtol(s, &end, " + base + ")", "strtoul(s, &end, " + base + ")"));
    count("end - s");
    count("atoi(" + word() + ")");
    body.count(Expr.primary("strtod(s, NULL)", Num.DOUBLE));
  }

  private void classified() {
    lines(
        "int letters = 0, digits = 0, others = 0;",
        "for (const char *s = " + word() + "; *s; ++s)",
        "  if (*s >= 'a' && *s <= 'z' || *s >= 'A' && *s <= 'Z') letters++;",
        "  else if (*s >= '0' && *s <= '9') digits += *s - '0';",
        "  else others += *s == ' ' ? 10 : 1;");
    count("letters * 10000 + digits * 100 + others");
  }

  private void found() {
    lines(
        "const char *s = " + word() + ";",
        "const char *at = strchr(s, " + choices.pick("'a'", "'l'", "0") + ");");
    count("at ? at - s : -1");
    lines("at = strstr(s, " + choices.pick("\"lo\"", "\"\"", "\"1\"") + ");");
    count("at == NULL ? 99 : at - s");
  }

  private void written() {
    lines(
        "char s[80] = " + word() + ";",
        "strcat(s, " + word() + ");",
        "strcpy(s + strlen(s), " + word() + ");",
        "s[" + choices.next(10) + "] = " + choices.pick("'!'", "'A' + 2", "65", "'\\0'") + ";");
    show("s");
    count("strlen(s)");
  }

  private void show(String text) {
    if (body.pure()) {
      lines("for (const char *c = " + text + "; *c; c++) sum += *c;");
    } else {
      lines(choices.pick("printf(\"[%s]\\n\", " + text + ");", "puts(" + text + ");"));
    }
  }
}
