package org.shmemlab.labs.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the limits of the number of users, and of the resources of each. */
class SessionsTest {
  private long now;

  @Test
  void aUserWithoutTimeLeftWaits() throws Refusal {
    Session session = new Session(() -> now);
    session.begin();
    session.used(Session.MOST.plusSeconds(10));
    session.end();
    assertThatThrownBy(session::begin)
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.status()).isEqualTo(429);
              assertThat(refusal.why()).contains("used up your time");
            });
    now += Duration.ofSeconds(49).toNanos();
    assertThatThrownBy(session::begin).isInstanceOf(Refusal.class);
    now += Duration.ofSeconds(2).toNanos();
    session.begin();
  }

  @Test
  void timeIsNotSavedUpWithoutEnd() throws Refusal {
    Session session = new Session(() -> now);
    now += Duration.ofDays(30).toNanos();
    session.used(Session.MOST.plusMillis(1));
    assertThatThrownBy(session::begin).isInstanceOf(Refusal.class);
  }

  @Test
  void oneThingAtATime() throws Refusal {
    Session session = new Session(() -> now);
    session.begin();
    assertThatThrownBy(session::begin).hasMessageContaining("One thing at a time");
    session.end();
    session.begin();
  }

  @Test
  void onlyTheLastPageOfAKindIsKept() {
    Session session = new Session(() -> now);
    GzipText kept = GzipText.of("of a check");
    GzipText other = GzipText.of("in simulated time");
    int first = session.keep("Check", GzipText.of("older"));
    int timed = session.keep("Time", other);
    int second = session.keep("Check", kept);
    assertThat(session.page(first)).isEmpty();
    assertThat(session.page(timed)).containsSame(other);
    assertThat(session.page(second)).containsSame(kept);
    assertThat(session.page(-1)).isEmpty();
  }

  @Test
  void aFullRoomTakesNoUserUntilOneIsIdle() throws Refusal {
    Sessions sessions = new Sessions(() -> now);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < Sessions.MOST; i++) {
      words.add(sessions.open());
    }
    assertThat(words).doesNotHaveDuplicates().allMatch(word -> word.length() == 22);
    assertThatThrownBy(sessions::open).hasMessageContaining("users already");
    now += Sessions.IDLE.toNanos();
    assertThat(sessions.find(words.get(0))).isPresent(); // who is back stays
    String late = sessions.open();
    assertThat(sessions.find(late)).isPresent();
    assertThat(words.stream().filter(word -> sessions.find(word).isEmpty()))
        .hasSize(1)
        .doesNotContain(words.get(0));
  }
}
