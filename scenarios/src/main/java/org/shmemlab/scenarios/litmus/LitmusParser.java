package org.shmemlab.scenarios.litmus;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.io.MoreFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.litmus.LitmusFile.Body;
import org.shmemlab.scenarios.litmus.LitmusFile.Expectation;
import org.shmemlab.scenarios.litmus.LitmusFile.FirstValue;
import org.shmemlab.scenarios.litmus.LitmusFile.Local;
import org.shmemlab.scenarios.litmus.LitmusFile.Quantifier;
import org.shmemlab.scenarios.litmus.LitmusFile.Question;
import org.shmemlab.scenarios.litmus.LitmusFile.Text;
import org.shmemlab.scenarios.litmus.LitmusFile.Word;
import org.shmemlab.scenarios.litmus.statements.CompilationUnit;
import org.shmemlab.scenarios.litmus.statements.Expression;
import org.shmemlab.scenarios.litmus.statements.Statement;
import org.shmemlab.scenarios.litmus.statements.StatementError;
import org.shmemlab.scenarios.litmus.statements.StatementParser;
import org.shmemlab.scenarios.litmus.statements.StatementVocabulary;
import org.shmemlab.scenarios.litmus.statements.SymmetricWords;
import org.shmemlab.scenarios.litmus.statements.Token;
import org.shmemlab.scenarios.litmus.statements.Token.Kind;
import org.shmemlab.scenarios.litmus.statements.Tokens;
import org.shmemlab.scenarios.litmus.statements.Type;
import org.shmemlab.scenarios.source.SourceFile;

