package org.shmemlab.scenarios.runtime.libc;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.CText;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;
import org.shmemlab.scenarios.runtime.call.Touches;

/** Implements output of the C library (ISO C 17, 7.21.6 and 7.21.7). Nothing is buffered. */
public final class COutput {
  /** The calls of the family that programs make by these names. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.STDIO
              .host(
                  "int printf(const char *format, ...)",
                  CallTraits.of(CallTrait.PRINTS),
                  call -> reads(call, 0),
                  COutput::printf)
              .everywhere(),
          CHeader.OWN.device( // what nvcc makes of printf
              "int vprintf(const char *format, void *values)",
              CallTraits.of(CallTrait.PRINTS),
              call -> readsLaid(call),
              COutput::printLaid),
          CHeader.STDIO.host(
              "int fprintf(FILE *stream, const char *format, ...)",
              CallTraits.of(CallTrait.PRINTS),
              call -> reads(call, 1),
              COutput::fprintf),
          CHeader.STDIO.host(
              "int sprintf(char *buffer, const char *format, ...)",
              call -> call.writes(call.argument(0), reads(call, 1).length() + 1L),
              COutput::sprintf),
          CHeader.STDIO.host(
              "int snprintf(char *buffer, size_t size, const char *format, ...)",
              call -> Touches.writesAtMost(call, 0, call.argument(1), reads(call, 2).length() + 1L),
              COutput::snprintf),
          CHeader.STDIO.host(
              "int puts(const char *text)",
              CallTraits.of(CallTrait.PRINTS),
              call -> Touches.text(call, 0),
              COutput::puts),
          CHeader.STDIO.host(
              "int fputs(const char *text, FILE *stream)",
              CallTraits.of(CallTrait.PRINTS),
              call -> Touches.text(call, 0),
              COutput::fputs),
          CHeader.STDIO.host(
              "int fputc(int character, FILE *stream)",
              CallTraits.of(CallTrait.PRINTS),
              COutput::fputc),
          CHeader.STDIO.host(
              "int putc(int character, FILE *stream)",
              CallTraits.of(CallTrait.PRINTS),
              COutput::fputc),
          CHeader.STDIO.host(
              "int putchar(int character)", CallTraits.of(CallTrait.PRINTS), COutput::putchar),
          CHeader.STDIO.host("int fflush(FILE *stream)", COutput::fflush),
          CHeader.STDIO.host(
              "int setvbuf(FILE *stream, char *buffer, int mode, size_t size)", _ -> 0));

  private COutput() {}

  /** {@code printf}; in a kernel the result is the number of values, as in CUDA. */
  private static long printf(ServiceCall call) {
    FormattedText text = format(call, 0);
    call.jobState().print(call.pe(), Output.STDOUT, text.text());
    return call.agent().kind() == Agent.Kind.DEVICE_THREAD ? text.taken() : text.text().length();
  }

  /** {@code printf} of a kernel, whose values lie in memory one after the other. */
  private static long printLaid(ServiceCall call) {
    FormattedText text =
        new FormattedText(
            CText.read(call, call.argument(0)),
            new Laid(call::load, new After(call, 1), call.argument(1)));
    call.jobState().print(call.pe(), Output.STDOUT, text.text());
    return text.taken();
  }

  private static void readsLaid(Footprint call) {
    String format = call.text(call.argument(0), CText.UNLIMITED);
    FormattedText.Values values = new Laid(call::load, new Before(call, 1), call.argument(1));
    String _ = new FormattedText(format, values).text();
  }

  private static long fprintf(ServiceCall call) {
    CallerCheck.requireHostCode(call, "fprintf");
    String text = format(call, 1).text();
    CFiles.print(call, "fprintf", call.argument(0), text);
    return text.length();
  }

  private static long sprintf(ServiceCall call) {
    CallerCheck.requireHostCode(call, "sprintf");
    String text = format(call, 1).text();
    CText.write(call, call.argument(0), text);
    return text.length();
  }

