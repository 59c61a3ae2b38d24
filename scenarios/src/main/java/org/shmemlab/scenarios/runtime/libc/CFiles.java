package org.shmemlab.scenarios.runtime.libc;

import com.google.common.collect.ImmutableList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.CText;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;
import org.shmemlab.scenarios.runtime.call.Span;
import org.shmemlab.scenarios.runtime.call.Touches;
import org.shmemlab.scenarios.runtime.files.DescriptorTable;
import org.shmemlab.scenarios.runtime.files.FileDescriptor;
import org.shmemlab.scenarios.runtime.files.FileFlags;
import org.shmemlab.scenarios.runtime.files.FileRefused;
import org.shmemlab.scenarios.runtime.files.OpenFile;
import org.shmemlab.scenarios.runtime.files.ProgramFiles;

/**
 * Serves files by their descriptors (POSIX.1, "open", "read", "write", "lseek", "close"); {@code
 * files.c} makes C's streams of them. Which files there are is decided by {@link ProgramFiles}. A
 * result below 0 is a number of {@code errno}, negated. Standard input has nothing to read.
 */
public final class CFiles {
  /** One stream for each descriptor: {@code stdout} and {@code stderr} are 1 and 2. */
  private static final long STANDARD_INPUT = 3;

  private static final int FIRST = 3;
  private static final int MOST = 1024;
  private static final long FOLDER = Long.MIN_VALUE;

  /** The calls of the family that code of ours makes by a symbol. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          declared("long __file_open(const char *path, int flags)", CFiles::path, CFiles::open),
          declared("long __file_close(int file)", _ -> {}, CFiles::close),
          declared(
              "long __file_read(int file, void *to, size_t bytes)",
              call -> call.writes(call.argument(1), readable(call, call.argument(2))),
              CFiles::read),
          declared(
              "long __file_line(int file, char *to, int bytes)",
              call -> call.writes(call.argument(1), line(call)),
              CFiles::readLine),
          declared(
              "long __file_write(int file, const void *from, size_t bytes)",
              call -> call.reads(call.argument(1), call.argument(2)),
              CFiles::write),
          declared("long __file_seek(int file, long offset, int from)", _ -> {}, CFiles::seek),
          declared("long __file_bytes(int file)", _ -> {}, CFiles::bytes),
          declared("long __file_state(int file, int clear)", _ -> {}, CFiles::state),
          declared("long __file_size(const char *path)", CFiles::path, CFiles::size),
          declared("long __file_remove(const char *path)", CFiles::path, CFiles::remove),
          declared("long __file_make_folder(const char *path)", CFiles::path, CFiles::makeFolder));

  private CFiles() {}

  private static DeclaredCall declared(
      String prototype, Consumer<Footprint> footprint, ToLongFunction<ServiceCall> handler) {
    return CHeader.OWN.host(prototype, CallTraits.changing(Kept.FILES), footprint, handler);
  }

  private static void path(Footprint call) {
    Touches.text(call, 0);
  }

  // ---------------------------------------------------------------- by path

  private static long open(ServiceCall call) {
    DescriptorTable open = DescriptorTable.of(call);
    return byPath(
        call,
        (files, place) -> {
          FileFlags flags = new FileFlags(call.intArgument(1));
          int free = FIRST;
          while (open.descriptors().containsKey(free)) {
            free++;
          }
          if (free >= MOST) {
            return -FileRefused.TOO_MANY;
          }
          OpenFile file = files.open(place, flags);
          open.descriptors().put(free, new FileDescriptor(file, place, flags, 0, 0));
          return free;
        });
  }

  private static long size(ServiceCall call) {
    return byPath(
        call,
        (files, place) -> {
          long size = files.size(place);
          return size < 0 ? FOLDER : size;
        });
  }

  private static long remove(ServiceCall call) {
    return byPath(
        call,
        (files, place) -> {
          files.remove(place);
          return 0;
        });
  }

  private static long makeFolder(ServiceCall call) {
    return byPath(
        call,
        (files, place) -> {
          files.makeFolder(place);
          return 0;
        });
  }

  private interface ByPath {
    long apply(ProgramFiles files, String place) throws FileRefused;
  }

  private static long byPath(ServiceCall call, ByPath action) {
    CallerCheck.requireHostCode(call, "a call for files");
    String name = CText.read(call, call.argument(0));
    ProgramFiles files = DescriptorTable.of(call).files();
    try {
      return action.apply(files, files.place(name));
    } catch (FileRefused refused) {
      if (refused.number() == FileRefused.NO_ACCESS) {
        call.jobState().warn(call.line(), call.pe(), files.whyRefused(name));
      }
      return -refused.number();
    }
  }

  // ---------------------------------------------------------------- by descriptor

  private static long close(ServiceCall call) {
    FileDescriptor closed = DescriptorTable.of(call).descriptors().remove(call.intArgument(0));
    if (closed == null) {
      return call.intArgument(0) >= 0 && call.intArgument(0) < FIRST ? 0 : -badDescriptor();
    }
    try {
      closed.file().close();
      return 0;
    } catch (FileRefused broken) {
      return -broken.number();
    }
  }

  private static int badDescriptor() {
    return FileRefused.BAD_DESCRIPTOR;
  }

  private static long read(ServiceCall call) {
    int number = call.intArgument(0);
    if (number == 0) {
      return 0; // there is no input
    }
    FileDescriptor from = DescriptorTable.of(call).descriptors().get(number);
    if (from == null || !from.flags().reads()) {
      return failed(call, number, from, badDescriptor());
    }
    long wanted = call.argument(2);
    try {
      byte[] bytes = from.file().read(from.position(), most(wanted));
      call.store(call.argument(1), bytes);
      after(call, number, from.at(from.position() + bytes.length), bytes.length < wanted);
      return bytes.length;
    } catch (FileRefused broken) {
      return failed(call, number, from, broken.number());
    }
  }

  private static void after(ServiceCall call, int number, FileDescriptor now, boolean ended) {
    DescriptorTable.of(call)
        .descriptors()
        .put(number, ended ? now.with(FileDescriptor.AT_END) : now);
  }

  private static int most(long wanted) {
    return wanted < 0 ? Integer.MAX_VALUE - 8 : (int) Math.min(wanted, Integer.MAX_VALUE - 8);
  }

  private static long failed(
      ServiceCall call, int number, @Nullable FileDescriptor descriptor, int error) {
    if (descriptor != null) {
      DescriptorTable.of(call).descriptors().put(number, descriptor.with(FileDescriptor.FAILED));
    }
    return -error;
  }

  /** How many bytes a read of at most so many gives now. */
  private static long readable(Footprint call, long wanted) {
    FileDescriptor from = descriptor(call);
    if (from == null || !from.flags().reads()) {
      return 0;
    }
    try {
      long there = Math.max(0, from.file().size() - from.position());
      return wanted < 0 ? there : Math.min(wanted, there);
    } catch (FileRefused broken) {
      return 0;
    }
  }