/** Reads the parts of a litmus file, in their order. The first mistake ends it. */
final class LitmusParser implements ConditionParser.Names {
  /** Largest number of PEs: litmus tests are small. */
  static final int MAX_PES = 64;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_+.-]*");
  private static final ImmutableSet<String> LATER = ImmutableSet.of("{", "pes", "repairs");
  private static final Pattern EXPECTATION =
      Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_.@+-]*)\\s*:\\s*(\\S+)");

  private static final Pattern BLOCK = Pattern.compile("P\\d{1,9}");

  /** Names that the program around the blocks uses. */
  private static final Pattern RESERVED = Pattern.compile("P\\d\\w*|litmus|main");

  private final SourceFile source;
  private final Tokens tokens;
  private final StatementVocabulary vocabulary;
  private final Map<String, Word> words = new LinkedHashMap<>();
  private final List<FirstValue> firstValues = new ArrayList<>();
  private final List<Body> bodies = new ArrayList<>();
  private List<String> repairs = List.of();
  private int pes;

  /**
   * @throws StatementError if the text has no tokens
   */
  LitmusParser(SourceFile source, StatementVocabulary vocabulary) {
    this.source = source;
    this.tokens = new Tokens(source.text());
    this.vocabulary = vocabulary;
  }

  /**
   * @throws StatementError with the first error
   */
  LitmusFile parse() {
    Token first = tokens.peek();
    String name = name();
    String why = tokens.peek().kind() == Kind.STRING ? sentence(tokens.next()) : "";
    header();
    tokens.expect("{", "before the symmetric words");
    initialState();
    bodies();
    checkPes(first);
    Question question = question();
    ImmutableMap<String, Expectation> expectations = expectations();
    return new LitmusFile(
        source,
        name,
        why,
        ImmutableList.copyOf(repairs),
        pes,
        ImmutableList.copyOf(words.values()),
        ImmutableList.copyOf(firstValues),
        ImmutableList.copyOf(bodies),
        question,
        expectations);
  }

  /** The name after {@code C}; where the text begins with a later part, the name of the file. */
  private String name() {
    if (tokens.peek().kind() == Kind.STRING || LATER.contains(tokens.peek().text())) {
      return MoreFiles.getNameWithoutExtension(Path.of(source.path()))
          .replaceAll("[^A-Za-z0-9_+.-]", "_");
    }
    tokens.expect("C", "before the name of the test");
    Token c = tokens.last();
    String name = tokens.restOfLine();
    if (!NAME.matcher(name).matches()) {
      throw new StatementError(
          c.line(), "expected the name of the test after 'C', as in C MP+put+fence");
    }
    return name;
  }

  private static String sentence(Token quoted) {
    String inside = quoted.text().substring(1, quoted.text().length() - 1);
    String sentence = inside.strip().replaceAll("\\s+", " ");
    if (sentence.isEmpty()) {
      throw new StatementError(quoted.line(), "the sentence that says why is empty");
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
            throw new StatementError(word.line(), "'transports' is reserved; remove the line");
        default ->
            throw new StatementError(
                word.line(), "expected 'pes', 'repairs' or the words in { }, found " + word);
      }
    }
  }

  private int pes(Token number) {
    int count = StatementParser.number(number);
    if (pes != 0 || count < 1 || count > MAX_PES) {
      throw new StatementError(number.line(), "a test has 1 to " + MAX_PES + " PEs, said once");
    }
    return count;
  }

  private List<String> repairs(Token word) {
    List<String> names =
        Splitter.on(',').trimResults().omitEmptyStrings().splitToList(tokens.restOfLine());
    if (!repairs.isEmpty() || names.isEmpty()) {
      throw new StatementError(
          word.line(), "'repairs' names the tests that this one repairs, once");
    }
    return names;
  }

  private void checkPes(Token first) {
    int highest = 0;
    for (Body body : bodies) {
      if (body.pe() >= MAX_PES) {
        throw new StatementError(
            body.open().line(),
            "there is no PE " + body.pe() + ": a test has 1 to " + MAX_PES + " PEs");
      }
      highest = Math.max(highest, body.pe() + 1);
    }
    if (highest == 0) {
      throw new StatementError(first.line(), "no agent does anything; write a block P0 { }");
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
      throw new StatementError(
          line, "there is no PE " + pe + ": the test has PEs 0 to " + (pes - 1));
    }
  }

  // ---------------------------------------------------------------- symmetric words

  private void initialState() {
    Token open = tokens.last();
    while (!tokens.skip("}")) {
      Token first = tokens.peek();
      if (first.kind() == Kind.END) {
        throw new StatementError(open.line(), "this '{' is never closed");
      }
      StatementParser statements = new StatementParser(tokens, vocabulary);
      if (first.kind() == Kind.NAME && statements.atDeclaration()) {
        ImmutableList<Statement.Variable> declared = statements.declaration().variables();
        semicolon();
        Text text = new Text(first.from(), tokens.last().to(), first.line());
        declared.forEach(word -> word(word, text));
      } else {
        firstValue(first);
      }
    }
  }

  private void semicolon() {
    Token last = tokens.last();
    if (!tokens.skip(";")) {
      throw new StatementError(last.line(), "expected ';' after " + last);
    }
  }

  private void word(Statement.Variable variable, Text text) {
    Word word = new Word(variable, text);
    String name = variable.name();
    if (RESERVED.matcher(name).matches()) {
      throw new StatementError(variable.line(), "the name '" + name + "' is taken; choose another");
    }
    if (!word.element().isNumber()) {
      throw new StatementError(
          variable.line(), "'" + name + "' is a pointer; symmetric words are numbers");
    }
    if (words.putIfAbsent(name, word) != null) {
      throw new StatementError(variable.line(), "'" + name + "' is declared twice");
    }
  }

  /** {@code name[index]@pe = value;}. */
  private void firstValue(Token name) {
    if (!tokens.peek(1).is("@") && !tokens.peek(1).is("[")) {
      throw new StatementError(
          name.line(),
          "expected a symmetric word as in 'long x;' or a first value as in 'x@1 = 3;'");
    }
    tokens.next();
    int index = -1;
    if (tokens.skip("[")) {
      index = StatementParser.number(tokens.next());
      tokens.expect("]", "after the index");
    }
    Word word = declared(name, name.text(), index);
    tokens.expect("@", "between word and PE");
    int pe = StatementParser.number(tokens.next());
    if (!tokens.skip("=")) {
      throw new StatementError(
          name.line(), "expected a first value as in 'x@1 = 3;' or 'y[2]@1 = 3;'");
    }
    int from = tokens.peek().from();
    Expression value = new StatementParser(tokens, vocabulary).value();
    String text = source.text().substring(from, tokens.last().to());
    semicolon();
    long bits =
        SymmetricWords.constant(
            new CompilationUnit(vocabulary, source.path()), value, word.element());
    firstValues.add(new FirstValue(word, index, pe, text, bits, line(name)));
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
      StatementParser.Code code = new StatementParser(tokens, vocabulary).body();
      Token close = tokens.last();
      checkNew(head, pe, agent);
      bodies.add(
          new Body(
              pe,
              agent,
              numbers(code),
              code,
              new Text(open.to(), close.from(), open.line()),
              line(open),
              line(close)));
    }
  }

  private void checkNew(Token head, int pe, String agent) {
    for (Body body : bodies) {
      boolean both = body.pe() == pe && !body.onHost() && !agent.equals(Body.HOST);
      if (body.pe() == pe && body.agent().equals(agent)) {
        throw new StatementError(head.line(), "a second block of " + title(pe, agent));
      }
      if (both && (agent.isEmpty() || body.agent().isEmpty())) {
        throw new StatementError(
            head.line(), "PE " + pe + " has several agents: name each, as in P" + pe + ".a");
      }
    }
  }

  private static String title(int pe, String agent) {
    return "P" + pe + (agent.isEmpty() ? "" : "." + agent);
  }

  /** The numbers of the outermost scope. */
  private static ImmutableList<Local> numbers(StatementParser.Code code) {
    ImmutableList.Builder<Local> numbers = ImmutableList.builder();
    for (Statement.Variable variable : code.variables()) {
      if (variable.type() instanceof Type.Numeric number) {
        numbers.add(new Local(variable.name(), variable.typeName(), number));
      }
    }
    return numbers.build();
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
      throw new StatementError(
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
        throw new StatementError(
            at.line(),
            "the outermost scope of " + title(pe, agent) + " declares no number '" + name + "'");
      }
    }
    throw new StatementError(at.line(), "there is no block " + title(pe, agent));
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
      throw new StatementError(at.line(), "there is no symmetric word '" + name + "'");
    }
    if (index < 0 && word.length() >= 0) {
      throw new StatementError(at.line(), "'" + name + "' is an array; write " + name + "[0]@0");
    }
    if (index >= 0 && index >= word.length()) {
      throw new StatementError(
          at.line(),
          word.length() < 0
              ? "'" + name + "' is no array"
              : "'" + name + "' has elements 0 to " + (word.length() - 1));
    }
    return word;
  }

  private static ScalarType integer(Token at, String typeName, ScalarType type) {
    if (type.floating()) {
      throw new StatementError(
          at.line(), at + " is a " + typeName + "; conditions compare integers");
    }
    return type;
  }

  private ImmutableMap<String, Expectation> expectations() {
    Map<String, Expectation> found = new LinkedHashMap<>();
    while (tokens.skip("expect")) {
      Token word = tokens.last();
      Matcher line = EXPECTATION.matcher(tokens.restOfLine());
      if (!line.matches()) {
        throw new StatementError(word.line(), "expected 'expect PROFILE: VERDICT'");
      }
      Optional<Verdict> verdict = Verdict.of(line.group(2));
      if (verdict.isEmpty()) {
        throw new StatementError(
            word.line(),
            "'"
                + line.group(2)
                + "' is no verdict; there are undefined, deadlock, allowed and"
                + " forbidden");
      }
      Expectation expectation = new Expectation(verdict.get(), line(word));
      if (found.putIfAbsent(line.group(1), expectation) != null) {
        throw new StatementError(
            word.line(), "a second verdict for profile '" + line.group(1) + "'");
      }
    }
    Token end = tokens.peek();
    if (end.kind() != Kind.END) {
      throw new StatementError(end.line(), "expected 'expect PROFILE: VERDICT', found " + end);
    }
    return ImmutableMap.copyOf(found);
  }

  private SourceLine line(Token token) {
    return new SourceLine(source.path(), token.line());
  }
}
