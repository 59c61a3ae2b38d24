package org.shmemlab.model.order;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.OperationKind;
import org.shmemlab.model.operation.Transaction;
import org.shmemlab.model.order.RuleEntry.Part;
import org.shmemlab.model.order.RuleEntry.Setting;
import org.shmemlab.model.table.BadTable;
import org.shmemlab.model.table.BuiltInTable;
import org.shmemlab.model.table.TableLines;

/**
 * Reads a table of order. A line is an entry of three columns, {@code earlier | later | where}; the
 * first line names the columns, and {@code #} begins a comment. The format is described in
 * docs/rules.md.
 */
public final class TableText {
  private static final Splitter LIST = Splitter.on(',').trimResults();
  private static final ImmutableList<String> HEADER = ImmutableList.of("earlier", "later", "where");
  private static final String OF = " of ";
  private static final String BY = " by ";

  /** Words that are short for several events, of whichever an operation has. */
  private static final ImmutableMap<String, ImmutableSet<Moment>> SHORT =
      ImmutableMap.of(
          "update",
          Sets.immutableEnumSet(Moment.VISIBLE, Moment.RMW, Moment.SIGNAL_VISIBLE),
          "arrival",
          Sets.immutableEnumSet(
              Moment.REMOTE_READ, Moment.DELIVERED, Moment.RMW, Moment.SIGNAL_VISIBLE));

  /** The conditions that may accompany {@code own}. */
  private static final ImmutableSet<RuleCondition> OWN =
      Sets.immutableEnumSet(RuleCondition.OWN, RuleCondition.ON_HOST, RuleCondition.ON_STREAM);

  private static final ImmutableMap<String, ImmutableSet<Transaction>> SHORT_WAYS =
      ImmutableMap.of("thread", Transaction.OF_THREAD, "network", Transaction.OF_NETWORK);

  private final String file;
  private final ImmutableList<TableVocabulary> tables;
  private TableVocabulary vocabulary;
  private int line;

  private TableText(String file, ImmutableList<TableVocabulary> tables) {
    this.file = file;
    this.tables = tables;
    this.vocabulary = tables.getFirst();
  }

  /** A table that is part of the program: a resource of a class's package. */
  public static OrderTable builtIn(Class<?> neighbour, TableVocabulary vocabulary) {
    return BuiltInTable.read(
        neighbour,
        vocabulary.name(),
        (file, text) -> parse(file, text, ImmutableList.of(vocabulary)));
  }

  /**
   * The table of a text.
   *
   * @param file its name, for messages
   * @param tables the tables that it may be; of the first where it does not say
   * @throws BadTable with the first line that is no entry
   */
  public static OrderTable parse(String file, String text, ImmutableList<TableVocabulary> tables)
      throws BadTable {
    return new TableText(file, tables).table(text);
  }

  private OrderTable table(String text) throws BadTable {
    TableLines lines = TableLines.of(file, text, HEADER);
    line = lines.name().number();
    if (line > 0) {
      vocabulary = vocabulary(lines.name().at(0));
    }
    Map<RuleEntry, Integer> entries = new LinkedHashMap<>(); // and their lines
    for (TableLines.Line one : lines.entries()) {
      line = one.number();
      RuleEntry entry = entry(one.at(0), one.at(1), one.at(2));
      Integer before =
          entries.putIfAbsent(
              new RuleEntry(0, entry.earlier(), entry.later(), entry.where(), entry.settings()),
              line);
      if (before != null) {
        throw bad("the same entry as in line %d; remove one of them", before);
      }
    }
    return new OrderTable(
        vocabulary.name(),
        file,
        text,
        entries.entrySet().stream()
            .map(entry -> entry.getKey().atLine(entry.getValue()))
            .collect(ImmutableList.toImmutableList()));
  }

  private TableVocabulary vocabulary(String name) throws BadTable {
    for (TableVocabulary one : tables) {
      if (one.name().equals(name)) {
        return one;
      }
    }
    throw bad(
        "no table '%s'; there are %s",
        name, Joiner.on(", ").join(tables.stream().map(TableVocabulary::name).iterator()));
  }

