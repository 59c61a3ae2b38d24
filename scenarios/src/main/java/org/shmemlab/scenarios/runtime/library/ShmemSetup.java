package org.shmemlab.scenarios.runtime.library;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.communication.LibraryUse;
import org.shmemlab.model.interpreter.ObjectDescription;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeerAddresses;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.Space;
import org.shmemlab.scenarios.runtime.call.CallerCheck;

/**
 * Implements the calls of NVSHMEM and OpenSHMEM that need one PE alone: the state of the library,
 * pointers to other PEs, teams, contexts (NVSHMEM API; OpenSHMEM 1.6, sections 9.2 to 9.6). The
 * machine carries out the calls that PEs make together.
 */
public final class ShmemSetup {
  private static final int NOT_INITIALISED = 0; // nvshmemx_init_status_t
  private static final int INITIALISED = 2;
  private static final int MPI_INITIALISED = 1; // of MPI_INIT_STATUS
  private static final int NO_PE = -1;
  private static final int ERROR_INTERNAL = 7; // nvshmemx_status
  private static final int UNIQUE_ID_BYTES = 128;

  /** Gives 0 when not initialised or finalised, 2 when initialised. */
  public static final RuntimeCall INIT_STATUS =
      RuntimeCall.of("nvshmemx_init_status", ShmemSetup::initStatus);

  /** Gives 0 before MPI_Init, 1 after it, 2 after MPI_Finalize. */
  public static final RuntimeCall MPI_INIT_STATUS =
      RuntimeCall.of("__mpi_init_status", call -> call.jobState().mpiStatus(call.pe()));

  /** Status: ends every PE of the job. */
  public static final RuntimeCall GLOBAL_EXIT =
      RuntimeCall.of(
          "shmem_global_exit", CallTraits.of(CallTrait.ENDS_JOB), ShmemSetup::globalExit);

  /**
   * Symmetric address, PE; gives the address of the mapping, or 0 where the PE is on another node.
   */
  public static final RuntimeCall POINTER =
      RuntimeCall.of("nvshmem_ptr", CallTraits.lookingAt(Kept.MEMORY), ShmemSetup::pointer);

  /** Address, PE; gives 1 if the address is symmetric there. */
  public static final RuntimeCall ADDRESS_ACCESSIBLE =
      RuntimeCall.of(
          "shmem_addr_accessible",
          CallTraits.lookingAt(Kept.MEMORY),
          ShmemSetup::addressAccessible);

  /** Address, bytes of memory that transfers may have as their local side; gives 0. */
  public static final RuntimeCall REGISTER_BUFFER =
      RuntimeCall.of(
          "nvshmemx_buffer_register",
          CallTraits.changing(Kept.BUFFERS),
          ShmemSetup::registerBuffer);

  /** Address of a registered buffer; gives 0, or 7 if it is none. */
  public static final RuntimeCall UNREGISTER_BUFFER =
      RuntimeCall.of(
          "nvshmemx_buffer_unregister",
          CallTraits.changing(Kept.BUFFERS),
          ShmemSetup::unregisterBuffer);

  public static final RuntimeCall UNREGISTER_ALL_BUFFERS =
      RuntimeCall.of(
          "nvshmemx_buffer_unregister_all",
          CallTraits.changing(Kept.BUFFERS),
          ShmemSetup::unregisterAllBuffers);

  /** Address of a symmetric object; gives its bytes. */
  public static final RuntimeCall SYMMETRIC_BYTES =
      RuntimeCall.of(
          "__symmetric_bytes", CallTraits.lookingAt(Kept.MEMORY), ShmemSetup::symmetricBytes);

  /** Team; gives the PE's number in it, or -1. */
  public static final RuntimeCall TEAM_MY_PE =
      RuntimeCall.of("nvshmem_team_my_pe", CallTraits.lookingAt(Kept.TEAMS), ShmemSetup::teamMyPe);

  /** Team; gives the number of PEs, or -1. */
  public static final RuntimeCall TEAM_N_PES =
      RuntimeCall.of("nvshmem_team_n_pes", CallTraits.lookingAt(Kept.TEAMS), ShmemSetup::teamPes);

  /** Team, PE of it, other team; gives the PE of the other, or -1. */
  public static final RuntimeCall TEAM_TRANSLATE_PE =
      RuntimeCall.of(
          "nvshmem_team_translate_pe",
          CallTraits.lookingAt(Kept.TEAMS),
          ShmemSetup::teamTranslatePe);

