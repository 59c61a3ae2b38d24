package org.shmemlab.scenarios.runtime.call;

import static org.shmemlab.model.memory.StructuralHash.mix;

import java.util.TreeMap;
import org.shmemlab.model.memory.MultisetHash;
import org.shmemlab.scenarios.runtime.state.RuntimePart;

/** Holds the addresses of the texts that the library itself owns. */
public final class OwnTexts implements RuntimePart {
  final TreeMap<String, Long> addresses;

  /** Of a library that has handed out no text. */
  public OwnTexts() {
    this.addresses = new TreeMap<>();
  }

  private OwnTexts(OwnTexts other) {
    this.addresses = new TreeMap<>(other.addresses);
  }

  @Override
  public OwnTexts copy() {
    return new OwnTexts(this);
  }

  @Override
  public long fingerprint() {
    MultisetHash all = new MultisetHash();
    addresses.forEach((text, at) -> all.add(mix(mix(text), at)));
    return all.hash();
  }
}
