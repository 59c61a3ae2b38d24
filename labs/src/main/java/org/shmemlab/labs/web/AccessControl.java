package org.shmemlab.labs.web;

import com.google.common.collect.ImmutableSet;
import com.google.common.net.InetAddresses;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides which requests are let in.
 *
 * <p>A request has to name a host that this server is: an address in numbers, {@code localhost}, or
 * one of the given names; another name may lead here although its page is a stranger's (DNS
 * rebinding). A request that does something has to come from a page of that very host.
 *
 * @param names of this machine, in lower case
 * @param token that a new user has to know; empty for none
 */
record AccessControl(ImmutableSet<String> names, Optional<String> token) {
  /** Refuses a request that no page of ours makes. */
  void check(HttpExchange exchange) throws Refusal {
    Headers headers = exchange.getRequestHeaders();
    String host = one(headers, "Host");
    if (!isOurs(host)) {
      throw new Refusal(
          403, "This server is not called '" + printable(host) + "'; start it with --host NAME.");
    }
    if (exchange.getRequestMethod().equals("POST")) {
      String origin = one(headers, "Origin");
      if (!origin.equals("http://" + host) && !origin.equals("https://" + host)) {
        throw new Refusal(403, "Only the page of this server may ask for that.");
      }
    }
  }

  private boolean isOurs(String host) {
    String name =
        host.startsWith("[")
            ? host.replaceFirst("^\\[([0-9a-fA-F:.]*)\\](:\\d+)?$", "$1")
            : host.replaceFirst(":\\d+$", "");
    return name.equals("localhost")
        || names.contains(name.toLowerCase(Locale.ROOT))
        || InetAddresses.isInetAddress(name);
  }

  private static String one(Headers headers, String name) {
    List<String> all = headers.getOrDefault(name, List.of());
    return all.size() == 1 ? all.get(0) : "";
  }

  private static String printable(String host) {
    return host.replaceAll("[^\\w.:\\[\\]-]", "?");
  }

  /** Whether a user who knows this word may have a session. */
  boolean opensFor(String word) {
    return token.isEmpty()
        || MessageDigest.isEqual(
            token.get().getBytes(StandardCharsets.UTF_8), word.getBytes(StandardCharsets.UTF_8));
  }
}