  private RuleEntry entry(String earlier, String later, String where) throws BadTable {
    ImmutableSet<Part> before = parts(earlier);
    for (Part part : before) {
      if (part.moment().event() == null) {
        throw bad(
            "'%s' is a call, and calls come later; earlier is an event of an operation: %s",
            part, events());
      }
    }
    ImmutableSet<Part> after = parts(later);
    EnumSet<RuleCondition> conditions = EnumSet.noneOf(RuleCondition.class);
    ImmutableList.Builder<Setting> decided = ImmutableList.builder();
    for (String word : LIST.split(where)) {
      Setting setting = setting(word);
      if (setting != null) {
        decided.add(setting);
      } else {
        conditions.add(
            RuleCondition.named(word)
                .filter(one -> known().anyMatch(one::equals))
                .orElseThrow(() ->
                    bad(
                        "no condition '%s'; there are %s, and if or unless with one of %s",
                        word, conditions(known()), names())));
      }
    }
    for (Part part : after) {
      check(part, before, conditions);
    }
    return new RuleEntry(line, before, after, Sets.immutableEnumSet(conditions), decided.build());
  }

  private @Nullable Setting setting(String word) throws BadTable {
    for (String start : List.of("if ", "unless ")) {
      if (word.startsWith(start)) {
        String name = word.substring(start.length()).strip();
        if (!vocabulary.settings().contains(name)) {
          throw bad("no setting '%s' here; there are %s", name, names());
        }
        return new Setting(name, start.equals("if "));
      }
    }
    return null;
  }

  private String names() {
    return vocabulary.settings().isEmpty()
        ? "nothing"
        : Joiner.on(", ").join(vocabulary.settings());
  }

  private Stream<RuleCondition> known() {
    return Arrays.stream(RuleCondition.values())
        .filter(one -> vocabulary.transports() || !RuleCondition.OF_TRANSPORTS.contains(one));
  }

  // ---------------------------------------------------------------- parts

  private ImmutableSet<Part> parts(String whole) throws BadTable {
    int by = whole.indexOf(BY);
    ImmutableSet<Transaction> ways =
        by < 0 ? ImmutableSet.of() : ways(whole.substring(by + BY.length()));
    String text = by < 0 ? whole : whole.substring(0, by).strip();
    int of = text.indexOf(OF);
    Set<Moment> moments = moments(of < 0 ? text : text.substring(0, of));
    boolean returns =
        moments.stream().allMatch(moment -> moment.event() != null || moment == Moment.RETURN);
    boolean calls = moments.stream().anyMatch(moment -> moment.event() == null);
    if (calls && (!returns || of < 0)) {
      if (of >= 0
          || (!ways.isEmpty() && !returns)
          || moments.stream().anyMatch(moment -> moment.event() != null)) {
        throw bad("'%s': a call is of no operation, and stands in an entry without events", whole);
      }
      return moments.stream()
          .map(moment -> new Part(moment, null, ways))
          .collect(ImmutableSet.toImmutableSet());
    }
    List<OperationKind> kinds =
        of < 0 ? List.of(OperationKind.values()) : kinds(text.substring(of + OF.length()));
    ImmutableSet.Builder<Part> parts = ImmutableSet.builder();
    for (OperationKind kind : kinds) {
      boolean some = false;
      for (Moment moment : moments) {
        Event.Kind event = moment.event();
        if (event == null || kind.has(event)) {
          parts.add(new Part(moment, kind, ways));
          some = true;
        }
      }
      if (of >= 0 && !some) {
        throw bad(
            "%s has no %s; it has %s",
            kind.key(),
            text.substring(0, of),
            Joiner.on(", ")
                .join(
                    kind.events().stream()
                        .map(event -> Moment.valueOf(event.name()).key())
                        .iterator()));
      }
    }
    return parts.build();
  }

