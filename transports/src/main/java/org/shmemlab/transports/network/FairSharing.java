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
 * are checked; a bundle that lost its own becomes free too, and so on until all have one. The
 * result is exact, and what is far from a change costs nothing.
 *
 * <p>The most frequent change is a flow more or less on a link that alone decides about all flows
 * across it. Then all that changes is the level of that link, and no other link needs to be checked
 * while all are known to have room.
 */
final class FairSharing {
  /** Differences, relative to what is compared, that rounding explains. */
  private static final double ROUNDING = 1e-12;

  /** So often the free bundles grow by neighbours only; then by all that is connected. */
  private static final int STEPS = 8;

  /** Whose flows came or went. */
  private final List<FlowBundle> disturbed = new ArrayList<>();

  private final List<FlowBundle> free = new ArrayList<>();
  private final List<Resource> touched = new ArrayList<>();
  private final List<Resource> changed = new ArrayList<>();
  private final IntHeap shares = new IntHeap();
  private int fillings;

  /** Takes note that flows of a bundle came or went. */
  void disturb(FlowBundle bundle) {
    if (!bundle.disturbed) {
      bundle.disturbed = true;
      disturbed.add(bundle);
    }
  }

  /** Whether flows came or went since the rates were fair. */
  boolean isDisturbed() {
    return !disturbed.isEmpty();
  }

  /**
   * Makes the rates fair again from a time on.
   *
   * @return the resources that hold back other bundles, or at another rate, than before; valid
   *     until the next call
   */
  List<Resource> share(double now) {
    changed.clear();
    if (shareOneLink(now)) {
      disturbed.forEach(bundle -> bundle.disturbed = false);
      disturbed.clear();
      return changed;
    }
    releaseDisturbed();
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

  /** Changes no more than the level of one link, if that is enough. */
  private boolean shareOneLink(double now) {
    Resource only = null;
    for (var bundle : disturbed) {
      var found = false;
      for (var resource : bundle.resources) {
        if (resource.ceiling || (found && !resource.held.isEmpty())) {
          return false;
        }
        if (!resource.held.isEmpty()) {
          if (only != null && only != resource) {
            return false;
          }
          only = resource;
          found = true;
        }
      }
      if (!found && bundle.flows() > 0) {
        return false;
      }
    }
    if (only == null) {
      return true;
    }
    var level = only.capacity / only.flows;
    var headroom = only.headroom;
    for (var bundle : disturbed) {
      for (var resource : bundle.resources) {
        if (resource != only && bundle.flows() > 0) {
          // With other bundles there, it is not known here how much room they take.
          headroom =
              resource.crossing.size() > 1
                  ? 0
                  : Math.min(headroom, resource.capacity / resource.flows);
        }
      }
    }
    if (level > headroom) {
      return false;
    }
    only.headroom = headroom;
    for (var bundle : disturbed) {
      if (bundle.flows() > 0 && bundle.heldBy() == null) {
        bundle.moveTo(only, now);
      }
    }
    only.setLevel(now, level);
    changed.add(only);
    return true;
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

  private void release(FlowBundle bundle) {
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
      // The share that is left for each grows as others stop elsewhere, so a share may be out of
      // date.
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
    }
    for (var resource : touched) {
      if (resource.draft.stopped && resource.draft.level != resource.level()) {
        resource.setLevel(now, resource.draft.level);
        changed.add(resource);
      }
    }
    findHeadroom();
    free.forEach(bundle -> bundle.free = false);
    free.clear();
  }

  private void findHeadroom() {
    for (var resource : touched) {
      resource.headroom = Double.POSITIVE_INFINITY;
      for (var bundle : resource.crossing) {
        var holder = Objects.requireNonNull(bundle.heldBy());
        if (!bundle.free) {
          holder.headroom = 0;
        }
        if (holder != resource) {
          resource.headroom = 0;
        }
      }
    }
    for (var bundle : free) {
      var holder = Objects.requireNonNull(bundle.heldBy());
      for (var resource : bundle.resources) {
        if (resource != holder) {
          var most = resource.held.isEmpty() ? holder.level() + resource.draft.slack() : 0;
          holder.headroom = Math.min(holder.headroom, most);
        }
      }
    }
  }
}
