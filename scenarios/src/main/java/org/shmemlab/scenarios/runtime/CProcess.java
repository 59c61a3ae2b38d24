package org.shmemlab.scenarios.runtime;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;

/**
 * The process around a PE: its end, its environment, its random numbers, its clock (ISO C 17, 7.22
 * and 7.27; POSIX.1 for the rest). Time is what the machine's clocks show, never wall time.
 */
final class CProcess {
  private static final int ABORTED = 128 + 6; // what a shell shows for SIGABRT
  private static final long FIRST_PROCESS = 1000;
  private static final long NANOSECONDS_PER_SECOND = 1_000_000_000;
  private static final int FAILED = -1;
  private static final int UNSEEDED = 1; // ISO C 17, 7.22.2.2

  long exit(ServiceCall call) {
    CallerCheck.requireHostCode(call, "exit");
    call.exit(call.intArgument(0));
    return 0;
  }

  long abort(ServiceCall call) {
    if (call.agent().kind() == Agent.Kind.DEVICE_THREAD) {
      throw new Fault("the kernel traps: unspecified launch failure");
    }
    call.jobState().print(call.pe(), Output.STDERR, "Aborted\n");
    call.exit(ABORTED);
    return 0;
  }

  long assertFailed(ServiceCall call) {
    throw new Fault("assertion failed: " + CText.read(call, call.argument(0)));
  }

  long fail(ServiceCall call) {
    throw new Fault(CText.read(call, call.argument(0)));
  }

  long failUnknown(ServiceCall call) {
    throw Fault.unknown("not supported yet: " + CText.read(call, call.argument(0)));
  }

  // ---------------------------------------------------------------- environment

  long getenv(ServiceCall call) {
    CallerCheck.requireHostCode(call, "getenv");
    String name = CText.read(call, call.argument(0));
    PeRuntime runtime = PeRuntime.of(call);
    Long known = runtime.environmentTexts.get(name);
    if (known != null) {
      return known;
    }
    String value = value(call, name);
    if (value == null) {
      return Address.NULL;
    }
    long text = call.allocate("environment variable " + name, Residence.HOST, value.length() + 1L);
    CText.write(call, text, value);
    runtime.environmentTexts.put(name, text);
    return text;
  }

  long setenv(ServiceCall call) {
    CallerCheck.requireHostCode(call, "setenv");
    String name = CText.read(call, call.argument(0));
    String value = CText.read(call, call.argument(1));
    if (name.isEmpty() || name.indexOf('=') >= 0) {
      return FAILED;
    }
    if (call.intArgument(2) != 0 || value(call, name) == null) {
      PeRuntime runtime = PeRuntime.of(call);
      runtime.environment.put(name, value);
      runtime.environmentTexts.remove(name); // an old pointer keeps the old value
    }
    return 0;
  }

  private static String hostName(JobState jobState, int pe) {
    return "node" + jobState.job().layout().node(pe);
  }

  /** What gethostname writes where there is room. */
  static String hostName(Footprint call) {
    return hostName(call.jobState(), call.pe());
  }

  private static @Nullable String value(ServiceCall call, String name) {
    String own = PeRuntime.of(call).environment.get(name);
    return own != null ? own : call.jobState().job().environment().get(name);
  }

  // ---------------------------------------------------------------- random numbers

  long rand(ServiceCall call) {
    CallerCheck.requireHostCode(call, "rand");
    PeRuntime runtime = PeRuntime.of(call);
    AdditiveRandom random = runtime.random;
    if (random == null) {
      random = new AdditiveRandom(UNSEEDED);
      runtime.random = random;
    }
    return random.next();
  }

  long srand(ServiceCall call) {
    CallerCheck.requireHostCode(call, "srand");
    PeRuntime.of(call).random = new AdditiveRandom(call.intArgument(0));
    return 0;
  }

  // ---------------------------------------------------------------- clock and names

  long time(ServiceCall call) {
    return nanoseconds(call) / NANOSECONDS_PER_SECOND;
  }

  long nanoseconds(ServiceCall call) {
    return call.jobState().clocks().nanoseconds(call.agent());
  }

  long getpid(ServiceCall call) {
    return FIRST_PROCESS + call.pe();
  }

  /** {@code gethostname}: a name that does not fit is cut off, without a zero, and -1 returned. */
  long gethostname(ServiceCall call) {
    CallerCheck.requireHostCode(call, "gethostname");
    String name = hostName(call.jobState(), call.pe());
    Span buffer = Span.of("gethostname", call.argument(0), call.argument(1));
    if (buffer.bytes() > name.length()) {
      CText.write(call, buffer.address(), name);
      return 0;
    }
    byte[] cut = name.substring(0, buffer.bytes()).getBytes(StandardCharsets.US_ASCII);
    call.store(buffer.address(), cut);
    return FAILED;
  }
}
