package org.shmemlab.scenarios.runtime.libc;

import com.google.common.collect.ImmutableList;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.CText;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;
import org.shmemlab.scenarios.runtime.call.Span;
import org.shmemlab.scenarios.runtime.call.Touches;

/**
 * Implements the calls on the process around a PE: its end, its environment, its random numbers,
 * its clock (ISO C 17, 7.22 and 7.27; POSIX.1 for the rest). Time is that of the machine's clocks,
 * never wall time.
 */
public final class CProcess {
  private static final int ABORTED = 128 + 6; // the exit code of a shell for SIGABRT
  private static final long FIRST_PROCESS = 1000;
  private static final long NANOSECONDS_PER_SECOND = 1_000_000_000;
  private static final int FAILED = -1;
  private static final int UNSEEDED = 1; // ISO C 17, 7.22.2.2

  public static final RuntimeCall FAIL =
      RuntimeCall.of("__fail", call -> Touches.text(call, 0), CProcess::fail);

  public static final RuntimeCall NOT_SUPPORTED =
      RuntimeCall.of("__not_supported", call -> Touches.text(call, 0), CProcess::failUnknown);

  public static final RuntimeCall NANOSECONDS =
      RuntimeCall.of("__nanoseconds", CProcess::nanoseconds);

  public static final RuntimeCall GETHOSTNAME =
      RuntimeCall.of(
          "gethostname",
          call -> Touches.writesAtMost(call, 0, call.argument(1), hostName(call).length() + 1L),
          CProcess::gethostname);

  /** The calls of the family that programs make by these names. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.STDLIB.host(
              "char *getenv(const char *name)",
              CallTraits.lookingAt(Kept.ENVIRONMENT),
              call -> Touches.text(call, 0),
              CProcess::getenv),
          CHeader.OWN.host(
              "char *__shmemlab_variable(int index)",
              CallTraits.lookingAt(Kept.ENVIRONMENT),
              CProcess::variable),
          CHeader.STDLIB.host(
              "int setenv(const char *name, const char *value, int overwrite)",
              CallTraits.changing(Kept.ENVIRONMENT),
              Touches::bothTexts,
              CProcess::setenv),
          CHeader.STDLIB.host(
              "void exit(int status)", CallTraits.of(CallTrait.ENDS_HOST), CProcess::exit),
          CHeader.UNISTD.host(
              "void _exit(int status)", CallTraits.of(CallTrait.ENDS_HOST), CProcess::exit),
          CHeader.STDLIB.host(
              "void abort(void)", CallTraits.of(CallTrait.ENDS_HOST), CProcess::abort),
          CHeader.OWN
              .host(
                  "void __assert_failed(const char *condition)",
                  call -> Touches.text(call, 0),
                  CProcess::assertFailed)
              .everywhere(),
          CHeader.STDLIB.host(
              "int rand(void)", CallTraits.changing(Kept.RANDOM_NUMBERS), CProcess::rand),
          CHeader.STDLIB.host(
              "void srand(unsigned int seed)",
              CallTraits.changing(Kept.RANDOM_NUMBERS),
              CProcess::srand),
          CHeader.TIME.host(
              "long time(long *result)",
              call -> Touches.writesIfThere(call, 0, ScalarType.I64.bytes()),
              CProcess::time),
          CHeader.OWN.host("long __nanoseconds(void)", NANOSECONDS),
          CHeader.OWN.host("void __fail(const char *text)", FAIL),
          CHeader.OWN.host("void __not_supported(const char *text)", NOT_SUPPORTED),
          CHeader.UNISTD.host("int getpid(void)", CProcess::getpid),
          CHeader.UNISTD.host("int gethostname(char *name, size_t size)", GETHOSTNAME));

  private CProcess() {}

  private static long exit(ServiceCall call) {
    CallerCheck.requireHostCode(call, "exit");
    call.exit(call.intArgument(0));
    return 0;
  }

  private static long abort(ServiceCall call) {
    if (call.agent().kind() == Agent.Kind.DEVICE_THREAD) {
      throw new Fault("the kernel traps: unspecified launch failure");
    }
    call.jobState().print(call.pe(), Output.STDERR, "Aborted\n");
    call.exit(ABORTED);
    return 0;
  }

  private static long assertFailed(ServiceCall call) {
    throw Fault.assertion("assertion failed: %s", CText.read(call, call.argument(0)));
  }

  private static long fail(ServiceCall call) {
    throw new Fault("%s", CText.read(call, call.argument(0)));
  }

  private static long failUnknown(ServiceCall call) {
    throw Fault.unknown("%s", CText.read(call, call.argument(0)));
  }

  // ---------------------------------------------------------------- environment

  private static long getenv(ServiceCall call) {
    CallerCheck.requireHostCode(call, "getenv");
    String name = CText.read(call, call.argument(0));
    CState state = CState.of(call);
    Long known = state.environmentTexts.get(name);
    if (known != null) {
      return known;
    }
    String value = value(call, name);
    if (value == null) {
      return Address.NULL;
    }
    long text = call.allocate("environment variable " + name, Residence.HOST, value.length() + 1L);
    CText.write(call, text, value);
    state.environmentTexts.put(name, text);
    return text;
  }

  /** The text {@code NAME=value} of a variable of the job, in their order; null after the last. */
  private static long variable(ServiceCall call) {
    List<Map.Entry<String, String>> all = call.jobState().job().environment().entrySet().asList();
    int index = call.intArgument(0);
    if (index >= all.size()) {
      return Address.NULL;
    }
    String name = all.get(index).getKey();
    String line = name + "=" + all.get(index).getValue();
    long text = call.allocate("environment variable " + name, Residence.HOST, line.length() + 1L);
    CText.write(call, text, line);
    return text;
  }