  private ImmutableSet<Transaction> ways(String text) throws BadTable {
    if (!vocabulary.transports()) {
      throw bad(
          "'by %s': table %s knows no ways; only tables of transports do", text, vocabulary.name());
    }
    Set<Transaction> ways = new LinkedHashSet<>();
    for (String name : LIST.split(text)) {
      Set<Transaction> several = SHORT_WAYS.get(name);
      if (several != null) {
        ways.addAll(several);
      } else {
        ways.add(
            Transaction.named(name)
                .orElseThrow(() ->
                    bad(
                        "no way '%s'; there are %s, and thread for store, load and update, network"
                            + " for write, read, atomic and message",
                        name,
                        Joiner.on(", ")
                            .join(
                                Arrays.stream(Transaction.values())
                                    .map(Transaction::key)
                                    .iterator()))));
      }
    }
    return Sets.immutableEnumSet(ways);
  }

  private Set<Moment> moments(String text) throws BadTable {
    Set<Moment> moments = new LinkedHashSet<>();
    for (String name : LIST.split(text)) {
      Set<Moment> several = SHORT.get(name);
      if (several != null) {
        moments.addAll(several);
      } else {
        moments.add(
            Moment.named(name)
                .orElseThrow(() ->
                    bad(
                        "no event or call '%s'; events are %s; calls are %s",
                        name,
                        events(),
                        Joiner.on(", ")
                            .join(
                                Arrays.stream(Moment.values())
                                    .filter(moment -> moment.event() == null)
                                    .map(Moment::key)
                                    .iterator()))));
      }
    }
    return moments;
  }

  private static String events() {
    return Joiner.on(", ")
            .join(
                Arrays.stream(Moment.values())
                    .filter(moment -> moment.event() != null)
                    .map(Moment::key)
                    .iterator())
        + ", and update for visible, rmw and signal-visible, arrival for remote-read, delivered,"
        + " rmw and signal-visible";
  }

  private List<OperationKind> kinds(String text) throws BadTable {
    ImmutableList.Builder<OperationKind> kinds = ImmutableList.builder();
    for (String name : LIST.split(text)) {
      kinds.add(
          OperationKind.named(name)
              .orElseThrow(() ->
                  bad(
                      "no operation '%s'; there are %s",
                      name,
                      Joiner.on(", ")
                          .join(
                              Arrays.stream(OperationKind.values())
                                  .map(OperationKind::key)
                                  .iterator()))));
    }
    return kinds.build();
  }

  // ---------------------------------------------------------------- consistency

  private void check(Part later, ImmutableSet<Part> earlier, Set<RuleCondition> where)
      throws BadTable {
    if (!vocabulary.transports() && Moment.OF_TRANSPORTS.contains(later.moment())) {
      throw bad(
          "'%s' waits for nothing here; only tables of transports distinguish delivered from"
              + " visible",
          later);
    }
    if (vocabulary.transports() && later.moment() == Moment.SIGNAL_FETCH) {
      throw bad("over a transport signal-fetch shows what memory holds; remove the entry");
    }
    ImmutableSet<RuleCondition> possible = possible(later.moment());
    for (RuleCondition condition : where) {
      if (!possible.contains(condition)) {
        throw bad(
            "'%s' does not go with '%s'; possible are %s",
            condition.key(), later, conditions(possible.stream()));
      }
    }
    if (where.contains(RuleCondition.OWN)) {
      checkOwn(later, earlier, where);
    } else if (Sets.intersection(where, which(later)).isEmpty()) {
      throw bad(
          "which earlier operations come before '%s'? add one of: %s",
          later, conditions(which(later).stream()));
    }
  }

  // Only the signal's place inside its put is in question; the rest is fixed by the kinds of
  // operations.
  private void checkOwn(Part later, ImmutableSet<Part> earlier, Set<RuleCondition> where)
      throws BadTable {
    if (!OWN.containsAll(where)) { // a transport reports the issuer
      throw bad("'own' says all of the two; remove the other conditions");
    }
    boolean signal =
        !vocabulary.transports()
            && later.moment() == Moment.SIGNAL_VISIBLE
            && earlier.stream().allMatch(part -> part.moment() == Moment.VISIBLE);
    if (later.moment() == Moment.RETURN
        && later.of() != null
        && earlier.stream().noneMatch(part -> part.of() == later.of())) {
      throw bad("'own' needs an earlier event of %s", later.of().key());
    }
    if (later.moment() != Moment.RETURN && !signal) {
      throw bad(
          vocabulary.transports()
              ? "inside an operation only the events before its return can be said; the others are"
                  + " in the order of the memory model, section 3"
              : "inside an operation only the visible data of a put before its signal-visible can"
                  + " be said; the other events are in the order of the memory model, section 3");
    }
  }

