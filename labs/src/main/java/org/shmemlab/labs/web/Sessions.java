package org.shmemlab.labs.web;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Keeps the sessions of all users, each under a word that no other user can guess. */
final class Sessions {
  /** Most users at once. */
  static final int MOST = 200;

  /** A user without a request for so long gives their place to a new one. */
  static final Duration IDLE = Duration.ofMinutes(10);

  private static final int BYTES =
      16; // 128 bits, as OWASP's Session Management asks for 64 at least

  private final LongSupplier nanoTime;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Session> all = new HashMap<>();

  Sessions(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The session of a word. */
  synchronized Optional<Session> find(String word) {
    Optional<Session> found = Optional.ofNullable(all.get(word));
    found.ifPresent(Session::seen);
    return found;
  }

  /** Makes a session; gives its word. */
  synchronized String open() throws Refusal {
    if (all.size() >= MOST) {
      String oldest =
          all.entrySet().stream()
              .filter(entry -> !entry.getValue().isBusy())
              .min((a, b) -> Long.signum(a.getValue().lastSeen() - b.getValue().lastSeen()))
              .map(Map.Entry::getKey)
              .orElse("");
      Session idle = all.get(oldest);
      if (idle == null || nanoTime.getAsLong() - idle.lastSeen() < IDLE.toNanos()) {
        throw new Refusal(503, "There are " + MOST + " users already; come back later.");
      }
      all.remove(oldest);
    }
    String word = word();
    all.put(word, new Session(nanoTime));
    return word;
  }

  /** An unguessable word. */
  String word() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
