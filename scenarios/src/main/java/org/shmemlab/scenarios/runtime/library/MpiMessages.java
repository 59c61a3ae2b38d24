package org.shmemlab.scenarios.runtime.library;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.PeerAddresses;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;
import org.shmemlab.scenarios.runtime.library.MpiMailbox.Message;
import org.shmemlab.scenarios.runtime.library.MpiMailbox.Request;

/**
 * Moves the messages of MPI's point-to-point calls (MPI 4.1, chapter 3), on which {@code mpi.c}
 * builds them. A message is copied when it is sent, and matches the first receive of its receiver
 * that fits, in the order in which both were posted; a send that is synchronous completes when it
 * is matched, any other one at once.
 */
public final class MpiMessages {
  private static final int FIELDS = 3; // rank of the sender, tag, bytes

  /** A datatype or operator that a collective does not support. */
  public static final RuntimeCall UNKNOWN_HANDLE =
      RuntimeCall.of("__mpi_unknown_handle", MpiMessages::unknown);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS = ImmutableList.of(UNKNOWN_HANDLE);

  /** The calls that {@code mpi.c} makes. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.OWN.host(
              "int __mpi_send(int comm, int rank, int tag, const void *data, size_t bytes, int synchronous)",
              CallTraits.NONE,
              MpiMessages::sent,
              MpiMessages::send),
          CHeader.OWN.host(
              "int __mpi_receive(int comm, int rank, int tag)",
              CallTraits.NONE,
              MpiMessages::ownMailbox,
              MpiMessages::receive),
          CHeader.OWN.host(
              "int __mpi_done(int request)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              MpiMessages::ownMailbox,
              call -> mailbox(call).request(call.intArgument(0)).done() ? 1 : 0),
          CHeader.OWN.host(
              "int __mpi_await(const int *requests, int count)",
              CallTraits.of(CallTrait.WAITS, CallTrait.ONLY_WAITS),
              MpiMessages::awaited,
              MpiMessages::await),
          CHeader.OWN.host(
              "int __mpi_probe(int comm, int rank, int tag, long *fields)",
              CallTraits.NONE,
              call -> {
                call.mailbox(call.pe());
                call.writes(call.argument(3), FIELDS * 8L);
              },
              MpiMessages::probe),
          CHeader.OWN.host(
              "void __mpi_await_message(int comm, int rank, int tag)",
              CallTraits.of(CallTrait.WAITS, CallTrait.ONLY_WAITS),
              MpiMessages::ownMailbox,
              MpiMessages::awaitMessage),
          CHeader.OWN.host(
              "void __mpi_status(int request, long *fields)",
              CallTraits.NONE,
              call -> call.writes(call.argument(1), FIELDS * 8L),
              MpiMessages::status),
          CHeader.OWN.host(
              "void __mpi_take(int request, void *to, size_t bytes, size_t room)",
              CallTraits.NONE,
              call -> call.writes(call.argument(1), Math.min(call.argument(2), call.argument(3))),
              MpiMessages::take),
          CHeader.OWN.host(
              "void __mpi_unknown_reduction(int handle)", CallTraits.NONE, MpiMessages::unknown),
          CHeader.OWN.host(
              "int __mpi_world_rank(int comm, int rank)",
              CallTraits.lookingAt(Kept.TEAMS),
              call -> team(call).members().get(rank(call, team(call), "the number of"))),
          CHeader.OWN.host(
              "void *__mpi_map(int comm, int rank, void *memory)",
              CallTraits.lookingAt(Kept.TEAMS),
              MpiMessages::map));

  private MpiMessages() {}

  private static MpiMailbox mailbox(ServiceCall call) {
    return MpiMailbox.of(call.state());
  }

  private static MpiMailbox mailbox(ServiceCall call, int pe) {
    return MpiMailbox.of(call.jobState().servicesOf(pe));
  }

  private static void ownMailbox(Footprint call) {
    call.mailbox(call.pe());
  }

  // ---------------------------------------------------------------- sends

  private static void sent(Footprint call) {
    call.reads(call.argument(3), call.argument(4));
    Team team = Teams.team(call.jobState(), call.pe(), call.intArgument(0));
    int rank = call.intArgument(1);
    if (rank >= 0 && rank < team.size()) {
      call.mailbox(team.members().get(rank));
    }
  }

  private static long send(ServiceCall call) {
    CallerCheck.requireHostThread(call, "MPI_Send");
    Team team = team(call);
    int rank = rank(call, team, "a message to");
    int to = team.members().get(rank);
    int tag = call.intArgument(2);
    boolean synchronous = call.intArgument(5) != 0;
    Bytes data = call.read(call.argument(3), (int) call.argument(4));
    MpiMailbox box = mailbox(call, to);
    int request = mailbox(call).send(rank, team.id(), tag, !synchronous);
    Message message =
        new Message(
            box.number(),
            call.pe(),
            synchronous ? request : 0,
            team.id(),
            team.indexOf(call.pe()),
            tag,
            data);
    call.hand(to, message.number());
    if (box.deliver(message) && synchronous) {
      mailbox(call).answered(request);
    }
    return request;
  }

  // ---------------------------------------------------------------- receives

  private static long receive(ServiceCall call) {
    CallerCheck.requireHostThread(call, "MPI_Recv");
    Team team = team(call);
    int from = sender(call, team);
    MpiMailbox box = mailbox(call);
    int number = box.receive(from, team.id(), call.intArgument(2));
    Message message = box.request(number).message();
    if (message != null && message.answers() != 0) {
      mailbox(call, message.from()).answered(message.answers());
      call.jobState().wakeDevice(message.from());
    }
    return number;
  }

  private static void awaited(Footprint call) {
    call.mailbox(call.pe());
    call.reads(call.argument(0), 4L * call.intArgument(1));
  }

  /** The index of the first request that is complete; requests of number 0 are left out. */
  private static long await(ServiceCall call) {
    String missing = "nothing: no request is active";
    for (int i = 0; i < call.intArgument(1); i++) {
      int number = (int) call.load(ScalarType.I32, call.argument(0) + 4L * i);
      if (number == 0) {
        continue;
      }
      Request request = mailbox(call).request(number);
      if (request.done()) {
        return i;
      }
      missing = described(request);
    }
    call.waitFor(new Wait.ForThreads(missing));
    return -1;
  }

