package org.shmemlab.scenarios.runtime.library;

import static org.shmemlab.model.memory.StructuralHash.mix;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.ServiceState;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.MultisetHash;
import org.shmemlab.scenarios.runtime.state.PeRuntime;
import org.shmemlab.scenarios.runtime.state.RuntimePart;

/**
 * Holds the point-to-point messages of one process: those that no receive has matched yet, in the
 * order of their arrival, the receives that no message has matched, in the order in which they were
 * posted, and the requests that the program has not completed (MPI 4.1, sections 3.5 and 3.7).
 */
public final class MpiMailbox implements RuntimePart {
  /** Stands for any sender and for any tag. */
  public static final int ANY = -1;

  /**
   * A message.
   *
   * @param number of this message among those of its receiver that no request has taken
   * @param from number of the sender in the job
   * @param answers the sender's request that this message's match completes; 0 for none
   * @param team the communicator's, by its number in the job
   * @param rank of the sender there
   */
  public record Message(
      int number, int from, int answers, int team, int rank, int tag, Bytes data) {
    private boolean fits(int sender, int inTeam, int withTag) {
      return team == inTeam
          && (sender == ANY || sender == rank)
          && (withTag == ANY ? tag >= 0 : tag == withTag);
    }

    private long fingerprint() {
      long route = mix(number, from, answers, team);
      return mix(route, tag, mix(new String(data.data(), StandardCharsets.ISO_8859_1)));
    }
  }

  /**
   * A request.
   *
   * @param partner rank of the sender that a receive names, or ANY; of the receiver of a send
   * @param message the message that a receive has matched, or null
   * @param done whether the operation is complete
   */
  public record Request(
      boolean receives, int partner, int team, int tag, @Nullable Message message, boolean done) {
    private long fingerprint() {
      return mix(
          mix(receives ? 1 : 0, partner, team, tag),
          done ? 1 : 0,
          message == null ? 0 : message.fingerprint());
    }
  }

  private final List<Message> unexpected;
  private final List<Integer> posted; // requests, in order
  private final TreeMap<Integer, Request> requests;
  private final BitSet numbers; // of messages that are neither taken nor given back

  public MpiMailbox() {
    this.unexpected = new ArrayList<>(0);
    this.posted = new ArrayList<>(0);
    this.requests = new TreeMap<>();
    this.numbers = new BitSet(0);
  }

  private MpiMailbox(MpiMailbox other) {
    this.unexpected = new ArrayList<>(other.unexpected);
    this.posted = new ArrayList<>(other.posted);
    this.requests = new TreeMap<>(other.requests);
    this.numbers = (BitSet) other.numbers.clone();
  }

  /** That of a PE. */
  static MpiMailbox of(ServiceState state) {
    return PeRuntime.part(state, MpiMailbox.class);
  }

  @Override
  public MpiMailbox copy() {
    return new MpiMailbox(this);
  }

  /** A number for a message that is about to be delivered here. */
  public int number() {
    int number = numbers.nextClearBit(0);
    numbers.set(number);
    return number;
  }

  /**
   * Delivers a message to the first receive posted that it fits, or keeps it for a later one; says
   * whether there was such a receive.
   */
  public boolean deliver(Message message) {
    for (Iterator<Integer> each = posted.iterator(); each.hasNext(); ) {
      int number = each.next();
      Request request = request(number);
      if (message.fits(request.partner(), request.team(), request.tag())) {
        each.remove();
        match(number, request, message);
        return true;
      }
    }
    unexpected.add(message);
    return false;
  }

  /** Makes the request of a send. */
  public int send(int to, int team, int tag, boolean done) {
    return add(new Request(false, to, team, tag, null, done));
  }

  /** Posts a receive; the first message that fits and has arrived matches it at once. */
  public int receive(int from, int team, int tag) {
    int number = add(new Request(true, from, team, tag, null, false));
    Message first = first(from, team, tag);
    if (first == null) {
      posted.add(number);
    } else {
      unexpected.remove(first);
      match(number, request(number), first);
    }
    return number;
  }

  /** The first message that has arrived and would match such a receive, or null. */
  @Nullable Message first(int from, int team, int tag) {
    return unexpected.stream()
        .filter(message -> message.fits(from, team, tag))
        .findFirst()
        .orElse(null);
  }

  /** The receiver of a send has matched it. */
  public void answered(int number) {
    Request request = request(number);
    requests.put(
        number, new Request(false, request.partner(), request.team(), request.tag(), null, true));
  }

  /** A request that the program has not completed yet. */
  public Request request(int number) {
    Request request = requests.get(number);
    if (request == null) {
      throw new IllegalStateException("no request " + number);
    }
    return request;
  }

  /** Ends a request, and the life of its message. */
  public void complete(int number) {
    Request request = requests.remove(number);
    if (request != null && request.message() != null) {
      numbers.clear(request.message().number());
    }
    posted.remove(Integer.valueOf(number));
  }

  private void match(int number, Request request, Message message) {
    requests.put(
        number, new Request(true, request.partner(), request.team(), request.tag(), message, true));
  }

  private int add(Request request) {
    int number = 1;
    while (requests.containsKey(number)) {
      number++;
    }
    requests.put(number, request);
    return number;
  }

  /** Depends on all that later calls may find. */
  @Override
  public long fingerprint() {
    MultisetHash all = new MultisetHash();
    for (int i = 0; i < unexpected.size(); i++) {
      all.add(mix(0, i, unexpected.get(i).fingerprint()));
    }
    for (int i = 0; i < posted.size(); i++) {
      all.add(mix(1, i, posted.get(i)));
    }
    for (Map.Entry<Integer, Request> request : requests.entrySet()) {
      all.add(mix(2, request.getKey(), request.getValue().fingerprint()));
    }
    return all.hash();
  }
}
