package org.shmemlab.scenarios.runtime;

import com.google.common.primitives.ImmutableIntArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.communication.LibraryUse;
import org.shmemlab.model.interpreter.ObjectDescription;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeerAddresses;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.Space;

/**
 * What NVSHMEM and OpenSHMEM answer one PE alone: the state of the library, pointers to other PEs,
 * teams, contexts (NVSHMEM API; OpenSHMEM 1.6, sections 9.2 to 9.6). What PEs do together is the
 * machine's.
 */
final class ShmemSetup {
  private static final int NOT_INITIALISED = 0; // nvshmemx_init_status_t
  private static final int INITIALISED = 2;
  private static final int MPI_INITIALISED = 1; // of Service.MPI_INIT_STATUS
  private static final int NO_PE = -1;
  private static final int ERROR_INTERNAL = 7; // nvshmemx_status
  private static final int UNIQUE_ID_BYTES = 128;

  long initStatus(ServiceCall call) {
    return call.jobState().initialised(call.pe()) ? INITIALISED : NOT_INITIALISED;
  }

  /** Ends the job; allowed at any time, as an MPI_Abort and a failed initialisation need it. */
  long globalExit(ServiceCall call) {
    call.jobState().exitJob(call.intArgument(0));
    return 0;
  }

  /** A unique id: its version, then the PE and how many ids it made before. */
  long uniqueId(ServiceCall call) {
    CallerCheck.requireHostCode(call, "nvshmemx_get_uniqueid");
    PeRuntime runtime = PeRuntime.of(call);
    ByteBuffer id = ByteBuffer.allocate(UNIQUE_ID_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    id.putInt(1).putInt(call.pe()).putInt(runtime.uniqueIds++);
    call.store(call.argument(0), id.array());
    return 0;
  }

  // ---------------------------------------------------------------- pointers

  /** {@code nvshmemx_buffer_register}: for the local side of transfers only. */
  long registerBuffer(ServiceCall call) {
    long bytes = call.argument(1);
    if (bytes < 0 || bytes > Integer.MAX_VALUE) {
      throw new Fault("a buffer of " + bytes + " bytes: at most 2147483647 are supported");
    }
    call.object(call.argument(0)); // the host registers memory of the device, too
    Allocation.register(call.jobState(), call.pe(), call.argument(0), (int) bytes);
    return 0;
  }

  long unregisterBuffer(ServiceCall call) {
    return Allocation.unregister(call.jobState(), call.pe(), call.argument(0)) ? 0 : ERROR_INTERNAL;
  }

  long unregisterAllBuffers(ServiceCall call) {
    Allocation.unregisterAll(call.jobState(), call.pe());
    return 0;
  }

  /** {@code nvshmem_ptr}, {@code shmem_ptr}: the memory of PEs that the layout lets map it. */
  long pointer(ServiceCall call) {
    JobState jobState = call.jobState();
    String function = openShmem(call) ? "shmem_ptr" : "nvshmem_ptr";
    requireInitialised(call, function);
    long address = call.argument(0);
    int pe = requirePe(call, function, call.argument(1));
    requireSymmetric(call, function, address);
    boolean mapped = jobState.job().layout().maps(call.pe(), pe);
    return mapped ? PeerAddresses.map(jobState, call.pe(), address, pe) : Address.NULL;
  }

  long addressAccessible(ServiceCall call) {
    requireInitialised(call, "shmem_addr_accessible");
    long pe = call.argument(1);
    boolean exists = pe >= 0 && pe < call.jobState().job().pes();
    return exists && isSymmetric(call, call.argument(0)) ? 1 : 0;
  }

  /** The size of the object that shmem_realloc is about to replace. */
  long symmetricBytes(ServiceCall call) {
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
      return Integer.compareUnsigned(Address.offset(address), object.bytes()) < 0;
    } catch (Fault freed) {
      return false;
    }
  }

  private static void requireSymmetric(ServiceCall call, String function, long address) {
    switch (Address.space(address)) {
      case SYMMETRIC -> {
        ObjectDescription object = call.object(address);
        if (Integer.compareUnsigned(Address.offset(address), object.bytes()) > 0) {
          throw new Fault(function + " of an address behind the end of '" + object.name() + "'");
        }
      }
      case PEER ->
          throw new Fault(
              function
                  + " of a pointer that "
                  + function
                  + " gave; pass the symmetric address itself");
      case NONE -> throw new Fault(function + " of a null pointer");
      case FUNCTION -> throw new Fault(function + " of a function");
      case CONSTANT, PRIVATE, SHARED, LOCAL -> {
        ObjectDescription object = call.object(address);
        throw new Fault(
            function
                + " of '"
                + object.name()
                + "', which is "
                + object.residence().text()
                + " of this PE and not symmetric; allocate it from the symmetric heap");
      }
    }
  }