  private static String described(Request request) {
    return request.receives()
        ? described(request.partner(), request.tag())
        : "the receive of its message to rank " + request.partner() + tag(request.tag());
  }

  private static String described(int from, int tag) {
    String sender = from == MpiMailbox.ANY ? "any rank" : "rank " + from;
    return "a message of " + sender + tag(tag);
  }

  private static String tag(int tag) {
    return tag == MpiMailbox.ANY ? "" : " with tag " + tag;
  }

  private static long probe(ServiceCall call) {
    Team team = team(call);
    Message first = mailbox(call).first(sender(call, team), team.id(), call.intArgument(2));
    store(call, call.argument(3), first);
    return first == null ? 0 : 1;
  }

  private static long awaitMessage(ServiceCall call) {
    Team team = team(call);
    int from = sender(call, team);
    int tag = call.intArgument(2);
    if (mailbox(call).first(from, team.id(), tag) == null) {
      call.waitFor(new Wait.ForThreads(described(from, tag)));
    }
    return 0;
  }

  private static long status(ServiceCall call) {
    Request request = mailbox(call).request(call.intArgument(0));
    store(call, call.argument(1), request.message());
    return 0;
  }

  private static void store(ServiceCall call, long fields, @Nullable Message message) {
    int rank = message == null ? MpiMailbox.ANY : message.rank();
    call.store(ScalarType.I64, fields, rank);
    call.store(ScalarType.I64, fields + 8, message == null ? MpiMailbox.ANY : message.tag());
    call.store(ScalarType.I64, fields + 16, message == null ? 0 : message.data().length());
  }

  /** Memory of a device takes messages, too, as with a library that knows CUDA. */
  private static void put(ServiceCall call, long address, Bytes data) {
    if (call.object(address).residence().reachableFromHost()) {
      call.store(address, data);
    } else {
      call.write(address, data);
    }
  }

  /** Ends a request; a receive's data goes to the program's buffer. */
  private static long take(ServiceCall call) {
    int number = call.intArgument(0);
    Message message = mailbox(call).request(number).message();
    mailbox(call).complete(number);
    if (message != null) {
      if (message.data().length() > call.argument(3)) {
        throw new Fault(
            "a message of %s bytes is received into a buffer for %s (MPI_ERR_TRUNCATE)",
            message.data().length(), call.argument(3));
      }
      call.take(message.number());
      if (message.data().length() > 0) {
        put(call, call.argument(1), message.data());
      }
    }
    return 0;
  }

  /** The address at which the caller reaches memory of another process of its node. */
  private static long map(ServiceCall call) {
    CallerCheck.requireHostThread(call, "a call of a window of MPI");
    Team team = team(call);
    int pe = team.members().get(rank(call, team, "a window of"));
    if (pe != call.pe() && !call.jobState().job().layout().maps(call.pe(), pe)) {
      throw Fault.unknown("not supported yet: a window of MPI on PEs of several nodes");
    }
    return PeerAddresses.map(call.jobState(), call.pe(), call.argument(2), pe);
  }

  // ---------------------------------------------------------------- communicators

  private static long unknown(ServiceCall call) {
    throw Fault.unknown(
        "not supported yet: a reduction with the datatype or operator %s",
        Integer.toHexString(call.intArgument(0)));
  }

  private static Team team(ServiceCall call) {
    return Teams.team(call.jobState(), call.pe(), call.intArgument(0));
  }

  private static int sender(ServiceCall call, Team team) {
    return call.intArgument(1) == MpiMailbox.ANY
        ? MpiMailbox.ANY
        : rank(call, team, "a message of");
  }

  private static int rank(ServiceCall call, Team team, String what) {
    int rank = call.intArgument(1);
    if (rank < 0 || rank >= team.size()) {
      throw new Fault("%s rank %s of a communicator of %s (MPI_ERR_RANK)", what, rank, team.size());
    }
    return rank;
  }
}
