import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Many users of {@code shmemlab lab serve} at once, each of whom runs a program again and again:
 * how long they wait, whether each has an answer, and whether it is their own.
 *
 * <p>{@code java scripts/LabLoad.java URL PROGRAM USERS RUNS PAUSE_SECONDS [changed]}: between two
 * runs a user pauses for that long on average; at 0 all press the button at once. With the last
 * word each run is of a program that was changed before, so that it is compiled anew. Java 17 or
 * later runs it.
 */
final class LabLoad {
  private LabLoad() {}

  private record Run(double seconds, String wrong) {}

  public static void main(String[] words) throws Exception {
    URI server = URI.create(words[0]);
    String program = Files.readString(Path.of(words[1]));
    int users = Integer.parseInt(words[2]);
    int runs = Integer.parseInt(words[3]);
    double pause = Double.parseDouble(words[4]);
    boolean changed = words.length > 5;
    List<Callable<List<Run>>> all = new ArrayList<>();
    for (int user = 0; user < users; user++) {
      int number = user;
      all.add(() -> work(server, program, number, runs, pause, changed));
    }
    List<Double> seconds = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(users);
    for (Future<List<Run>> each : threads.invokeAll(all)) {
      for (Run run : each.get()) {
        seconds.add(run.seconds);
        if (!run.wrong.isEmpty()) {
          wrong.add(run.wrong);
        }
      }
    }
    threads.shutdown();
    Collections.sort(seconds);
    System.out.printf(
        Locale.ROOT,
        "%d users, %d runs: median %.2f s, 90 %% %.2f s, longest %.2f s; %d lost or wrong%n",
        users,
        seconds.size(),
        seconds.get(seconds.size() / 2),
        seconds.get(seconds.size() * 9 / 10),
        seconds.get(seconds.size() - 1),
        wrong.size());
    wrong.stream().distinct().limit(5).forEach(System.out::println);
    System.exit(wrong.isEmpty() ? 0 : 1);
  }

  private static List<Run> work(
      URI server, String program, int user, int runs, double pause, boolean changed)
      throws IOException, InterruptedException {
    HttpClient http = HttpClient.newBuilder().build();
    String cookie =
        http.send(HttpRequest.newBuilder(server).build(), HttpResponse.BodyHandlers.discarding())
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow()
            .replaceFirst(";.*", "");
    Random random = new Random(user);
    List<Run> all = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      Thread.sleep((long) (1000 * pause * 2 * random.nextDouble()));
      String mine = "user " + user + (changed ? ", run " + run : "");
      String text = program.replace("received message", mine + ": received message");
      HttpRequest asked =
          HttpRequest.newBuilder(server.resolve("/run"))
              .header("Cookie", cookie)
              .header("Origin", server.getScheme() + "://" + server.getAuthority())
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"text\": " + quoted(text) + ", \"define\": {}, \"pes\": 8, \"seed\": 0}"))
              .build();
      long start = System.nanoTime();
      HttpResponse<String> answer = http.send(asked, HttpResponse.BodyHandlers.ofString());
      double seconds = (System.nanoTime() - start) / 1e9;
      int lines = answer.body().split(mine + ": received message", -1).length - 1;
      boolean right =
          answer.statusCode() == 200
              && lines == 8
              && answer.body().split("received message", -1).length == 9;
      all.add(new Run(seconds, right ? "" : answer.statusCode() + " " + answer.body()));
    }
    return all;
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(c ->
            quoted.append(
                c >= ' ' && c != '"' && c != '\\' ? (char) c + "" : "\\u%04x".formatted(c)));
    return quoted.append('"').toString();
  }
}
