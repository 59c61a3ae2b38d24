package org.shmemlab.junit;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.opentest4j.AssertionFailedError;
import org.shmemlab.reports.check.CheckText;

/**
 * Describes a node of the test tree: the verdict of one profile about one file.
 *
 * @param name of the node
 * @param answer what the method may look at
 * @param wrong what is not as expected; empty where all is
 * @param report writes the report's text
 */
record Judged(String name, Object answer, String wrong, Consumer<CheckText> report)
    implements TestTemplateInvocationContext, ParameterResolver, BeforeTestExecutionCallback {
  @Override
  public String getDisplayName(int index) {
    return name;
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return ImmutableList.of(this);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType().isInstance(answer);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return answer;
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) {
    String text = text();
    context.publishFile(
        "report.txt", MediaType.TEXT_PLAIN_UTF_8, file -> Files.writeString(file, text));
    if (!wrong.isEmpty()) {
      throw new AssertionFailedError(name + ": " + wrong + "\n" + text);
    }
  }

  private String text() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    report.accept(new CheckText(out, out, true));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
