package org.shmemlab.model.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.operation.OperationKind;
import org.shmemlab.model.operation.Transaction;
import org.shmemlab.model.order.RuleEntry.Part;
import org.shmemlab.model.order.RuleEntry.Setting;
import org.shmemlab.model.table.BadTable;

/** The format of docs/rules.md, and what is said of mistakes in it. */
class TableTextTest {
  private static final ImmutableList<TableVocabulary> TABLES =
      ImmutableList.of(
          new TableVocabulary("promise", ImmutableSet.of("early", "late"), false),
          new TableVocabulary("network", ImmutableSet.of("fast"), true));

  private static OrderTable parse(String... entries) throws BadTable {
    String text = "# order\n\nearlier | later | where\n" + String.join("\n", entries);
    return TableText.parse("my.rules", text, TABLES);
  }

  @Test
  void anEntryIsPartsAndConditionsAndSettings() throws BadTable {
    OrderTable table =
        parse(
            "",
            "visible of put, p | visible of store | issued before, same bytes, if early, unless late #"
                + " why");
    assertThat(table.file()).isEqualTo("my.rules");
    assertThat(table.entries()).hasSize(1);
    RuleEntry entry = table.entries().getFirst();
    assertThat(entry.line()).isEqualTo(5);
    assertThat(entry.earlier())
        .containsExactly(
            new Part(Moment.VISIBLE, OperationKind.PUT), new Part(Moment.VISIBLE, OperationKind.P));
    assertThat(entry.later()).containsExactly(new Part(Moment.VISIBLE, OperationKind.STORE));
    assertThat(entry.where())
        .containsExactly(RuleCondition.ISSUED_BEFORE, RuleCondition.SAME_BYTES);
    assertThat(entry.settings())
        .containsExactly(new Setting("early", true), new Setting("late", false));
  }

