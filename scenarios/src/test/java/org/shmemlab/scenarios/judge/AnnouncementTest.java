package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.scenarios.source.SourceFile;

final class AnnouncementTest {
  private static Announcement of(String text) {
    return Announcement.of(new SourceFile("a.cu", text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "// expect: got 7",
        "// expect: conflict",
        "// expect on nvlink: stale",
        "// I expect shmemlab: expect conflict",
        "// run: shmemlab check a.cu -n 2",
        "const char *s = \"// shmemlab: expect conflict\";",
        "int shmemlab; // 1\nlabel: shmemlab: expect(conflict);"
      })
  void anyOtherTextMeansNothing(String text) {
    Announcement announcement = of(text + "\n");
    assertThat(announcement.expected()).isEmpty();
    assertThat(announcement.expectedOn()).isEmpty();
    assertThat(announcement.mistakes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "// shmemlab: expect conflict",
        "int x;\n\n  //shmemlab:  expect   conflict  ",
        "f(\"//\"); // shmemlab: expect conflict",
        "/* shmemlab: expect\n   conflict */ int x;",
        "char c = '\"'; /* shmemlab: expect conflict */"
      })
  void aCommentWithTheMarkAnnouncesWhereverItStands(String text) {
    Announcement announcement = of(text + "\n");
    assertThat(announcement.expected()).contains("conflict");
    assertThat(announcement.mistakes()).isEmpty();
  }

  @Test
  void aTransportHasItsOwn() {
    Announcement announcement =
        of("// shmemlab: expect nothing\n// shmemlab: expect stale on nvlink@3.5\n");
    assertThat(announcement.expected()).contains("nothing");
    assertThat(announcement.expectedOn()).isEqualTo(Map.of("nvlink@3.5", "stale"));
    assertThat(announcement.on("nvlink@3.5")).contains("stale");
    assertThat(announcement.on("ibrc")).contains("nothing");
  }

  @Test
  void everyFileOfAProgramIsRead() {
    SourceFile other = new SourceFile("b.cu", "// shmemlab: expect deadlock\n");
    SourceFile program = new SourceFile("a.cu", "int x;\n").with(List.of(other));
    assertThat(Announcement.of(program).expected()).contains("deadlock");
  }

  @Test
  void llvmHasNoSuchComments() {
    SourceFile bitcode = new SourceFile("a.bc", "// shmemlab: expect conflict\n");
    assertThat(Announcement.of(bitcode).expected()).isEmpty();
  }

  @Test
  void aDirectiveThatIsNoneIsAMistakeAtItsPlace() {
    ImmutableList<String> mistakes =
        of(
                """
                // shmemlab: expect got 7
                // shmemlab: expect got
                int x; // shmemlab: expct conflict
                // shmemlab: expect conflict
                // shmemlab: expect nothing
                // shmemlab: expect stale on nvlnk
                // shmemlab:
                """)
            .mistakes()
            .stream()
            .map(String::valueOf)
            .collect(ImmutableList.toImmutableList());
    assertThat(mistakes)
        .containsExactly(
            "a.cu:1:1: error: 'shmemlab: expect got 7': there are 'expect KIND', 'expect KIND on"
                + " TRANSPORT' and 'allow KIND, because REASON'",
            "a.cu:2:1: error: 'shmemlab: expect got': got is no kind of finding: conflict, deadlock,"
                + " livelock, assertion, misuse, stale, unspecified, nothing",
            "a.cu:3:8: error: 'shmemlab: expct conflict': there are 'expect KIND', 'expect KIND"
                + " on TRANSPORT' and 'allow KIND, because REASON'",
            "a.cu:5:1: error: 'shmemlab: expect nothing': a second one; leave one",
            "a.cu:6:1: error: 'shmemlab: expect stale on nvlnk': transport 'nvlnk': there are"
                + " nvlink, pcie, ibrc, ibdevx, ibgda, ucx, cxi, verbs, efa, gpunetio",
            "a.cu:7:1: error: 'shmemlab:': there are 'expect KIND', 'expect KIND on TRANSPORT' and"
                + " 'allow KIND, because REASON'");
  }
}