  private static @Nullable FileDescriptor descriptor(Footprint call) {
    Map<Integer, FileDescriptor> all =
        DescriptorTable.of(call.jobState().servicesOf(call.pe())).descriptors();
    return all.get(call.intArgument(0));
  }

  /** The bytes up to and with the next end of a line, at most one less than there is room for. */
  private static byte[] nextLine(FileDescriptor from, int room) throws FileRefused {
    byte[] line = new byte[0];
    while (line.length < room - 1) {
      int more = Math.min(room - 1 - line.length, 256);
      byte[] next = from.file().read(from.position() + line.length, more);
      int end = 0;
      while (end < next.length && next[end] != '\n') {
        end++;
      }
      int taken = Math.min(next.length, end + 1);
      int before = line.length;
      line = Arrays.copyOf(line, before + taken);
      System.arraycopy(next, 0, line, before, taken);
      if (end < next.length || next.length < more) {
        break;
      }
    }
    return line;
  }

  /** Bytes that a call for a line writes: the zero after it, too. */
  private static long line(Footprint call) {
    FileDescriptor from = descriptor(call);
    if (from == null || !from.flags().reads()) {
      return 0;
    }
    try {
      int bytes = nextLine(from, call.intArgument(2)).length;
      return bytes == 0 ? 0 : bytes + 1L;
    } catch (FileRefused broken) {
      return 0;
    }
  }