  private static long setenv(ServiceCall call) {
    CallerCheck.requireHostCode(call, "setenv");
    String name = CText.read(call, call.argument(0));
    String value = CText.read(call, call.argument(1));
    if (name.isEmpty() || name.indexOf('=') >= 0) {
      return FAILED;
    }
    if (call.intArgument(2) != 0 || value(call, name) == null) {
      CState state = CState.of(call);
      state.environment.put(name, value);
      state.environmentTexts.remove(name); // an old pointer keeps the old value
    }
    return 0;
  }

  private static String hostName(JobState jobState, int pe) {
    return "node" + jobState.job().layout().node(pe);
  }

  /** The bytes that gethostname writes where there is room. */
  static String hostName(Footprint call) {
    return hostName(call.jobState(), call.pe());
  }

  private static @Nullable String value(ServiceCall call, String name) {
    String own = CState.of(call).environment.get(name);
    return own != null ? own : call.jobState().job().environment().get(name);
  }

  // ---------------------------------------------------------------- random numbers

  private static long rand(ServiceCall call) {
    CallerCheck.requireHostCode(call, "rand");
    CState state = CState.of(call);
    AdditiveRandom random = state.random;
    if (random == null) {
      random = new AdditiveRandom(UNSEEDED);
      state.random = random;
    }
    return random.next();
  }

  private static long srand(ServiceCall call) {
    CallerCheck.requireHostCode(call, "srand");
    CState.of(call).random = new AdditiveRandom(call.intArgument(0));
    return 0;
  }

  // ---------------------------------------------------------------- clock and names

  private static long time(ServiceCall call) {
    long seconds = nanoseconds(call) / NANOSECONDS_PER_SECOND;
    if (call.argument(0) != Address.NULL) {
      call.store(ScalarType.I64, call.argument(0), seconds);
    }
    return seconds;
  }

  private static long nanoseconds(ServiceCall call) {
    return call.jobState().clocks().nanoseconds(call.agent());
  }

  private static long getpid(ServiceCall call) {
    return FIRST_PROCESS + call.pe();
  }

  /** {@code gethostname}: a name that does not fit is cut off, without a zero, and -1 returned. */
  private static long gethostname(ServiceCall call) {
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
