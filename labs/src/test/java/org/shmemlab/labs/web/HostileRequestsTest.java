package org.shmemlab.labs.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.labs.web.Client.Answer;
import tools.jackson.databind.JsonNode;

/** Requests that want what no user may have. */
@Tag("compiler")
class HostileRequestsTest {
  private static final String PROGRAM = "int main(void) { return 0; }\n";
  private static final String TOKEN = "abcdefghijklmnop-0123";

  private static LabServer open;
  private static LabServer guarded;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    open = Servers.open(Optional.empty());
    guarded = Servers.open(Optional.of(TOKEN));
  }

  @AfterAll
  static void stop() {
    open.close();
    guarded.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/editor/../../../../etc/passwd",
        "/editor/..%5c..%5cetc%5cpasswd",
        "/etc/passwd",
        "//etc/passwd",
        "/pages/../../etc/passwd",
        "/pages/1%00.html",
        "/workbench.css/../workbench.html",
        "/file:///etc/passwd",
        "http://127.0.0.1/etc/passwd",
      })
  void noPathLeadsAnywhere(String path) throws IOException {
    String answer =
        Client.stranger(open)
            .raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertThat(answer).matches("(?s)HTTP/1.1 40[0134] .*").doesNotContain("root:", "<html");
  }

  @Test
  void aProgramIncludesNoFileOfTheServer() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret.h"), "SESAME opens;\n");
    try (Client client = Client.of(open)) {
      Answer answer = client.run("#include \"" + secret + "\"\n" + PROGRAM, 2);
      assertThat(answer.text()).contains("It does not compile.", "file not found");
      assertThat(answer.text()).doesNotContain("SESAME");
      assertThat(answer.json().at("/marks/0/line").asInt()).isEqualTo(1);
    }
  }

  @Test
  void aPlatformIsNoFile() throws Exception {
    Path file = Files.writeString(folder.resolve("machine.yaml"), "SESAME: opens\n");
    try (Client client = Client.of(open)) {
      Map<String, Object> place =
          Map.of("platform", file.toString(), "transport", "", "pesPerNode", 0);
      Answer answer =
          client.post(
              "/time", Map.of("text", PROGRAM, "define", Map.of(), "pes", 2, "place", place));
      assertThat(answer.text()).contains("No such place: there are hgx-h200");
      assertThat(answer.text()).doesNotContain("SESAME", file.toString());
    }
  }

  @Test
  void aLabIsNoFolder() throws Exception {
    try (Client client = Client.of(open)) {
      assertThat(client.post("/grade", Map.of("text", PROGRAM, "lab", "../03_x")).status())
          .isEqualTo(404);
    }
  }

  @Test
  void theAnswersOfTheLabsAreNotInThePage() throws Exception {
    try (Client client = Client.of(open)) {
      JsonNode lab = client.get("/labs").json().at("/labs/2");
      assertThat(lab.propertyNames())
          .containsExactlyInAnyOrder(
              "name", "number", "title", "minutes", "points", "html", "start", "pes", "place",
              "macros", "small");
      assertThat(lab.get("html").asString()).contains("PE 0 writes data into the memory of PE 1");
      assertThat(lab.get("start").asString()).startsWith("// lab: 3").doesNotContain("quiet");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/enter?token=x%0d%0aSet-Cookie:%20a=b", "/%0d%0aSet-Cookie:%20a=b"})
  void pathsPlantNoHeader(String path) throws IOException {
    String answer =
        Client.stranger(guarded)
            .raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertThat(answer).matches("(?s)HTTP/1.1 40[34] .*").doesNotContain("a=b");
  }

  @Test
  void headersPlantNoHeader() throws IOException {
    String host = "Host: <script>\r\n Set-Cookie: a=b\r\n";
    assertThat(
            Client.stranger(guarded).raw("GET / HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n"))
        .matches("(?s)HTTP/1.1 40[03] .*")
        .doesNotContain("<script>", "\nSet-Cookie: a=b");
  }

  @Test
  void anAnnouncedFloodIsNotRead() throws IOException {
    assertThat(
            Client.stranger(open)
                .raw(
                    "POST /run HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
                        + session(open)
                        + "Content-Type: application/json\r\nContent-Length: 100000000\r\n\r\n{"))
        .startsWith("HTTP/1.1 413");
  }

  @Test
  void aFloodThatIsNotAnnouncedIsCut() throws IOException {
    String head =
        "POST /run HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
            + session(open)
            + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
    long sent = 0;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), open.address().getPort())) {
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      try {
        for (; sent < 1_600; sent++) {
          socket.getOutputStream().write(chunk.getBytes(StandardCharsets.ISO_8859_1));
        }
      } catch (SocketException closed) {
        // as it should be
      }
    }
    assertThat(sent * 0x10000).isLessThan(100_000_000);
  }

  @Test
  void aSourceMayNotBeLarge() throws Exception {
    try (Client client = Client.of(open)) {
      assertThat(client.run("// " + "x".repeat(70_000) + "\n" + PROGRAM, 2).text())
          .contains("The source is larger than 64 KiB.");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"text\": \"\"}",
        "{\"text\": null, \"define\": {}, \"pes\": 2, \"seed\": 0}",
        "{\"text\": \"\", \"define\": {}, \"pes\": 1e99, \"seed\": 0}",
        "{\"text\": \"\", \"define\": {}, \"pes\": 2, \"seed\": 0, \"file\": \"/etc/passwd\"}",
        "{\"text\": \"\", \"define\": {}, \"pes\": 2, \"seed\": 0, \"@type\": \"java.io.File\"}",
      })
  void whatThePageDoesNotSendIsRefused(String body) throws Exception {
    try (Client client = Client.of(open)) {
      assertThat(post(client, body, "application/json").status()).isEqualTo(400);
    }
  }

  @Test
  void nestingWithoutEndIsRefused() throws Exception {
    try (Client client = Client.of(open)) {
      assertThat(post(client, "[".repeat(100_000), "application/json").status()).isEqualTo(400);
      assertThat(client.run(PROGRAM, 2).json().at("/good").asBoolean()).isTrue();
    }
  }

  private static Answer post(Client client, String body, String type)
      throws IOException, InterruptedException {
    return client.post("/run", body, "http://127.0.0.1:" + open.address().getPort(), type);
  }

  @Test
  void withoutTheTokenThereIsNothing() throws Exception {
    try (Client client = Client.stranger(guarded)) {
      Answer page = client.get("/");
      assertThat(page.status()).isEqualTo(401);
      assertThat(page.text()).contains("Access token").doesNotContain("importmap");
      assertThat(page.headers()).doesNotContainKey("set-cookie");
      assertThat(client.get("/labs").status()).isEqualTo(401);
      assertThat(client.run(PROGRAM, 2).status()).isEqualTo(401);
      assertThat(client.get("/enter?token=").status()).isEqualTo(403);
      assertThat(client.get("/enter?token=" + TOKEN + "x").status()).isEqualTo(403);
      assertThat(client.get("/enter").status()).isEqualTo(403);

      Answer entered = client.get("/enter?token=" + TOKEN);
      assertThat(entered.status()).isEqualTo(303);
      assertThat(entered.header("set-cookie")).contains("HttpOnly", "SameSite=Lax");
      assertThat(client.get("/").text()).contains("importmap").doesNotContain(TOKEN);
      assertThat(client.run(PROGRAM, 2).status()).isEqualTo(200);
    }
  }

  @Test
  void noUserSeesAnothersWork() throws Exception {
    try (Client ann = Client.of(open);
        Client bob = Client.of(open)) {
      String page = ann.check(PROGRAM, 2, "").json().at("/page").asString();
      assertThat(ann.get(page).text()).contains("Check of lab.cu");
      assertThat(bob.get(page).status()).isEqualTo(404);
      try (Client nobody = Client.stranger(open)) {
        assertThat(nobody.get(page).status()).isEqualTo(401);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://evil.example", "null", "", "http://127.0.0.1", "https://localhost"})
  void pagesOfOthersCannotAsk(String origin) throws Exception {
    try (Client client = Client.of(open)) {
      assertThat(client.post("/run", "{}", origin, "application/json").status()).isEqualTo(403);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
  void formsCannotAsk(String type) throws Exception {
    try (Client client = Client.of(open)) {
      assertThat(post(client, "{}", type).status()).isEqualTo(415);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "a b"})
  void anotherNameDoesNotLeadHere(String host) throws IOException {
    assertThat(
            Client.stranger(open)
                .raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
        .matches("(?s)HTTP/1.1 40[03] .*")
        .doesNotContain("Set-cookie");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1:80", "[::1]:9", "CLASS.example", "10.1.2.3"})
  void itsOwnNamesDo(String host) throws IOException {
    assertThat(
            Client.stranger(open)
                .raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "HEAD"})
  void otherMethodsDoNothing(String method) throws IOException {
    assertThat(
            Client.stranger(open)
                .raw(method + " /run HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .matches("(?s)HTTP/1.1 40[05] .*");
  }

  @Test
  void pagesRunNoScriptOfOthers() throws Exception {
    try (Client client = Client.of(open)) {
      assertThat(client.get("/").header("content-security-policy"))
          .startsWith("default-src 'none'; script-src 'self' 'nonce-")
          .contains("frame-ancestors 'none'", "base-uri 'none'")
          .doesNotContain("unsafe");
      String page = client.check(PROGRAM, 2, "").json().at("/page").asString();
      assertThat(client.get(page).header("content-security-policy"))
          .startsWith("sandbox allow-scripts; default-src 'none'")
          .doesNotContain("allow-same-origin", "connect-src");
      assertThat(client.get(page).header("x-content-type-options")).isEqualTo("nosniff");
    }
  }

  @Test
  void aProgramCannotPutMarkupIntoItsPage() throws Exception {
    String text =
        """
        #include <stdio.h>
        // </script><script>alert(1)</script>
        int main(void) { printf("</script><script>alert(2)</script>"); return 0; }
        """;
    try (Client client = Client.of(open)) {
      String page = client.check(text, 2, "").json().at("/page").asString();
      assertThat(client.get(page).text()).doesNotContain("<script>alert");
    }
  }

  @Test
  void clientsThatSendSlowlyAreCutAndStopNoOther() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try (Client client = Client.of(open)) {
      String[] beginnings = {
        "GET / HTTP/1.1\r\nHost: local",
        "POST /run HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
            + session(open)
            + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
      };
      for (int i = 0; i < 100; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), open.address().getPort());
        socket.getOutputStream().write(beginnings[i % 2].getBytes(StandardCharsets.ISO_8859_1));
        slow.add(socket);
      }
      assertThat(client.run(PROGRAM, 2).status()).isEqualTo(200);
      for (Socket socket : slow) {
        assertThat(socket.getInputStream().readAllBytes()).isEmpty(); // until the server closes it
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  /** The header line of a new session. */
  private static String session(LabServer server) throws IOException {
    String page =
        Client.stranger(server)
            .raw("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    int at = page.indexOf("shmemlab-");
    return "Cookie: " + page.substring(at, page.indexOf(';', at)) + "\r\n";
  }
}