  /** PE start, log2 of stride, size; gives the handle of the team of these PEs. */
  public static final RuntimeCall TEAM_ACTIVE_SET =
      RuntimeCall.of("__team_active_set", ShmemSetup::teamActiveSet);

  /** Team, number of contexts that it is for; of no team nothing is noted. */
  public static final RuntimeCall TEAM_SET_CONTEXTS =
      RuntimeCall.of("__team_set_contexts", ShmemSetup::teamSetContexts);

  /** Team; gives the number of contexts that it was made for, 0 where none was given. */
  public static final RuntimeCall TEAM_CONTEXTS =
      RuntimeCall.of("__team_contexts", CallTraits.lookingAt(Kept.TEAMS), ShmemSetup::teamContexts);

  /** Address of 128 bytes: fills in a unique id, different at every call and PE. */
  public static final RuntimeCall UNIQUE_ID =
      RuntimeCall.of(
          "nvshmemx_get_uniqueid",
          call -> call.writes(call.argument(0), UNIQUE_ID_BYTES),
          ShmemSetup::uniqueId);

  /** Team; gives a context of it that is no thread's own, or -1. */
  public static final RuntimeCall TEAM_SHARED_CONTEXT =
      RuntimeCall.of(
          "__team_shared_context", CallTraits.lookingAt(Kept.TEAMS), ShmemSetup::teamSharedContext);

  /** Team, options; gives a handle, never 0: that is the default context. */
  public static final RuntimeCall CONTEXT_CREATE =
      RuntimeCall.of(
          "shmem_ctx_create", CallTraits.lookingAt(Kept.TEAMS), ShmemSetup::contextCreate);

  /** Context, which the program quiets before. */
  public static final RuntimeCall CONTEXT_DESTROY =
      RuntimeCall.of(
          "shmem_ctx_destroy", CallTraits.changing(Kept.CONTEXTS), ShmemSetup::contextDestroy);

  /** Context; gives the handle of its team. */
  public static final RuntimeCall CONTEXT_TEAM =
      RuntimeCall.of(
          "shmem_ctx_get_team", CallTraits.lookingAt(Kept.CONTEXTS), ShmemSetup::contextTeam);

  /** Gives the number of the last context that was made, 0 for none. */
  public static final RuntimeCall CONTEXT_LAST =
      RuntimeCall.of("__context_last", ShmemSetup::contextLast);

  /**
   * Gives the context of a new queue pair, or 0, the default one, where the network has none. The\n
   * * first is preceded by the one that stands for any queue pair.
   */
  public static final RuntimeCall QUEUE_PAIR =
      RuntimeCall.of("nvshmemx_qp_create", ShmemSetup::queuePair);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS =
      ImmutableList.of(
          INIT_STATUS,
          MPI_INIT_STATUS,
          GLOBAL_EXIT,
          POINTER,
          ADDRESS_ACCESSIBLE,
          REGISTER_BUFFER,
          UNREGISTER_BUFFER,
          UNREGISTER_ALL_BUFFERS,
          SYMMETRIC_BYTES,
          TEAM_MY_PE,
          TEAM_N_PES,
          TEAM_TRANSLATE_PE,
          TEAM_ACTIVE_SET,
          TEAM_SET_CONTEXTS,
          TEAM_CONTEXTS,
          UNIQUE_ID,
          TEAM_SHARED_CONTEXT,
          CONTEXT_CREATE,
          CONTEXT_DESTROY,
          CONTEXT_TEAM,
          CONTEXT_LAST,
          QUEUE_PAIR);

  private ShmemSetup() {}

  private static long initStatus(ServiceCall call) {
    return call.jobState().initialised(call.pe()) ? INITIALISED : NOT_INITIALISED;
  }

  /** Ends the job; allowed at any time, as an MPI_Abort and a failed initialisation need it. */
  private static long globalExit(ServiceCall call) {
    call.jobState().exitJob(call.intArgument(0));
    return 0;
  }

