package org.shmemlab.labs.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Acts as the browser of one user, without a screen. */
final class Client implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;
  private final int port;
  private String cookie = "";

  /** Holds an answer of the server. */
  record Answer(int status, String text, Map<String, List<String>> headers) {
    JsonNode json() {
      return JsonMapper.shared().readTree(text);
    }

    String header(String name) {
      return String.join(", ", headers.getOrDefault(name, List.of()));
    }
  }

  private Client(int port) {
    this.port = port;
    this.base = "http://127.0.0.1:" + port;
  }

  /** A client without a session. */
  static Client stranger(LabServer server) {
    return new Client(server.address().getPort());
  }

  /** A client with a session. */
  static Client of(LabServer server) throws IOException, InterruptedException {
    Client client = stranger(server);
    client.get("/");
    return client;
  }

  Answer get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  /** Asks as the page does. */
  Answer post(String path, Object body) throws IOException, InterruptedException {
    return post(path, JsonMapper.shared().writeValueAsString(body), base, "application/json");
  }

  Answer post(String path, String body, String origin, String type)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(path).header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body));
    return send(origin.isEmpty() ? request : request.header("Origin", origin));
  }

  Answer run(String text, int pes) throws IOException, InterruptedException {
    return run(text, Map.of(), pes);
  }

  Answer run(String text, Map<String, String> define, int pes)
      throws IOException, InterruptedException {
    return post("/run", Map.of("text", text, "define", define, "pes", pes, "seed", 0));
  }

  Answer check(String text, int pes, String transport) throws IOException, InterruptedException {
    return post(
        "/check", Map.of("text", text, "define", Map.of(), "pes", pes, "transport", transport));
  }

  /** Sends bytes as they are; gives the first bytes of what comes back until the server closes. */
  String raw(String bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).header("Accept-Encoding", "gzip");
    return cookie.isEmpty() ? request : request.header("Cookie", cookie);
  }

  private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    response
        .headers()
        .firstValue("Set-Cookie")
        .ifPresent(set -> cookie = set.replaceFirst(";.*", ""));
    byte[] bytes = response.body();
    if (response.headers().firstValue("Content-Encoding").isPresent()) {
      bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
    }
    Map<String, List<String>> headers = new HashMap<>();
    response
        .headers()
        .map()
        .forEach((name, all) -> headers.put(name.toLowerCase(Locale.ROOT), all));
    return new Answer(response.statusCode(), new String(bytes, StandardCharsets.UTF_8), headers);
  }

  @Override
  public void close() {
    http.close();
  }
}