  private static long readLine(ServiceCall call) {
    int number = call.intArgument(0);
    if (number == 0) {
      return 0;
    }
    FileDescriptor from = DescriptorTable.of(call).descriptors().get(number);
    if (from == null || !from.flags().reads()) {
      return failed(call, number, from, badDescriptor());
    }
    try {
      int room = call.intArgument(2);
      byte[] line = nextLine(from, room);
      if (line.length > 0) {
        call.store(call.argument(1), Arrays.copyOf(line, line.length + 1));
      }
      boolean isWhole = line.length > 0 && line[line.length - 1] == '\n';
      after(
          call,
          number,
          from.at(from.position() + line.length),
          !isWhole && line.length < Math.max(1, room - 1));
      return line.length;
    } catch (FileRefused broken) {
      return failed(call, number, from, broken.number());
    }
  }

  private static long write(ServiceCall call) {
    Span bytes = Span.of("write", call.argument(1), call.argument(2));
    byte[] data = bytes.isEmpty() ? new byte[0] : call.use(bytes.address(), bytes.bytes());
    return write(call, call.intArgument(0), data);
  }

  private static long write(ServiceCall call, int number, byte[] data) {
    if (number == Output.STDOUT || number == Output.STDERR) {
      call.jobState().print(call.pe(), number, new String(data, StandardCharsets.ISO_8859_1));
      return data.length;
    }
    FileDescriptor to = DescriptorTable.of(call).descriptors().get(number);
    if (to == null || !to.flags().writes()) {
      return failed(call, number, to, badDescriptor());
    }
    try {
      long at = to.flags().appends() ? to.file().size() : to.position();
      to.file().write(at, data);
      DescriptorTable.of(call).descriptors().put(number, to.at(at + data.length));
      return data.length;
    } catch (FileRefused broken) {
      return failed(call, number, to, broken.number());
    }
  }

  /**
   * Writes a text to one of C's streams.
   *
   * @throws Fault if the stream is none that can be written to
   */
  static void print(ServiceCall call, String function, long stream, String text) {
    int number = number(stream);
    if (write(call, number, text.getBytes(StandardCharsets.ISO_8859_1)) == -badDescriptor()) {
      throw notOpen(function);
    }
  }

  /**
   * Fails unless a stream is open.
   *
   * @throws Fault if it is not
   */
  static void requireOpen(ServiceCall call, String function, long stream) {
    int number = number(stream);
    if (number < 0
        || (number >= FIRST && !DescriptorTable.of(call).descriptors().containsKey(number))) {
      throw notOpen(function);
    }
  }

  private static Fault notOpen(String function) {
    return new Fault("%s writes to a stream that is neither stdout nor stderr nor open", function);
  }

  /** The descriptor of a stream, as {@code files.c} has it, too. */
  private static int number(long stream) {
    if (stream == Output.STDOUT || stream == Output.STDERR) {
      return (int) stream;
    }
    return stream == STANDARD_INPUT ? 0 : stream > STANDARD_INPUT ? (int) stream - 1 : -1;
  }

  private static long seek(ServiceCall call) {
    int number = call.intArgument(0);
    FileDescriptor descriptor = DescriptorTable.of(call).descriptors().get(number);
    if (descriptor == null) {
      return -badDescriptor();
    }
    try {
      long from =
          switch (call.intArgument(2)) {
            case 0 -> 0;
            case 1 -> descriptor.position();
            default -> descriptor.file().size();
          };
      long now = from + call.argument(1);
      if (now < 0) {
        return -FileRefused.INVALID;
      }
      DescriptorTable.of(call)
          .descriptors()
          .put(number, descriptor.at(now).without(FileDescriptor.AT_END));
      return now;
    } catch (FileRefused broken) {
      return -broken.number();
    }
  }

  private static long bytes(ServiceCall call) {
    FileDescriptor descriptor = DescriptorTable.of(call).descriptors().get(call.intArgument(0));
    try {
      return descriptor == null ? -badDescriptor() : descriptor.file().size();
    } catch (FileRefused broken) {
      return -broken.number();
    }
  }

  private static long state(ServiceCall call) {
    int number = call.intArgument(0);
    FileDescriptor descriptor = DescriptorTable.of(call).descriptors().get(number);
    if (descriptor == null) {
      return number == 0 ? FileDescriptor.AT_END : 0;
    }
    if (call.intArgument(1) != 0) {
      DescriptorTable.of(call)
          .descriptors()
          .put(number, descriptor.without(FileDescriptor.AT_END | FileDescriptor.FAILED));
    }
    return descriptor.state();
  }
}
