package org.shmemlab.labs.web;

import com.google.common.primitives.Ints;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads requests and writes answers: bounded, and with the headers that all answers have. */
final class HttpExchanges {
  /** Characters beyond which text is compressed. */
  private static final int WORTH_IT = 2_000;

  private HttpExchanges() {}

  /** Text, compressed where that is worth it and the client understands it. */
  static void text(HttpExchange exchange, int status, String type, String text) throws IOException {
    common(exchange, type);
    if (text.length() > WORTH_IT && unzips(exchange)) {
      send(exchange, status, GzipText.of(text));
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    boolean body = bytes.length > 0 && !exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, body ? bytes.length : -1);
    if (body) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(bytes);
      }
    }
  }

  /** Bytes that are compressed already. */
  static void zipped(HttpExchange exchange, String type, GzipText content)
      throws IOException, Refusal {
    if (!unzips(exchange)) {
      throw new Refusal(406, "This server needs a browser that takes gzip.");
    }
    common(exchange, type);
    send(exchange, 200, content);
  }

  /** A file of the page, unless who asks has it. */
  static void asset(HttpExchange exchange, Assets.Asset asset) throws IOException, Refusal {
    exchange.getResponseHeaders().set("ETag", asset.tag());
    if (asset.tag().equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
      common(exchange, asset.type());
      exchange.getResponseHeaders().set("Cache-Control", "no-cache");
      exchange.sendResponseHeaders(304, -1);
      return;
    }
    if (!unzips(exchange)) {
      throw new Refusal(406, "This server needs a browser that takes gzip.");
    }
    common(exchange, asset.type());
    exchange.getResponseHeaders().set("Cache-Control", "no-cache");
    send(exchange, 200, asset.content());
  }

  private static boolean unzips(HttpExchange exchange) {
    @Nullable String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    return accepted != null && accepted.contains("gzip");
  }

  private static void common(HttpExchange exchange, String type) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
  }

  private static void send(HttpExchange exchange, int status, GzipText content) throws IOException {
    exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    exchange.sendResponseHeaders(status, content.length());
    try (OutputStream out = exchange.getResponseBody()) {
      content.writeTo(out);
    }
  }

  /** The body of a request. */
  static String body(HttpExchange exchange, int largest) throws IOException, Refusal {
    @Nullable String length = exchange.getRequestHeaders().getFirst("Content-Length");
    byte[] bytes = new byte[0];
    boolean announced = length != null && (length.length() > 9 || number(length) > largest);
    if (!announced) {
      try (InputStream in = exchange.getRequestBody()) {
        bytes = in.readNBytes(largest + 1);
      }
    }
    if (announced || bytes.length > largest) {
      exchange.getResponseHeaders().set("Connection", "close");
      throw new Refusal(413, "That is larger than a lab: at most 64 KiB of source.");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException noText) {
      throw new Refusal(400, "A request is text in UTF-8.");
    }
  }

  /** A number of a path or a header; -1 for none. */
  static int number(String text) {
    Integer number = Ints.tryParse(text);
    return number == null || number < 0 ? -1 : number;
  }
}