  private ImmutableSet<RuleCondition> possible(Moment later) {
    ImmutableSet<RuleCondition> possible =
        switch (later) {
          case RETURN ->
              Sets.immutableEnumSet(
                  RuleCondition.OWN,
                  RuleCondition.ISSUED_BEFORE,
                  RuleCondition.SAME_AGENT,
                  RuleCondition.SAME_TARGET,
                  RuleCondition.SAME_CONTEXT,
                  RuleCondition.SAME_SIDE,
                  RuleCondition.SAME_QUEUE,
                  RuleCondition.ON_HOST,
                  RuleCondition.ON_STREAM);
          case FENCE, QUIET, SYNC, SYSTEM_FENCE ->
              Sets.immutableEnumSet(
                  RuleCondition.ISSUED_BEFORE,
                  RuleCondition.SAME_AGENT,
                  RuleCondition.SAME_PE,
                  RuleCondition.SAME_TARGET,
                  RuleCondition.SAME_CONTEXT,
                  RuleCondition.SAME_SIDE,
                  RuleCondition.ON_HOST);
          case THREAD_FENCE, WAIT, SIGNAL_WAIT ->
              Sets.immutableEnumSet(
                  RuleCondition.ISSUED_BEFORE,
                  RuleCondition.SAME_AGENT,
                  RuleCondition.SAME_PE,
                  RuleCondition.TO_THIS_PE,
                  RuleCondition.DELIVERED,
                  RuleCondition.SAME_SIDE,
                  RuleCondition.ON_HOST);
          case SIGNAL_FETCH -> Sets.immutableEnumSet(RuleCondition.SAME_BYTES);
          default ->
              Sets.immutableEnumSet(
                  Sets.difference(
                      EnumSet.allOf(RuleCondition.class),
                      EnumSet.of(
                          RuleCondition.ON_STREAM,
                          RuleCondition.TO_THIS_PE,
                          RuleCondition.DELIVERED)));
        };
    return vocabulary.transports()
        ? possible
        : Sets.immutableEnumSet(Sets.difference(possible, RuleCondition.OF_TRANSPORTS));
  }

  /** The conditions that say which operations are meant, one of which has to be there. */
  private static ImmutableSet<RuleCondition> which(Part later) {
    return switch (later.moment()) {
      case RETURN ->
          later.of() == null
              ? Sets.immutableEnumSet(RuleCondition.OWN)
              : Sets.immutableEnumSet(RuleCondition.OWN, RuleCondition.ISSUED_BEFORE);
      case FENCE, QUIET, SYNC, SYSTEM_FENCE ->
          Sets.immutableEnumSet(
              RuleCondition.ISSUED_BEFORE, RuleCondition.SAME_AGENT, RuleCondition.SAME_PE);
      case THREAD_FENCE, WAIT, SIGNAL_WAIT ->
          Sets.immutableEnumSet(
              RuleCondition.ISSUED_BEFORE,
              RuleCondition.SAME_AGENT,
              RuleCondition.SAME_PE,
              RuleCondition.TO_THIS_PE);
      case SIGNAL_FETCH -> Sets.immutableEnumSet(RuleCondition.SAME_BYTES);
      default ->
          Sets.immutableEnumSet(
              RuleCondition.ISSUED_BEFORE, RuleCondition.FENCE, RuleCondition.FENCE_OF_EITHER_SIDE);
    };
  }

  private static String conditions(Stream<RuleCondition> conditions) {
    return Joiner.on(", ").join(conditions.map(RuleCondition::key).iterator());
  }

  @FormatMethod
  private BadTable bad(@FormatString String format, Object... arguments) {
    return new BadTable(file, line, format.formatted(arguments));
  }
}