  /** A unique id: its version, then the PE and how many ids it made before. */
  private static long uniqueId(ServiceCall call) {
    CallerCheck.requireHostCode(call, "nvshmemx_get_uniqueid");
    ShmemState state = ShmemState.of(call);
    ByteBuffer id = ByteBuffer.allocate(UNIQUE_ID_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    id.putInt(1).putInt(call.pe()).putInt(state.uniqueIds++);
    call.store(call.argument(0), id.array());
    return 0;
  }

  // ---------------------------------------------------------------- pointers

  /** {@code nvshmemx_buffer_register}: for the local side of transfers only. */
  private static long registerBuffer(ServiceCall call) {
    long bytes = call.argument(1);
    if (bytes < 0 || bytes > Address.MAX_BYTES) {
      throw new Fault("a buffer of %s bytes: at most %s are supported", bytes, Address.MAX_BYTES);
    }
    call.object(call.argument(0)); // the host registers memory of the device, too
    Allocation.register(call.jobState(), call.pe(), call.argument(0), bytes);
    return 0;
  }

  private static long unregisterBuffer(ServiceCall call) {
    return Allocation.unregister(call.jobState(), call.pe(), call.argument(0)) ? 0 : ERROR_INTERNAL;
  }

  private static long unregisterAllBuffers(ServiceCall call) {
    Allocation.unregisterAll(call.jobState(), call.pe());
    return 0;
  }

  /** {@code nvshmem_ptr}, {@code shmem_ptr}: the memory of PEs that the layout lets map it. */
  private static long pointer(ServiceCall call) {
    JobState jobState = call.jobState();
    String function = openShmem(call) ? "shmem_ptr" : "nvshmem_ptr";
    requireInitialised(call, function);
    long address = call.argument(0);
    int pe = requirePe(call, function, call.argument(1));
    requireSymmetric(call, function, address);
    boolean mapped = jobState.job().layout().maps(call.pe(), pe);
    return mapped ? PeerAddresses.map(jobState, call.pe(), address, pe) : Address.NULL;
  }

  private static long addressAccessible(ServiceCall call) {
    requireInitialised(call, "shmem_addr_accessible");
    long pe = call.argument(1);
    boolean exists = pe >= 0 && pe < call.jobState().job().pes();
    return exists && isSymmetric(call, call.argument(0)) ? 1 : 0;
  }

  /** The size of the object that shmem_realloc is about to replace. */
  private static long symmetricBytes(ServiceCall call) {
    long address = call.argument(0);
    requireInitialised(call, "shmem_realloc");
    requireSymmetric(call, "shmem_realloc", address);
    if (Address.offset(address) != 0) {
      throw new Fault("shmem_realloc of an address that is not the start of a symmetric object");
    }
    return call.object(address).bytes();
  }

  private static boolean isSymmetric(ServiceCall call, long address) {
    if (Address.space(address) != Space.SYMMETRIC) {
      return false;
    }
    try {
      ObjectDescription object = call.object(address);
      return Long.compareUnsigned(Address.offset(address), object.bytes()) < 0;
    } catch (Fault freed) {
      return false;
    }
  }

  private static void requireSymmetric(ServiceCall call, String function, long address) {
    switch (Address.space(address)) {
      case SYMMETRIC -> {
        ObjectDescription object = call.object(address);
        if (Long.compareUnsigned(Address.offset(address), object.bytes()) > 0) {
          throw new Fault("%s of an address beyond the end of '%s'", function, object.name());
        }
      }
      case PEER ->
          throw new Fault(
              "%s of a pointer that %s gave; pass the symmetric address itself",
              function, function);
      case NONE -> throw new Fault("%s of a null pointer", function);
      case FUNCTION -> throw new Fault("%s of a function", function);
      case CONSTANT, PRIVATE, SHARED, LOCAL -> {
        ObjectDescription object = call.object(address);
        throw new Fault(
            "%s of '%s', which is %s of this PE and not symmetric; allocate it from the "
                + "symmetric heap",
            function, object.name(), object.residence().text());
      }
    }
  }

  // ---------------------------------------------------------------- teams

  private static long teamMyPe(ServiceCall call) {
    Team team = team(call, call.argument(0));
    return team == null ? NO_PE : team.indexOf(call.pe());
  }

  private static long teamPes(ServiceCall call) {
    Team team = team(call, call.argument(0));
    return team == null ? NO_PE : team.size();
  }

  /** {@code nvshmem_team_translate_pe}, and how MPI finds the PEs of a node. */
  private static long teamTranslatePe(ServiceCall call) {
    boolean forMpi = call.jobState().mpiStatus(call.pe()) == MPI_INITIALISED;
    Team from = forMpi ? found(call, 0) : team(call, call.argument(0));
    Team to = forMpi ? found(call, 2) : team(call, call.argument(2));
    long pe = call.argument(1);
    if (from == null || to == null || pe < 0 || pe >= from.size()) {
      return NO_PE;
    }
    return to.indexOf(from.members().get((int) pe));
  }

  private static long teamSetContexts(ServiceCall call) {
    if (Teams.findTeam(call.jobState(), call.pe(), call.argument(0)) != null) {
      ShmemState.of(call).teamContexts.put(call.argument(0), call.intArgument(1));
    }
    return 0;
  }

  private static long teamContexts(ServiceCall call) {
    return ShmemState.of(call).teamContexts.getOrDefault(call.argument(0), 0);
  }

  /** The team of an OpenSHMEM active set (OpenSHMEM 1.4, section 9.8). */
  private static long teamActiveSet(ServiceCall call) {
    requireInitialised(call, "a collective on an active set");
    long start = call.argument(0);
    long logStride = call.argument(1);
    long size = call.argument(2);
    int pes = call.jobState().job().pes();
    if (logStride < 0 || logStride >= Integer.SIZE || size < 1 || start < 0) {
      throw new Fault("an active set of %s PEs from %s with stride 2^%s", size, start, logStride);
    }
    long last = start + ((size - 1) << logStride);
    if (size > pes || last >= pes) {
      throw new Fault("the active set ends at PE %s; there are PEs 0 to %s", last, pes - 1);
    }
    ImmutableIntArray members =
        ImmutableIntArray.copyOf(
            IntStream.range(0, (int) size).map(i -> (int) (start + ((long) i << logStride))));
    if (!members.contains(call.pe())) {
      throw new Fault("PE %s calls a collective on an active set without it", call.pe());
    }
    return Teams.teamOf(
        call.jobState(),
        call.pe(),
        members,
        "the active set of " + size + " PEs from " + start + " with stride " + (1L << logStride));
  }

  /**
   * The team of a handle, or null. A team that exists from the start needs its library initialised.
   */
  private static @Nullable Team team(ServiceCall call, long handle) {
    if (handle == Team.MPI_WORLD || handle == Team.MPI_SELF) {
      return Teams.team(
          call.jobState(), call.pe(), handle); // fails outside MPI_Init … MPI_Finalize
    }
    if (handle >= Team.WORLD && handle <= Team.NODE) {
      requireInitialised(call, "a team is asked");
    }
    return Teams.findTeam(call.jobState(), call.pe(), handle);
  }

  private static @Nullable Team found(ServiceCall call, int argument) {
    return Teams.findTeam(call.jobState(), call.pe(), call.argument(argument));
  }

  // ---------------------------------------------------------------- contexts

  private static long contextCreate(ServiceCall call) {
    requireInitialised(call, "a context is created");
    return contexts(call).create(call.agent(), call.argument(0), call.argument(1));
  }

  private static long contextLast(ServiceCall call) {
    return contexts(call).last(call.pe());
  }

  private static long queuePair(ServiceCall call) {
    requireInitialised(call, "nvshmemx_qp_create");
    return contexts(call).createQueuePair(call.agent());
  }

  private static long contextDestroy(ServiceCall call) {
    requireInitialised(call, "a context is destroyed");
    contexts(call).destroy(call.agent(), call.argument(0));
    return 0;
  }

  private static long contextTeam(ServiceCall call) {
    requireInitialised(call, "shmem_ctx_get_team");
    return contexts(call).team(call.agent(), call.argument(0));
  }

  private static long teamSharedContext(ServiceCall call) {
    return contexts(call).shared(call.pe(), call.argument(0));
  }

  private static Contexts contexts(ServiceCall call) {
    return call.contexts();
  }

  // ---------------------------------------------------------------- operands

  private static int requirePe(ServiceCall call, String function, long pe) {
    int last = call.jobState().job().pes() - 1;
    if (pe < 0 || pe > last) {
      throw new Fault("%s: PE %s is out of range: there are PEs 0 to %s", function, pe, last);
    }
    return (int) pe;
  }

  private static void requireInitialised(ServiceCall call, String what) {
    LibraryUse.requireInitialised(call.jobState(), call.pe(), what);
  }

  private static boolean openShmem(ServiceCall call) {
    return call.jobState().program().symmetricHeap() == HeapSide.HOST;
  }
}
