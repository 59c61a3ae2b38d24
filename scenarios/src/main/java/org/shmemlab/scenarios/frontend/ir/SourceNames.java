package org.shmemlab.scenarios.frontend.ir;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the source's names for the functions and variables of a module. */
public final class SourceNames {
  private static final String CRITICAL = ".gomp_critical_user_";
  private static final String ADDRESS = ".addr";

  /** Namespaces std, __gnu_cxx, __cxxabiv1 and cuda; operators new and delete; type information. */
  private static final Pattern OF_LIBRARY =
      Pattern.compile("_Z(N?[KVRO]*S[a-z]|N[KVRO]*(9__gnu_cxx|10__cxxabiv1|4cuda)|n[wa]|d[la]|T)");

  /** Itanium C++ ABI, "Scope Encoding": the end of a function's encoding, then a name. */
  private static final Pattern LOCAL = Pattern.compile("E(\\d{1,4})(\\w+)");

  /** Which of several of one name it is. */
  private static final Pattern NUMBERED = Pattern.compile("(_\\d*_?)?(\\.\\d+)?");

  private SourceNames() {}

  /** The variable of an {@code alloca}. */
  static String variable(String name) {
    if (name.isEmpty()) {
      return "temporary";
    }
    return name.endsWith(ADDRESS) ? name.substring(0, name.length() - ADDRESS.length()) : name;
  }

  /**
   * The last name that a symbol of the Itanium C++ ABI is made of: {@code counter} of {@code
   * _ZZ4kernvE7counter}; a symbol of C is its own name.
   */
  public static String symbol(String symbol) {
    if (symbol.startsWith(CRITICAL)) {
      return critical(symbol.substring(CRITICAL.length()).replaceFirst("\\.var$", ""));
    }
    if (!symbol.startsWith("_Z")) {
      return withoutNumber(symbol);
    }
    String local = symbol.startsWith("_ZZ") ? local(symbol) : "";
    if (!local.isEmpty()) {
      return local;
    }
    String found = symbol;
    int at = 2;
    while (at < symbol.length()) {
      char c = symbol.charAt(at);
      if (c == 'I') {
        break; // template arguments follow
      }
      if (Character.isDigit(c)) {
        int end = at;
        while (end < symbol.length() && Character.isDigit(symbol.charAt(end))) {
          end++;
        }
        int length = Integer.parseInt(symbol.substring(at, end));
        if (end + length > symbol.length()) {
          break;
        }
        found = symbol.substring(end, end + length);
        at = end + length;
        if (!symbol.startsWith("_ZZ") && !symbol.startsWith("_ZN")) {
          break;
        }
      } else {
        at++;
      }
    }
    return found;
  }

  /** The variable of a function: after the last E whose name ends with the symbol. */
  private static String local(String symbol) {
    Matcher name = LOCAL.matcher(symbol);
    String found = "";
    for (int from = 0; name.find(from); from = name.start() + 1) {
      int length = Integer.parseInt(name.group(1));
      String rest = name.group(2);
      if (length <= rest.length() && NUMBERED.matcher(rest.substring(length)).matches()) {
        found = rest.substring(0, length);
      }
    }
    return found;
  }

  /**
   * Whether only the program itself can define a function: one of C++ that is neither of the
   * standard library nor of its compiler.
   */
  static boolean isOfProgram(String symbol) {
    return symbol.startsWith("_Z") && !OF_LIBRARY.matcher(symbol).lookingAt();
  }

  /** The lock of a critical section of OpenMP, or of a reduction. */
  private static String critical(String name) {
    return name.isEmpty()
        ? "critical section"
        : name.startsWith(".") ? name.substring(1) : "critical section " + name;
  }

  /** {@code x} of {@code x.1}, which is the second of that name, and of {@code main.x}. */
  private static String withoutNumber(String symbol) {
    String name = symbol.replaceFirst("\\.[0-9]+$", "");
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
