package org.shmemlab.labs.web;

import com.google.common.collect.ImmutableSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.shmemlab.labs.lesson.Labs;

/**
 * Serves the page by the JDK's own HTTP server, with a virtual thread for each request: a dozen
 * fixed paths need no more.
 */
public final class LabServer implements AutoCloseable {
  /** Most bytes of a request: a source of 64 KiB as JSON, each character of which takes six. */
  static final int LARGEST = 6 * (64 << 10) + 1024;

  /** A page and the editor's style come from here, and from nowhere else. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self' 'nonce-NONCE'; style-src 'self' 'nonce-NONCE';"
          + " img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self';"
          + " base-uri 'none'; frame-ancestors 'none'";

  /** A page of a program may run its own scripts, as if it came from nowhere. */
  private static final String SANDBOX =
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline';"
          + " style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'self'";

  private final AccessControl door;
  private final Desk desk;
  private final String lessons;
  private final Assets assets = new Assets();
  private final Sessions sessions = new Sessions(System::nanoTime);
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * Holds the settings of a server.
   *
   * @param address where it listens; port 0 for any
   * @param names that it goes by, besides addresses in numbers and localhost; in lower case
   * @param token that a new user has to know; empty for none
   * @param labs those to work on
   * @param playground whether the page is for programs of one's own, without labs
   * @param folder where those are; empty for those of the project
   * @param count how many programs run at once, and how many are looked at otherwise
   * @param patience for a request to be there as a whole; the first server of a process says
   * @param version of ShmemLab, which pages name
   */
  public record Setting(
      InetSocketAddress address,
      ImmutableSet<String> names,
      Optional<String> token,
      Labs labs,
      boolean playground,
      Optional<Path> folder,
      int count,
      Duration patience,
      String version) {
    /** How long a request may usually take to arrive. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);
  }

  private LabServer(Setting setting) throws IOException {
    this.door = new AccessControl(setting.names, setting.token);
    this.lessons = setting.playground ? Lessons.playground() : Lessons.json(setting.labs);
    this.server = HttpServer.create(setting.address, 0);
    this.desk = new Desk(setting.labs, setting.count, setting.folder, setting.version);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
  }

  /**
   * Opens a server, whose processes begin to load what they need.
   *
   * @throws IOException if the address is not ours, or the port is taken
   */
  public static LabServer open(Setting setting) throws IOException {
    // "Implementation Note" of the module jdk.httpserver: read once, when the first server is made.
    System.setProperty(
        "sun.net.httpserver.maxReqTime", String.valueOf(setting.patience.toSeconds()));
    System.setProperty("sun.net.httpserver.maxRspTime", "600"); // for slow readers
    System.setProperty("sun.net.httpserver.maxReqHeaders", "100");
    System.setProperty("sun.net.httpserver.maxReqHeaderSize", String.valueOf(32 << 10));
    System.setProperty("jdk.httpserver.maxConnections", "1000");
    LabServer server = new LabServer(setting);
    server.server.start();
    server.threads.execute(server.desk::warm);
    return server;
  }

  /** An unguessable word for a token. */
  public static String newToken() {
    return new Sessions(System::nanoTime).word();
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    desk.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      try {
        door.check(exchange);
        route(exchange);
      } catch (Refusal refusal) {
        refuse(exchange, refusal);
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
        refuse(exchange, new Refusal(503, "The server is being closed."));
      }
    }
  }

  private void route(HttpExchange exchange) throws IOException, Refusal, InterruptedException {
    String path = exchange.getRequestURI().getRawPath();
    switch (exchange.getRequestMethod()) {
      case "GET" -> get(exchange, path == null ? "" : path);
      case "POST" -> post(exchange, path == null ? "" : path);
      default -> throw new Refusal(405, "There is only GET and POST.");
    }
  }

