package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Drives Chromium as Debian has it, without a window and without a network. */
final class Browser implements AutoCloseable {
  private static final List<Path> CHROMIUM =
      List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/google-chrome"));
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  /** How often a page is looked at, and how many times: five minutes and what the looks take. */
  private static final int LOOK_MILLIS = 50;

  private static final int MOST_LOOKS = 6000;

  private final ChromeDriver driver;
  private final String own;

  private Browser(ChromeDriver driver, String own) {
    this.driver = driver;
    this.own = own;
  }

  /** Whether there is one. */
  static boolean exists() {
    return chromium().isPresent() && Files.isExecutable(DRIVER);
  }

  private static Optional<Path> chromium() {
    return CHROMIUM.stream().filter(Files::isExecutable).findFirst();
  }

  /** Opens a page in a window of this size. */
  static Browser open(Path page, int width, int height) {
    return open(page.toUri(), page.toUri().toString(), width, height);
  }

  /** Opens a page of a server on this machine. */
  static Browser open(URI page, int width, int height) {
    return open(page, page.resolve("/").toString(), width, height);
  }

  private static Browser open(URI page, String own, int width, int height) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium().orElseThrow().toFile());
    // No sandbox: containers have none. No host is resolved, whatever a page asks for.
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        "--window-size=" + width + "," + height);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build();
    Browser browser = new Browser(new ChromeDriver(service, options), own);
    browser.driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(5));
    browser.driver.manage().timeouts().pageLoadTimeout(Duration.ofMinutes(5));
    browser.size(width, height);
    browser.driver.get(page.toString());
    return browser;
  }

  /** Opens another page in the same window. */
  void go(Path page) {
    driver.get(page.toUri().toString());
  }

  /** Gives the page's view this size, in pixels, and waits until the page has it. */
  void resize(int width, int height) {
    size(width, height);
    ((JavascriptExecutor) driver)
        .executeAsyncScript(
            "const [width, done] = arguments;"
                + "const look = () => matchMedia(`(width: ${width}px)`).matches"
                + " ? done() : requestAnimationFrame(look);"
                + "look();",
            width);
  }

  private void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  /** The scheme that the system prefers: "dark" or "light". */
  void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Shows the page as it is printed, or as on a screen again. */
  void print(boolean printed) {
    driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", printed ? "print" : ""));
  }

  /** The page as a printer gets it: a PDF on A4. */
  byte[] pdf() {
    Map<String, Object> pdf =
        driver.executeCdpCommand(
            "Page.printToPDF",
            Map.of("paperWidth", 8.27, "paperHeight", 11.69, "printBackground", true));
    return Base64.getDecoder().decode(String.valueOf(pdf.get("data")));
  }

  /** The words for a screen reader: role and name of everything that has one, in its order. */
  List<Spoken> spoken() {
    driver.executeCdpCommand("Accessibility.enable", Map.of());
    Object nodes = driver.executeCdpCommand("Accessibility.getFullAXTree", Map.of()).get("nodes");
    return ((List<?>) Objects.requireNonNull(nodes))
        .stream()
            .map(node -> (Map<?, ?>) node)
            .filter(node -> !Boolean.TRUE.equals(node.get("ignored")))
            .map(node -> new Spoken(value(node.get("role")), value(node.get("name")), live(node)))
            .toList();
  }

  /**
   * An element for a screen reader.
   *
   * @param live whether what changes in it is read at once
   */
  record Spoken(String role, String name, boolean live) {}

  private static String value(@Nullable Object of) {
    return of instanceof Map<?, ?> typed ? String.valueOf(typed.get("value")) : "";
  }

  private static boolean live(Map<?, ?> node) {
    return node.get("properties") instanceof List<?> properties
        && properties.stream()
            .map(property -> (Map<?, ?>) property)
            .anyMatch(property ->
                "live".equals(property.get("name"))
                    && "polite".equals(value(property.get("value"))));
  }

  /** The first element that a CSS selector names. */
  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** The texts of all elements that a CSS selector names. */
  List<String> texts(String selector) {
    return driver.findElements(By.cssSelector(selector)).stream().map(WebElement::getText).toList();
  }

  /** Clicks on the first element that a CSS selector names, wherever it is on the page. */
  void click(String selector) {
    find(selector);
    value("document.querySelector(arguments[0]).click() ?? true", selector);
  }

  /** The text of the first element that a CSS selector names, shown or not. */
  String text(String selector) {
    find(selector);
    return String.valueOf(
        value("document.querySelector(arguments[0]).textContent.trim()", selector));
  }

  /** Waits until something is so; gives up on a page that has not come to it for minutes. */
  void await(BooleanSupplier wanted) {
    for (int looks = 0; !wanted.getAsBoolean(); looks++) {
      if (looks == MOST_LOOKS) {
        throw new AssertionError(
            "the page never came to what was waited for; it shows:\n" + shown());
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", ended);
      }
    }
  }

  private String shown() {
    return driver.findElement(By.tagName("body")).getText();
  }

  /** Looks into a frame of the page while something is done. */
  void within(String frame, Runnable work) {
    driver.switchTo().frame(find(frame));
    try {
      work.run();
    } finally {
      driver.switchTo().defaultContent();
    }
  }

  /** Presses a key together with Control. */
  void control(CharSequence key) {
    new Actions(driver).keyDown(Keys.CONTROL).sendKeys(key).keyUp(Keys.CONTROL).perform();
  }

  /** Types text into what has the focus. */
  void type(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** The value of an expression of JavaScript. */
  Object value(String expression, Object... arguments) {
    return Objects.requireNonNull(
        ((JavascriptExecutor) driver).executeScript("return " + expression, arguments));
  }

  /** The value that a script hands to its last argument, at some time. */
  Object awaited(String script) {
    return Objects.requireNonNull(((JavascriptExecutor) driver).executeAsyncScript(script));
  }

  /** A picture of the window, in PNG. */
  byte[] picture() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  /** The whole of an element, as a picture in PNG. */
  byte[] picture(String selector) {
    find(selector); // there has to be one
    Map<?, ?> box =
        (Map<?, ?>)
            value(
                """
                (() => {
                  const box = document.querySelector(arguments[0]).getBoundingClientRect();
                  return {
                    x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height,
                  };
                })()\
                """,
                selector);
    Map<String, Object> clip = new LinkedHashMap<>();
    box.forEach((key, number) -> clip.put(String.valueOf(key), number));
    clip.put("scale", 1);
    Map<String, Object> shot =
        driver.executeCdpCommand(
            "Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", clip));
    return Base64.getDecoder().decode(String.valueOf(shot.get("data")));
  }

  /** Script errors, and every address but the page itself and its server that it asked for. */
  List<String> complaints() {
    Stream<String> errors =
        driver.manage().logs().get(LogType.BROWSER).getAll().stream()
            .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
            .map(entry -> entry.getMessage());
    Stream<String> requests =
        driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
            .map(entry -> entry.getMessage())
            .filter(message -> message.contains("\"Network.requestWillBeSent\""))
            .filter(
                message -> message.contains("\"url\":\"http") || message.contains("\"url\":\"ws"))
            .filter(message -> !message.contains("\"url\":\"" + own));
    return Stream.concat(errors, requests).toList();
  }

  /** The obstacles to using the page that axe-core finds: a line for each. */
  List<?> violations() {
    try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
      assertThat(in).isNotNull();
      driver.executeScript(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError("axe.min.js cannot be read", e);
    }
    Object found =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run().then((all) => done(all.violations.map(
                (one) => one.id + ': ' + one.help + ': '
                    + one.nodes.slice(0, 5).map((node) => node.target + ' ' + node.failureSummary)
                        .join('; '))),
              (error) => done([String(error)]));
            """);
    return (List<?>) Objects.requireNonNull(found);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
