import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a long module of PTX: the functions of some modules, again and again under other names.
 *
 * <pre>java scripts/LongPtx.java LINES OUT.ptx MODULE.ptx...</pre>
 *
 * The first copy of a function has its own name; the next ones have a number after it.
 */
final class LongPtx {
  private static final Pattern DEFINED =
      Pattern.compile(
          "(?m)^\\s*(?:\\.visible |\\.weak )?\\.(?:entry|func)\\s*(?:\\([^)]*\\))?\\s*([\\w$]+)\\s*\\(");

  private LongPtx() {}

  private record Function(String name, String text) {}

  public static void main(String[] words) throws IOException {
    int wanted = Integer.parseInt(words[0]);
    Set<String> declarations = new LinkedHashSet<>();
    List<Function> functions = new ArrayList<>();
    StringBuilder files = new StringBuilder();
    for (int i = 2; i < words.length; i++) {
      read(Files.readString(Path.of(words[i])), i, declarations, functions, files);
    }
    StringBuilder out = new StringBuilder(".version 9.0\n.target sm_90\n.address_size 64\n\n");
    declarations.forEach(one -> out.append(one).append('\n'));
    int lines = 0;
    for (int copy = 0; lines < wanted; copy++) {
      for (Function function : functions) {
        String name = function.name() + (copy == 0 ? "" : "_" + copy);
        String text = function.text().replace(function.name(), name);
        out.append(text).append('\n');
        lines += (int) text.lines().count();
        if (lines >= wanted) {
          break;
        }
      }
    }
    Files.writeString(Path.of(words[1]), out.append(files));
    System.out.println(out.toString().lines().count() + " lines");
  }

  /** Adds the declarations, functions and files of one module, whose files get new numbers. */
  private static void read(
      String module,
      int number,
      Set<String> declarations,
      List<Function> functions,
      StringBuilder files) {
    String text = module.replaceAll("(?m)^\\s*//.*$", "").replaceAll("(?s)\\.section.*$", "");
    text = text.replaceAll("(\\.file\\s+|\\.loc\\s+|inlined_at )(\\d+)", "$1" + number + "0$2");
    text = text.replaceAll("(?s), function_name [\\w$]+(\\+\\d+)?", "");
    Matcher file = Pattern.compile("(?m)^\\s*\\.file.*$").matcher(text);
    while (file.find()) {
      files.append(file.group().strip()).append('\n');
    }
    int at = text.indexOf(".address_size 64") + 16;
    while (at < text.length()) {
      int semicolon = text.indexOf(';', at);
      int brace = text.indexOf('{', at);
      if (semicolon < 0 && brace < 0) {
        return;
      }
      boolean defines = brace >= 0 && (semicolon < 0 || brace < semicolon);
      int end = (defines ? closing(text, brace) : semicolon) + 1;
      String one = text.substring(at, end).replaceAll("(?m)^\\s*\\.file.*$", "").strip();
      at = end;
      Matcher name = DEFINED.matcher(one);
      if (!defines) {
        declarations.add(one);
      } else if (name.find()) {
        functions.add(new Function(name.group(1), one));
      } else {
        declarations.add(text.substring(at - one.length(), text.indexOf(';', end) + 1));
        at = text.indexOf(';', end) + 1;
      }
    }
  }

  private static int closing(String text, int brace) {
    int open = 0;
    for (int i = brace; i < text.length(); i++) {
      open += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
      if (open == 0) {
        return i;
      }
    }
    throw new IllegalArgumentException("a brace without an end");
  }
}
