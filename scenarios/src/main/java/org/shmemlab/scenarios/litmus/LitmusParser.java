package org.shmemlab.scenarios.litmus;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.litmus.LitmusTest.Body;
import org.shmemlab.scenarios.litmus.LitmusTest.Expectation;
import org.shmemlab.scenarios.litmus.LitmusTest.FirstValue;
import org.shmemlab.scenarios.litmus.LitmusTest.Local;
import org.shmemlab.scenarios.litmus.LitmusTest.Quantifier;
import org.shmemlab.scenarios.litmus.LitmusTest.Question;
import org.shmemlab.scenarios.litmus.LitmusTest.Text;
import org.shmemlab.scenarios.litmus.LitmusTest.Word;
import org.shmemlab.scenarios.litmus.Token.Kind;
import org.shmemlab.scenarios.source.SourceFile;

/** Reads the parts of a litmus file, in their order. The first mistake ends it. */
final class LitmusParser implements ConditionParser.Names {
  /** Largest number of PEs: litmus tests are small. */
  static final int MAX_PES = 64;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_+.-]*");
  private static final Pattern EXPECTATION =
      Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_.@+-]*)\\s*:\\s*(\\S+)");

  private static final Pattern FIRST_VALUE =
      Pattern.compile("[A-Za-z_]\\w*(\\[(?<index>\\d{1,9})])?@(?<pe>\\d{1,9})=(?<value>-?\\d\\w*)");

  private static final Pattern BLOCK = Pattern.compile("P\\d{1,9}");

  /** Names that the C program around the blocks uses. */
  private static final Pattern RESERVED = Pattern.compile("P\\d\\w*|litmus|main");

  private final SourceFile source;
  private final Tokens tokens;
  private final Map<String, Word> words = new LinkedHashMap<>();
  private final List<FirstValue> firstValues = new ArrayList<>();
  private final List<Body> bodies = new ArrayList<>();
  private List<String> repairs = List.of();
  private int pes;

  /**
   * @throws Mistake if the text has no tokens
   */
  LitmusParser(SourceFile source) {
    this.source = source;
    this.tokens = new Tokens(source.text());
  }

  /**
   * @throws Mistake saying what is wrong first
   */
  LitmusTest parse() {
    tokens.expect("C", "before the name of the test");
    Token c = tokens.last();
    String name = tokens.restOfLine();
    if (!NAME.matcher(name).matches()) {
      throw new Mistake(c.line(), "expected the name of the test after 'C', as in C MP+put+fence");
    }
    Token why = tokens.expect(Kind.STRING, "a sentence in quotes that says why");
    header();
    Token open = tokens.expect("{", "before the symmetric words");
    initialState(tokens.untilClosingBrace(open));
    bodies();
    checkPes(c);
    Question question = question();
    ImmutableMap<String, Expectation> expectations = expectations();
    return new LitmusTest(
        source,
        name,
        sentence(why),
        ImmutableList.copyOf(repairs),
        pes,
        ImmutableList.copyOf(words.values()),
        ImmutableList.copyOf(firstValues),
        ImmutableList.copyOf(bodies),
        question,
        expectations);
  }

  private static String sentence(Token quoted) {
    String inside = quoted.text().substring(1, quoted.text().length() - 1);
    String sentence = inside.strip().replaceAll("\\s+", " ");
    if (sentence.isEmpty()) {
      throw new Mistake(quoted.line(), "the sentence that says why is empty");
    }
    return sentence;
  }

  // ---------------------------------------------------------------- header

  private void header() {
    while (tokens.peek().kind() == Kind.NAME) {
      Token word = tokens.next();
      switch (word.text()) {
        case "pes" -> pes = pes(tokens.expect(Kind.NUMBER, "the number of PEs"));
        case "repairs" -> repairs = repairs(word);
        case "transports" ->
            throw new Mistake(word.line(), "'transports' is reserved; remove the line");
        default ->
            throw new Mistake(
                word.line(), "expected 'pes', 'repairs' or the words in { }, found " + word);
      }
    }
  }

  private int pes(Token number) {
    int count = Scalars.number(number);
    if (pes != 0 || count < 1 || count > MAX_PES) {
      throw new Mistake(number.line(), "a test has 1 to " + MAX_PES + " PEs, said once");
    }
    return count;
  }

  private List<String> repairs(Token word) {
    List<String> names =
        Splitter.on(',').trimResults().omitEmptyStrings().splitToList(tokens.restOfLine());
    if (!repairs.isEmpty() || names.isEmpty()) {
      throw new Mistake(word.line(), "'repairs' names the tests that this one mends, once");
    }
    return names;
  }

  private void checkPes(Token first) {
    int highest = 0;
    for (Body body : bodies) {
      highest = Math.max(highest, body.pe() + 1);
    }
    if (highest == 0) {
      throw new Mistake(first.line(), "no agent does anything; write a block P0 { }");
    }
    pes = pes == 0 ? highest : pes;
    for (Body body : bodies) {
      checkPe(body.open().line(), body.pe());
    }
    for (FirstValue value : firstValues) {
      checkPe(value.line().line(), value.pe());
    }
  }

  private void checkPe(int line, int pe) {
    if (pe >= pes) {
      throw new Mistake(line, "there is no PE " + pe + ": the test has PEs 0 to " + (pes - 1));
    }
  }

  // ---------------------------------------------------------------- symmetric words

  private void initialState(List<Token> inside) {
    for (List<Token> statement : statements(inside)) {
      Token first = statement.get(0);
      List<Token> content = statement.subList(0, statement.size() - 1);
      if (!statement.getLast().is(";")) {
        throw new Mistake(statement.getLast().line(), "expected ';' after " + statement.getLast());
      }
      if (content.stream().anyMatch(token -> token.is("@"))) {
        firstValue(content);
        continue;
      }
      ImmutableList<Scalars.Declared> declared = Scalars.in(content);
      if (declared.isEmpty()) {
        throw new Mistake(
            first.line(),
            "expected a symmetric word as in 'long x;' or a first value as in 'x@1 = 3;'");
      }
      Text text = new Text(first.from(), statement.getLast().to(), first.line());
      declared.forEach(word -> word(word, text));
    }
  }

  /** Cuts tokens behind each semicolon that is not inside brackets. */
  private static List<List<Token>> statements(List<Token> tokens) {
    List<List<Token>> statements = new ArrayList<>();
    int start = 0;
    int depth = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.is("{") || token.is("(")) {
        depth++;
      } else if (token.is("}") || token.is(")")) {
        depth--;
      }
      boolean last = i == tokens.size() - 1;
      if (last || (depth == 0 && token.is(";"))) {
        statements.add(tokens.subList(start, i + 1));
        start = i + 1;
      }
    }
    return statements;
  }

  private void word(Scalars.Declared declared, Text text) {
    Token name = declared.name();
    if (RESERVED.matcher(name.text()).matches()) {
      throw new Mistake(name.line(), "the name " + name + " is taken; choose another");
    }
    if (declared.pointer()) {
      throw new Mistake(name.line(), name + " is a pointer; symmetric words are numbers");
    }
    Word word =
        new Word(name.text(), declared.typeName(), declared.type(), declared.length(), text);
    if (words.putIfAbsent(name.text(), word) != null) {
      throw new Mistake(name.line(), name + " is declared twice");
    }
  }

  /** {@code name[index]@pe = value}. */
  private void firstValue(List<Token> content) {
    Token name = content.get(0);
    Matcher parts =
        FIRST_VALUE.matcher(content.stream().map(Token::text).collect(Collectors.joining()));
    if (!parts.matches()) {
      throw new Mistake(name.line(), "expected a first value as in 'x@1 = 3;' or 'y[2]@1 = 3;'");
    }
    String element = parts.group("index");
    int index = element == null ? -1 : Integer.parseInt(element);
    Word word = declared(name, name.text(), index);
    firstValues.add(
        new FirstValue(
            word, index, Integer.parseInt(parts.group("pe")), parts.group("value"), line(name)));
  }

  // ---------------------------------------------------------------- blocks

  private void bodies() {
    while (BLOCK.matcher(tokens.peek().text()).matches()) {
      Token head = tokens.next();
      int pe = Integer.parseInt(head.text().substring(1));
      String agent = "";
      if (tokens.skip(".")) {
        agent = tokens.expect(Kind.NAME, "the agent's name").text();
      }
      Token open = tokens.expect("{", "before the statements of " + head);
      ImmutableList<Token> inside = tokens.untilClosingBrace(open);
      Token close = tokens.last();
      checkNew(head, pe, agent);
      bodies.add(
          new Body(
              pe,
              agent,
              locals(inside),
              new Text(open.to(), close.from(), open.line()),
              line(open),
              line(close)));
    }
  }

  private void checkNew(Token head, int pe, String agent) {
    for (Body body : bodies) {
      boolean both = body.pe() == pe && !body.onHost() && !agent.equals(Body.HOST);
      if (body.pe() == pe && body.agent().equals(agent)) {
        throw new Mistake(head.line(), "a second block of " + title(pe, agent));
      }
      if (both && (agent.isEmpty() || body.agent().isEmpty())) {
        throw new Mistake(
            head.line(), "PE " + pe + " has several agents: name each, as in P" + pe + ".a");
      }
    }
  }

  private static String title(int pe, String agent) {
    return "P" + pe + (agent.isEmpty() ? "" : "." + agent);
  }

  /** The scalars of the outermost scope. */
  private static ImmutableList<Local> locals(List<Token> inside) {
    List<Token> outermost = new ArrayList<>();
    int depth = 0;
    for (Token token : inside) {
      if (token.is("return") || token.is("goto")) {
        throw new Mistake(
            token.line(), "a block runs to its closing brace: write 'if', not " + token);
      }
      boolean closes = token.is("}");
      depth -= closes ? 1 : 0;
      if (depth == 0 && closes) {
        outermost.add(new Token(Kind.SYMBOL, ";", token.line(), token.from()));
      } else if (depth == 0 && !token.is("{")) {
        outermost.add(token);
      }
      depth += token.is("{") ? 1 : 0;
    }
    ImmutableList.Builder<Local> locals = ImmutableList.builder();
    for (List<Token> statement : statements(outermost)) {
      for (Scalars.Declared declared : Scalars.in(statement.subList(0, statement.size() - 1))) {
        if (!declared.pointer() && declared.length() < 0) {
          locals.add(new Local(declared.name().text(), declared.typeName(), declared.type()));
        }
      }
    }
    return locals.build();
  }

  // ---------------------------------------------------------------- question and answers

  private Question question() {
    Token first = tokens.next();
    boolean not = first.is("~");
    Token word = not ? tokens.next() : first;
    Quantifier quantifier;
    if (word.is("exists")) {
      quantifier = not ? Quantifier.NOT_EXISTS : Quantifier.EXISTS;
    } else if (word.is("forall") && !not) {
      quantifier = Quantifier.FORALL;
    } else {
      throw new Mistake(
          first.line(), "expected a block, 'exists', '~exists' or 'forall', found " + first);
    }
    tokens.expect("(", "before the condition");
    Condition condition = new ConditionParser(tokens, this).parse();
    tokens.expect(")", "after the condition");
    return new Question(quantifier, condition, line(first));
  }

  @Override
  public ScalarType register(Token at, int pe, String agent, String name) {
    for (Body body : bodies) {
      if (body.pe() == pe && body.agent().equals(agent)) {
        for (Local local : body.variables()) {
          if (local.name().equals(name)) {
            return integer(at, local.typeName(), local.type());
          }
        }
        throw new Mistake(
            at.line(),
            "the outermost scope of " + title(pe, agent) + " declares no number '" + name + "'");
      }
    }
    throw new Mistake(at.line(), "there is no block " + title(pe, agent));
  }

  @Override
  public ScalarType word(Token at, int pe, String name, int index) {
    checkPe(at.line(), pe);
    Word word = declared(at, name, index);
    return integer(at, word.typeName(), word.type());
  }

  private Word declared(Token at, String name, int index) {
    Word word = words.get(name);
    if (word == null) {
      throw new Mistake(at.line(), "there is no symmetric word '" + name + "'");
    }
    if (index < 0 && word.length() >= 0) {
      throw new Mistake(at.line(), "'" + name + "' is an array; write " + name + "[0]@0");
    }
    if (index >= 0 && index >= word.length()) {
      throw new Mistake(
          at.line(),
          word.length() < 0
              ? "'" + name + "' is no array"
              : "'" + name + "' has elements 0 to " + (word.length() - 1));
    }
    return word;
  }

  private static ScalarType integer(Token at, String typeName, ScalarType type) {
    if (type.floating()) {
      throw new Mistake(at.line(), at + " is a " + typeName + "; conditions compare integers");
    }
    return type;
  }

  private ImmutableMap<String, Expectation> expectations() {
    Map<String, Expectation> found = new LinkedHashMap<>();
    while (tokens.skip("expect")) {
      Token word = tokens.last();
      Matcher line = EXPECTATION.matcher(tokens.restOfLine());
      if (!line.matches()) {
        throw new Mistake(word.line(), "expected 'expect PROFILE: VERDICT'");
      }
      Optional<Verdict> verdict = Verdict.of(line.group(2));
      if (verdict.isEmpty()) {
        throw new Mistake(
            word.line(),
            "'"
                + line.group(2)
                + "' is no verdict; there are undefined, deadlock, allowed and"
                + " forbidden");
      }
      Expectation expectation = new Expectation(verdict.get(), line(word));
      if (found.putIfAbsent(line.group(1), expectation) != null) {
        throw new Mistake(word.line(), "a second verdict for profile '" + line.group(1) + "'");
      }
    }
    Token end = tokens.peek();
    if (end.kind() != Kind.END) {
      throw new Mistake(end.line(), "expected 'expect PROFILE: VERDICT', found " + end);
    }
    if (found.isEmpty()) {
      throw new Mistake(end.line(), "no expected verdict; add a line 'expect PROFILE: VERDICT'");
    }
    return ImmutableMap.copyOf(found);
  }

  private SourceLine line(Token token) {
    return new SourceLine(source.path(), token.line());
  }
}