  private static long snprintf(ServiceCall call) {
    CallerCheck.requireHostCode(call, "snprintf");
    String text = format(call, 2).text();
    long size = call.argument(1);
    if (size != 0) {
      int kept = size < 0 ? text.length() : (int) Math.min(text.length(), size - 1);
      CText.write(call, call.argument(0), text.substring(0, kept));
    }
    return text.length();
  }

  private static long puts(ServiceCall call) {
    CallerCheck.requireHostCode(call, "puts");
    String text = CText.read(call, call.argument(0)) + "\n";
    call.jobState().print(call.pe(), Output.STDOUT, text);
    return text.length();
  }

  private static long fputs(ServiceCall call) {
    CallerCheck.requireHostCode(call, "fputs");
    String text = CText.read(call, call.argument(0));
    CFiles.print(call, "fputs", call.argument(1), text);
    return 1;
  }

  private static long fputc(ServiceCall call) {
    CallerCheck.requireHostCode(call, "fputc");
    char character = (char) (call.intArgument(0) & 0xFF);
    CFiles.print(call, "fputc", call.argument(1), String.valueOf(character));
    return character;
  }

  private static long putchar(ServiceCall call) {
    CallerCheck.requireHostCode(call, "putchar");
    char character = (char) (call.intArgument(0) & 0xFF);
    call.jobState().print(call.pe(), Output.STDOUT, String.valueOf(character));
    return character;
  }

  private static long fflush(ServiceCall call) {
    CallerCheck.requireHostCode(call, "fflush");
    if (call.argument(0) != 0) {
      CFiles.requireOpen(call, "fflush", call.argument(0));
    }
    return 0;
  }

  private static FormattedText format(ServiceCall call, int format) {
    return new FormattedText(CText.read(call, call.argument(format)), new After(call, format + 1));
  }

  /** Notes the format and the strings that a call of the family reads; gives the text it makes. */
  public static String reads(Footprint call, int format) {
    String text = call.text(call.argument(format), CText.UNLIMITED);
    return new FormattedText(text, new Before(call, format + 1)).text();
  }

  /** The arguments of a call after its format. */
  private record After(ServiceCall call, int first) implements FormattedText.Values {
    @Override
    public int count() {
      return call.count() - first;
    }

    @Override
    public long get(int index, int bytes) {
      return call.argument(first + index);
    }

    @Override
    public String string(long address, int limit) {
      return limit < 0 ? CText.read(call, address) : CText.read(call, address, limit);
    }

    @Override
    public String wideString(long address, int limit) {
      return CText.readWide(at -> call.load(ScalarType.U32, at), address, limit);
    }
  }

  /** Reads a number of memory. */
  private interface Loads {
    long load(ScalarType type, long address);
  }

  /**
   * Values in memory, each aligned to its size (CUDA C++ Programming Guide, "Formatted Output"; PTX
   * Interoperability, "System Calls": {@code vprintf}).
   */
  private static final class Laid implements FormattedText.Values {
    private final Loads memory;
    private final FormattedText.Values strings;
    private long next;

    Laid(Loads memory, FormattedText.Values strings, long first) {
      this.memory = memory;
      this.strings = strings;
      this.next = first;
    }

    @Override
    public int count() {
      return Integer.MAX_VALUE;
    }

    @Override
    public long get(int index, int bytes) {
      long at = (next + bytes - 1) & -bytes;
      next = at + bytes;
      return memory.load(bytes == Integer.BYTES ? ScalarType.I32 : ScalarType.I64, at);
    }

    @Override
    public String string(long address, int limit) {
      return strings.string(address, limit);
    }

    @Override
    public String wideString(long address, int limit) {
      return strings.wideString(address, limit);
    }
  }

  /** The same arguments, before the call is made. */
  private record Before(Footprint call, int first) implements FormattedText.Values {
    @Override
    public int count() {
      return call.count() - first;
    }

    @Override
    public long get(int index, int bytes) {
      return call.argument(first + index);
    }

    @Override
    public String string(long address, int limit) {
      return limit == 0 ? "" : call.text(address, limit < 0 ? CText.UNLIMITED : limit);
    }

    @Override
    public String wideString(long address, int limit) {
      return CText.readWide(at -> call.load(ScalarType.U32, at), address, limit);
    }
  }
}