  private void get(HttpExchange exchange, String path) throws IOException, Refusal {
    switch (path) {
      case "/" -> page(exchange);
      case "/enter" -> enter(exchange);
      case "/labs" -> {
        session(exchange);
        HttpExchanges.text(exchange, 200, "application/json; charset=utf-8", lessons);
      }
      default -> {
        Assets.Asset asset = assets.all().get(path);
        if (asset != null) {
          HttpExchanges.asset(exchange, asset);
        } else if (path.startsWith(Desk.PAGES)) {
          exchange.getResponseHeaders().set("Content-Security-Policy", SANDBOX);
          GzipText page =
              session(exchange)
                  .page(HttpExchanges.number(path.substring(Desk.PAGES.length())))
                  .orElseThrow(() -> new Refusal(404, "That page is gone; ask for it again."));
          HttpExchanges.zipped(exchange, "text/html; charset=utf-8", page);
        } else {
          throw new Refusal(404, "There is nothing here.");
        }
      }
    }
  }

  private void post(HttpExchange exchange, String path)
      throws IOException, Refusal, InterruptedException {
    Session session = session(exchange);
    String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
    if (!type.startsWith("application/json")) {
      throw new Refusal(415, "A request is JSON.");
    }
    String answer = desk.answer(path, HttpExchanges.body(exchange, LARGEST), session);
    HttpExchanges.text(exchange, 200, "application/json; charset=utf-8", answer);
  }

  private void page(HttpExchange exchange) throws IOException, Refusal {
    if (known(exchange).isEmpty()) {
      if (door.token().isPresent()) {
        policy(exchange, "none");
        HttpExchanges.text(exchange, 401, "text/html; charset=utf-8", assets.entry());
        return;
      }
      open(exchange);
    }
    String nonce = sessions.word();
    policy(exchange, nonce);
    HttpExchanges.text(exchange, 200, "text/html; charset=utf-8", assets.page(nonce));
  }

  private void enter(HttpExchange exchange) throws IOException, Refusal {
    if (!door.opensFor(query(exchange.getRequestURI()).getOrDefault("token", ""))) {
      throw new Refusal(403, "That is not the access token.");
    }
    if (known(exchange).isEmpty()) {
      open(exchange);
    }
    exchange.getResponseHeaders().set("Location", "/");
    HttpExchanges.text(exchange, 303, "text/plain; charset=utf-8", "");
  }

  private static void policy(HttpExchange exchange, String nonce) {
    exchange.getResponseHeaders().set("Content-Security-Policy", POLICY.replace("NONCE", nonce));
  }

  private void open(HttpExchange exchange) throws Refusal {
    exchange
        .getResponseHeaders()
        .set("Set-Cookie", cookie() + "=" + sessions.open() + "; Path=/; HttpOnly; SameSite=Lax");
  }

  private Session session(HttpExchange exchange) throws Refusal {
    return known(exchange)
        .orElseThrow(() ->
            new Refusal(401, "This session is not known here any more; load the page again."));
  }

  private Optional<Session> known(HttpExchange exchange) {
    for (String line : exchange.getRequestHeaders().getOrDefault("Cookie", List.of())) {
      for (String pair : line.split(";", -1)) {
        int cut = pair.indexOf('=');
        if (cut > 0 && pair.substring(0, cut).strip().equals(cookie())) {
          return sessions.find(pair.substring(cut + 1).strip());
        }
      }
    }
    return Optional.empty();
  }

  // Cookies of all ports of a host are one lot (RFC 6265, section 8.5).
  private String cookie() {
    return "shmemlab-" + address().getPort();
  }

  private static Map<String, String> query(URI uri) {
    Map<String, String> values = new HashMap<>();
    String query = uri.getRawQuery();
    for (String pair : (query == null ? "" : query).split("&", -1)) {
      int cut = pair.indexOf('=');
      if (cut > 0) {
        try {
          values.put(
              pair.substring(0, cut),
              URLDecoder.decode(pair.substring(cut + 1), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notEncoded) {
          // as if it were not there
        }
      }
    }
    return values;
  }

  private static void refuse(HttpExchange exchange, Refusal refusal) throws IOException {
    exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'none'");
    HttpExchanges.text(
        exchange,
        refusal.status(),
        "application/json; charset=utf-8",
        Desk.JSON.writeValueAsString(Map.of("error", refusal.why())));
  }
}