  @Test
  void updateIsThreeEventsOfAllThatHaveThem() throws BadTable {
    RuleEntry entry = parse("update | update of amo, put | fence").entries().getFirst();
    assertThat(entry.later())
        .containsExactlyInAnyOrder(
            new Part(Moment.RMW, OperationKind.AMO),
            new Part(Moment.VISIBLE, OperationKind.PUT),
            new Part(Moment.SIGNAL_VISIBLE, OperationKind.PUT));
    assertThat(entry.earlier())
        .contains(new Part(Moment.SIGNAL_VISIBLE, OperationKind.SIGNAL_OP))
        .noneMatch(part -> part.of() == OperationKind.G);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "landed of put | return | own~ put has no landed; it has source-read, visible",
        "visible of putt | return | own~ no operation 'putt'; there are put, put_nbi",
        "seen of put | return | own~ no event or call 'seen'; events are source-read",
        "quiet | return | own~ 'quiet' is a call, and calls come later",
        "visible of p | quiet of p | issued before~ 'quiet of p': a call is of no operation",
        "visible of p | quiet | recent~ no condition 'recent'; there are own, issued before",
        "visible of p | quiet | issued before, if soon~ no setting 'soon' here; there are early, late",
        "visible of p | quiet | same bytes~ 'same bytes' does not go with 'quiet'",
        "visible of p | quiet | same context~ which earlier operations come before 'quiet'?",
        "visible of p | update | same target~ which earlier operations come before",
        "visible of put | update of p, put | own~ inside an operation only the visible data",
        "rmw of fetch | landed of fetch | own~ inside an operation only the visible data of a put",
        "visible of p | wait | issued before~ 'wait' waits for nothing here; only tables of transports",
        "visible of p | quiet~ 2 columns instead of 3; write: earlier | later | where",
      })
  void aMistakeIsOneLineThatSaysWhatToDo(String entry, String problem) {
    assertThatThrownBy(() -> parse(entry))
        .isInstanceOf(BadTable.class)
        .hasMessageStartingWith("my.rules:4: error: ")
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "arrival by wire | fence | issued before~ no way 'wire'; there are store, load, update, bulk, copy",
        "arrival by write | fence by write | issued before~ 'fence by write': a call is of no operation",
        "arrival of get | return of put | own~ 'own' needs an earlier event of put",
        "visible | signal-visible of put | own~ inside an operation only the events before",
        "signal-visible | signal-fetch | same bytes~ over a transport signal-fetch shows",
        "arrival | fence | issued before, if slow~ no setting 'slow' here; there are fast",
        "visible | wait | delivered~ which earlier operations come before 'wait'? add one of: issued before,",
        "visible | wait | same context~ 'same context' does not go with 'wait'; possible are issued before",
        "visible | quiet | issued before, delivered~ 'delivered' does not go with 'quiet'",
        "visible by write | visible by write | issued before, to this PE~ 'to this PE' does not go with",
        "arrival | fence | issued before, on stream~ 'on stream' does not go with 'fence'",
      })
  void aMistakeInTheTableOfATransportIsSuchALine(String entry, String problem) {
    String text = "table network\nearlier | later | where\n" + entry;
    assertThatThrownBy(() -> TableText.parse("net.rules", text, TABLES))
        .isInstanceOf(BadTable.class)
        .hasMessageStartingWith("net.rules:3: error: ")
        .hasMessageContaining(problem);
  }

  @Test
  void aTableSaysWhoseItIs() throws BadTable {
    String header = "earlier | later | where\n";
    assertThat(TableText.parse("x", header, TABLES).name()).isEqualTo("promise");
    assertThat(TableText.parse("x", "table network\n" + header, TABLES).name())
        .isEqualTo("network");
    assertThatThrownBy(() -> TableText.parse("x", "table wire\n" + header, TABLES))
        .hasMessage("x:1: error: no table 'wire'; there are promise, network");
    assertThatThrownBy(() -> parse("arrival by write | arrival by write | issued before"))
        .hasMessageContaining("'by write': table promise knows no ways");
    assertThatThrownBy(() -> parse("arrival | arrival | issued before, same queue"))
        .hasMessageContaining("no condition 'same queue'");
  }

  @Test
  void waysStandAfterOperations() throws BadTable {
    RuleEntry entry =
        TableText.parse(
                "net.rules",
                "table network\nearlier | later | where\n"
                    + "arrival of p by thread | acknowledged, return of put by write | issued before",
                TABLES)
            .entries()
            .getFirst();
    assertThat(entry.earlier())
        .containsExactly(new Part(Moment.DELIVERED, OperationKind.P, Transaction.OF_THREAD));
    ImmutableSet<Transaction> write = ImmutableSet.of(Transaction.WRITE);
    assertThat(entry.later())
        .containsExactly(
            new Part(Moment.ACKNOWLEDGED, OperationKind.PUT, write),
            new Part(Moment.RETURN, OperationKind.PUT, write));
  }

  @Test
  void anEntryStandsOnce() {
    assertThatThrownBy(() ->
            parse(
                "visible of p, store | quiet | issued before",
                "visible of store, p | quiet | issued before"))
        .hasMessage("my.rules:5: error: the same entry as in line 4; remove one of them");
  }

  @Test
  void aFileOfAnotherKindIsNoTable() {
    for (String text : new String[] {"", "# nothing\n", "{}"}) {
      assertThatThrownBy(() -> TableText.parse("x.json", text, TABLES))
          .hasMessageStartingWith("x.json:")
          .hasMessageContaining("begin")
          .hasMessageContaining("earlier | later | where");
    }
  }

  @Test
  void whatIsCutOutOfAnEntryLeavesTheRest() throws BadTable {
    OrderTable table = parse("visible of put, p | visible of p, store | issued before");
    OrderTable cut =
        table.without(
            _ -> true,
            part -> part.of() == OperationKind.P,
            part -> part.of() == OperationKind.STORE);
    assertThat(pairs(cut))
        .containsExactlyInAnyOrder(
            "visible of put < visible of p",
            "visible of put < visible of store",
            "visible of p < visible of p");
    assertThat(table.without(_ -> false, _ -> true, _ -> true)).isEqualTo(table);
    assertThat(table.without(_ -> true, _ -> true, _ -> true).entries()).isEmpty();
  }

  private static ImmutableSet<String> pairs(OrderTable table) {
    return table.entries().stream()
        .flatMap(entry ->
            entry.earlier().stream()
                .flatMap(earlier -> entry.later().stream().map(later -> earlier + " < " + later)))
        .collect(ImmutableSet.toImmutableSet());
  }
}
