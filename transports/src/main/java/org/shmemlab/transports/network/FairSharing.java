package org.shmemlab.transports.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Keeps the rates of bundles max-min fair while their flows come and go.
 *
 * <p>An allocation that fits the links is max-min fair, and the only one, if every flow has a
 * bottleneck: a resource used up, on which no flow is faster than it (Bertsekas and Gallager, Data
 * Networks, section 6.5.2). So a change is worked out for the bundles next to it alone, the free
 * ones, while all others keep their rates. Then the bottlenecks of those that cross the same links
 * are checked; whoever lost its own becomes free too, and so on until all have one. The result is
 * exact, and what is far from a change costs nothing.
 */
final class FairSharing {
  /** Differences, relative to what is compared, that rounding explains. */
  private static final double ROUNDING = 1e-12;

  /** So often the free bundles grow by neighbours only; then by all that is connected. */
  private static final int STEPS = 8;

  /** Whose flows came or went. */
  private final List<Bundle> disturbed = new ArrayList<>();

  private final List<Bundle> free = new ArrayList<>();
  private final List<Resource> touched = new ArrayList<>();
  private final List<Resource> changed = new ArrayList<>();
  private final IntHeap shares = new IntHeap();
  private int fillings;

  /** Takes note that flows of a bundle came or went. */
  void disturb(Bundle bundle) {
    if (!bundle.disturbed) {
      bundle.disturbed = true;
      disturbed.add(bundle);
    }
  }

  /**
   * Makes the rates fair again from a time on.
   *
   * @return the resources that hold back other bundles, or at another rate, than before; valid
   *     until the next call
   */
  List<Resource> share(double now) {
    releaseDisturbed();
    changed.clear();
    for (var step = 1; !free.isEmpty(); step++) {
      touch();
      fill();
      var before = free.size();
      touched.forEach(this::check);
      if (free.size() == before) {
        adopt(now);
      } else if (step == STEPS) {
        releaseConnected();
      }
    }
    return changed;
  }

  /** Frees the bundles whose flows changed, and those held back where these pass. */
  private void releaseDisturbed() {
    fillings++;
    for (var bundle : disturbed) {
      bundle.disturbed = false;
      if (bundle.flows() > 0) {
        release(bundle);
      }
      for (var resource : bundle.resources) {
        if (!resource.ceiling && resource.draft.filling != fillings) {
          resource.draft.filling = fillings;
          resource.held.entries().forEach(this::release);
        }
      }
    }
    disturbed.clear();
  }

  private void release(Bundle bundle) {
    if (!bundle.free) {
      bundle.free = true;
      free.add(bundle);
    }
  }

  private void releaseConnected() {
    for (var i = 0; i < free.size(); i++) {
      for (var resource : free.get(i).resources) {
        resource.crossing.forEach(this::release);
      }
    }
  }

  /** Finds what each resource of a free bundle has left for free bundles. */
  private void touch() {
    fillings++;
    touched.clear();
    for (var bundle : free) {
      bundle.next = null;
      for (var resource : bundle.resources) {
        var draft = resource.draft;
        if (draft.filling != fillings) {
          draft.start(fillings);
          touched.add(resource);
        }
        draft.open += bundle.flows();
        if (resource.ceiling) {
          draft.under.add(bundle);
        }
      }
    }
  }

  /**
   * Raises the rates of all free bundles together, and stops each at the first resource used up.
   */
  private void fill() {
    shares.clear();
    for (var i = 0; i < touched.size(); i++) {
      shares.push(touched.get(i).draft.share(), i);
    }
    var open = free.size();
    var level = 0.0;
    while (open > 0) {
      var i = shares.pop();
      var resource = touched.get(i);
      var draft = resource.draft;
      if (draft.open == 0) {
        continue;
      }
      // What is left for each grows as others stop elsewhere, so a share may be out of date.
      if (draft.share() > shares.minKey()) {
        shares.push(draft.share(), i);
        continue;
      }
      level = Math.max(level, draft.share());
      draft.stopped = true;
      draft.level = resource.ceiling ? resource.capacity : level;
      for (var bundle : resource.ceiling ? draft.under : resource.crossing) {
        if (bundle.free && bundle.next == null) {
          bundle.next = resource;
          open--;
          for (var each : bundle.resources) {
            each.draft.give(bundle.flows(), draft.level);
          }
        }
      }
    }
  }

  private void check(Resource resource) {
    var fails = resource.draft.fails(ROUNDING);
    var unfair = resource.draft.isUnfair(ROUNDING);
    if (fails || unfair) {
      var most = resource.draft.level * (1 + ROUNDING);
      for (var bundle : resource.crossing) {
        if ((fails && bundle.heldBy() == resource) || (unfair && bundle.rate() > most)) {
          release(bundle);
        }
      }
    }
  }

  private void adopt(double now) {
    for (var bundle : free) {
      var from = bundle.heldBy();
      var to = Objects.requireNonNull(bundle.next);
      if (from != to) {
        bundle.moveTo(to, now);
        if (from != null) {
          changed.add(from);
        }
        changed.add(to);
      }
      bundle.free = false;
    }
    free.clear();
    for (var resource : touched) {
      if (resource.draft.stopped && resource.draft.level != resource.level()) {
        resource.setLevel(now, resource.draft.level);
        changed.add(resource);
      }
    }
  }
}