  // ---------------------------------------------------------------- teams

  long teamMyPe(ServiceCall call) {
    Team team = team(call, call.argument(0));
    return team == null ? NO_PE : team.indexOf(call.pe());
  }

  long teamPes(ServiceCall call) {
    Team team = team(call, call.argument(0));
    return team == null ? NO_PE : team.size();
  }

  /** {@code nvshmem_team_translate_pe}, and how MPI finds the PEs of a node. */
  long teamTranslatePe(ServiceCall call) {
    boolean forMpi = call.jobState().mpiStatus(call.pe()) == MPI_INITIALISED;
    Team from = forMpi ? found(call, 0) : team(call, call.argument(0));
    Team to = forMpi ? found(call, 2) : team(call, call.argument(2));
    long pe = call.argument(1);
    if (from == null || to == null || pe < 0 || pe >= from.size()) {
      return NO_PE;
    }
    return to.indexOf(from.members().get((int) pe));
  }

  long teamSetContexts(ServiceCall call) {
    if (Teams.findTeam(call.jobState(), call.pe(), call.argument(0)) != null) {
      PeRuntime.of(call).teamContexts.put(call.argument(0), call.intArgument(1));
    }
    return 0;
  }

  long teamContexts(ServiceCall call) {
    return PeRuntime.of(call).teamContexts.getOrDefault(call.argument(0), 0);
  }

  /** The team of an OpenSHMEM active set (OpenSHMEM 1.4, section 9.8). */
  long teamActiveSet(ServiceCall call) {
    requireInitialised(call, "a collective on an active set");
    long start = call.argument(0);
    long logStride = call.argument(1);
    long size = call.argument(2);
    int pes = call.jobState().job().pes();
    if (logStride < 0 || logStride >= Integer.SIZE || size < 1 || start < 0) {
      throw new Fault(
          "an active set of " + size + " PEs from " + start + " with stride 2^" + logStride);
    }
    long last = start + ((size - 1) << logStride);
    if (size > pes || last >= pes) {
      throw new Fault("the active set ends at PE " + last + "; there are PEs 0 to " + (pes - 1));
    }
    ImmutableIntArray members =
        ImmutableIntArray.copyOf(
            IntStream.range(0, (int) size).map(i -> (int) (start + ((long) i << logStride))));
    if (!members.contains(call.pe())) {
      throw new Fault("PE " + call.pe() + " calls a collective on an active set without it");
    }
    return Teams.teamOf(
        call.jobState(),
        call.pe(),
        members,
        "the active set of " + size + " PEs from " + start + " with stride " + (1L << logStride));
  }

  /** The team of a handle, or null. What exists from the start needs its library initialised. */
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

  long contextCreate(ServiceCall call) {
    requireInitialised(call, "a context is created");
    return contexts(call).create(call.agent(), call.argument(0), call.argument(1));
  }

  long contextLast(ServiceCall call) {
    return contexts(call).last(call.pe());
  }

  long queuePair(ServiceCall call) {
    requireInitialised(call, "nvshmemx_qp_create");
    return contexts(call).createQueuePair(call.agent());
  }

  long contextDestroy(ServiceCall call) {
    requireInitialised(call, "a context is destroyed");
    contexts(call).destroy(call.agent(), call.argument(0));
    return 0;
  }

  long contextTeam(ServiceCall call) {
    requireInitialised(call, "shmem_ctx_get_team");
    return contexts(call).team(call.agent(), call.argument(0));
  }

  long teamSharedContext(ServiceCall call) {
    return contexts(call).shared(call.pe(), call.argument(0));
  }

  private static Contexts contexts(ServiceCall call) {
    return call.contexts();
  }

  // ---------------------------------------------------------------- operands

  private static int requirePe(ServiceCall call, String function, long pe) {
    int last = call.jobState().job().pes() - 1;
    if (pe < 0 || pe > last) {
      throw new Fault(function + ": PE " + pe + " is out of range: there are PEs 0 to " + last);
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
