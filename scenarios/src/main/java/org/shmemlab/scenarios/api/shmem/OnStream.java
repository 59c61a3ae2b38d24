package org.shmemlab.scenarios.api.shmem;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.catalogue.ApiFunction;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.cuda.StreamTasks;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Field;
import org.shmemlab.scenarios.api.lowering.Library;
import org.shmemlab.scenarios.runtime.cuda.CudaStreams;

/**
 * Lowers the {@code _on_stream} forms of every family: the plain form becomes a task of the stream,
 * which is the last argument.
 *
 * <p>Source: NVSHMEM API, "Overview of the APIs": the operation takes place in stream order; the
 * call returns at once. The status it returns is that of queueing, so it is 0.
 */
public final class OnStream implements CallLowering {
  private static final String FLAG = "stream";

  private final CallLowering plain;

  public OnStream(CallLowering plain) {
    this.plain = plain;
  }

  @Override
  public int lower(CallSite site) {
    if (!site.function().has(FLAG)) {
      return plain.lower(site);
    }
    if (site.function().operation().equals("rma.g")) {
      return valueFromStream(site);
    }
    int[] arguments = new int[site.argumentCount() - 1];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = site.argument(i);
    }
    enqueue(site, task -> plain.lower(new Task(site, task.code())), arguments);
    return Library.success(site);
  }

  /** A call that gives a value cannot return before the stream has come that far. */
  private int valueFromStream(CallSite site) {
    CodeBuilder code = site.code();
    Emission emit = new Emission(code);
    ScalarType type = site.function().result().register();
    int landing = code.slotAddress(code.slot("value of " + site.function().name(), type.bytes()));
    int landingInTask = site.argumentCount() - 1;
    enqueue(
        site,
        task -> task.store(type, landingInTask, 0, plain.lower(new Task(site, task.code()))),
        site.argument(0),
        site.argument(1),
        landing);
    emit.invoke(CudaStreams.STREAM_SYNCHRONIZE, stream(site));
    return emit.load(type, landing, 0);
  }

  private static void enqueue(CallSite site, Consumer<Emission> body, int... arguments) {
    new StreamTasks(site).enqueue(stream(site), site.function().name(), body, arguments);
  }

  private static int stream(CallSite site) {
    return site.argument(site.argumentCount() - 1);
  }

  /** The plain form inside the task: its arguments are the task's parameters. */
  private record Task(CallSite caller, CodeBuilder code, ApiFunction function) implements CallSite {
    Task(CallSite caller, CodeBuilder code) {
      this(caller, code, plainForm(caller.function()));
    }

    private static ApiFunction plainForm(ApiFunction function) {
      ImmutableMap.Builder<String, String> attributes = ImmutableMap.builder();
      for (Map.Entry<String, String> attribute : function.attributes().entrySet()) {
        if (!attribute.getKey().equals(FLAG)) {
          attributes.put(attribute);
        }
      }
      return new ApiFunction(
          function.name(),
          function.operation(),
          attributes.buildOrThrow(),
          function.element(),
          function.result());
    }

    @Override
    public int argumentCount() {
      return caller.argumentCount() - 1;
    }

    @Override
    public int argument(int index) {
      return index;
    }

    @Override
    public OptionalLong constant(int index) {
      return caller.constant(index);
    }

    @Override
    public ApiType argumentType(int index) {
      return caller.argumentType(index);
    }

    @Override
    public int objectBytes(int index) {
      return caller.objectBytes(index);
    }

    @Override
    public Field field(int index, String... path) {
      return caller.field(index, path);
    }

    @Override
    public boolean onDevice() {
      return caller.onDevice();
    }

    @Override
    public int synthesised(
        String name, ImmutableList<Parameter> parameters, Consumer<CodeBuilder> body) {
      return caller.synthesised(name, parameters, body);
    }

    @Override
    public RuntimeException error(String message) {
      return caller.error(message);
    }
  }
}
