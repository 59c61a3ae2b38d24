// Functions that programs of C++ need and its headers do not define: those that a compiler calls by
// itself (Itanium C++ ABI) and the few of libstdc++ that are no templates.
#include <stdio.h>
#include <stdlib.h>

#define OURS __attribute__((weak))

extern "C" {
extern char __dso_handle;
char __dso_handle;

struct AtExit {
  void (*function)(void *);
  void *object;
  AtExit *before;
};
static AtExit *__shmemlab_endings;

OURS int __cxa_atexit(void (*function)(void *), void *object, void *) {
  AtExit *entry = (AtExit *)malloc(sizeof(AtExit));
  entry->function = function;
  entry->object = object;
  entry->before = __shmemlab_endings;
  __shmemlab_endings = entry;
  return 0;
}

static void call(void *function) { ((void (*)())function)(); }

OURS int atexit(void (*function)()) { return __cxa_atexit(call, (void *)function, nullptr); }

/* new and delete of what needs more alignment than malloc gives. */
OURS void *_ZnwmSt11align_val_t(size_t bytes, size_t alignment) {
  return aligned_alloc(alignment, bytes);
}
OURS void *_ZnamSt11align_val_t(size_t bytes, size_t alignment) {
  return aligned_alloc(alignment, bytes);
}
OURS void _ZdlPvSt11align_val_t(void *object, size_t) { free(object); }
OURS void _ZdaPvSt11align_val_t(void *object, size_t) { free(object); }
OURS void _ZdlPvmSt11align_val_t(void *object, size_t, size_t) { free(object); }
OURS void _ZdaPvmSt11align_val_t(void *object, size_t, size_t) { free(object); }

/* Variables of a thread end with it, the last made first. */
static thread_local AtExit *__shmemlab_thread_endings;

OURS int __cxa_thread_atexit(void (*function)(void *), void *object, void *) {
  AtExit *entry = (AtExit *)malloc(sizeof(AtExit));
  entry->function = function;
  entry->object = object;
  entry->before = __shmemlab_thread_endings;
  __shmemlab_thread_endings = entry;
  return 0;
}

void __shmemlab_thread_ends() {
  while (__shmemlab_thread_endings) {
    AtExit *entry = __shmemlab_thread_endings;
    __shmemlab_thread_endings = entry->before;
    entry->function(entry->object);
    free(entry);
  }
}

void __shmemlab_at_exit() {
  __shmemlab_thread_ends();
  while (__shmemlab_endings) {
    AtExit *entry = __shmemlab_endings;
    __shmemlab_endings = entry->before;
    entry->function(entry->object);
    free(entry);
  }
}

}

namespace std {
// Red-black trees, as std::map and std::set keep them.
enum Colour { red = 0, black = 1 };
struct _Rb_tree_node_base {
  Colour colour;
  _Rb_tree_node_base *parent, *left, *right;
};
typedef _Rb_tree_node_base Node;

Node *_Rb_tree_increment(Node *x) {
  if (x->right) {
    for (x = x->right; x->left;) x = x->left;
    return x;
  }
  Node *y = x->parent;
  while (x == y->right) {
    x = y;
    y = y->parent;
  }
  return x->right != y ? y : x;
}
const Node *_Rb_tree_increment(const Node *x) { return _Rb_tree_increment((Node *)x); }

Node *_Rb_tree_decrement(Node *x) {
  if (x->colour == red && x->parent->parent == x) return x->right;  // the end
  if (x->left) {
    for (x = x->left; x->right;) x = x->right;
    return x;
  }
  Node *y = x->parent;
  while (x == y->left) {
    x = y;
    y = y->parent;
  }
  return y;
}
const Node *_Rb_tree_decrement(const Node *x) { return _Rb_tree_decrement((Node *)x); }

static void replace(Node *old, Node *now, Node *&root) {
  if (old == root) root = now;
  else if (old == old->parent->left) old->parent->left = now;
  else old->parent->right = now;
}

static void rotate(Node *x, bool left, Node *&root) {
  Node *y = left ? x->right : x->left;
  Node *inner = left ? y->left : y->right;
  (left ? x->right : x->left) = inner;
  if (inner) inner->parent = x;
  y->parent = x->parent;
  replace(x, y, root);
  (left ? y->left : y->right) = x;
  x->parent = y;
}

void _Rb_tree_insert_and_rebalance(bool left, Node *x, Node *p, Node &header) noexcept {
  Node *&root = header.parent;
  x->parent = p;
  x->left = x->right = nullptr;
  x->colour = red;
  if (left) {
    p->left = x;  // of the header, too: the first node is its leftmost
    if (p == &header) {
      header.parent = x;
      header.right = x;
    } else if (p == header.left) {
      header.left = x;
    }
  } else {
    p->right = x;
    if (p == header.right) header.right = x;
  }
  while (x != root && x->parent->colour == red) {
    Node *grand = x->parent->parent;
    bool onLeft = x->parent == grand->left;
    Node *uncle = onLeft ? grand->right : grand->left;
    if (uncle && uncle->colour == red) {
      x->parent->colour = uncle->colour = black;
      grand->colour = red;
      x = grand;
    } else {
      if (x == (onLeft ? x->parent->right : x->parent->left)) {
        x = x->parent;
        rotate(x, onLeft, root);
      }
      x->parent->colour = black;
      grand->colour = red;
      rotate(grand, !onLeft, root);
    }
  }
  root->colour = black;
}

Node *_Rb_tree_rebalance_for_erase(Node *z, Node &header) noexcept {
  Node *&root = header.parent;
  Node *next = z->left && z->right ? z->right : nullptr;
  while (next && next->left) next = next->left;
  if (z == header.left) {
    header.left = z->right ? z->right : z->parent;
    while (header.left != &header && header.left != z->parent && header.left->left)
      header.left = header.left->left;
  }
  if (z == header.right) {
    header.right = z->left ? z->left : z->parent;
    while (header.right != &header && header.right != z->parent && header.right->right)
      header.right = header.right->right;
  }
  Node *x, *parent;
  Colour gone;
  if (next) {
    gone = next->colour;
    x = next->right;
    parent = next->parent == z ? next : next->parent;
    if (next->parent != z) {
      parent->left = x;
      if (x) x->parent = parent;
      next->right = z->right;
      z->right->parent = next;
    }
    replace(z, next, root);
    next->parent = z->parent;
    next->left = z->left;
    z->left->parent = next;
    next->colour = z->colour;
  } else {
    gone = z->colour;
    x = z->left ? z->left : z->right;
    parent = z->parent;
    replace(z, x, root);
    if (x) x->parent = parent;
  }
  if (gone == red) return z;
  while (x != root && (!x || x->colour == black)) {
    bool onLeft = x == parent->left;
    Node *w = onLeft ? parent->right : parent->left;
    if (w->colour == red) {
      w->colour = black;
      parent->colour = red;
      rotate(parent, onLeft, root);
      w = onLeft ? parent->right : parent->left;
    }
    Node *near = onLeft ? w->left : w->right;
    Node *far = onLeft ? w->right : w->left;
    if ((!near || near->colour == black) && (!far || far->colour == black)) {
      w->colour = red;
      x = parent;
      parent = parent->parent;
    } else {
      if (!far || far->colour == black) {
        if (near) near->colour = black;
        w->colour = red;
        rotate(w, !onLeft, root);
        w = onLeft ? parent->right : parent->left;
        far = onLeft ? w->right : w->left;
      }
      w->colour = parent->colour;
      parent->colour = black;
      if (far) far->colour = black;
      rotate(parent, onLeft, root);
      break;
    }
  }
  if (x) x->colour = black;
  return z;
}

namespace __detail {
struct _List_node_base {
  _List_node_base *next, *prev;
  void _M_hook(_List_node_base *at) noexcept;
  void _M_unhook() noexcept;
  void _M_transfer(_List_node_base *first, _List_node_base *last) noexcept;
  void _M_reverse() noexcept;
  static void swap(_List_node_base &a, _List_node_base &b) noexcept;
};
void _List_node_base::_M_hook(_List_node_base *at) noexcept {
  next = at;
  prev = at->prev;
  at->prev->next = this;
  at->prev = this;
}
void _List_node_base::_M_unhook() noexcept {
  prev->next = next;
  next->prev = prev;
}
void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *last) noexcept {
  if (this == last) return;
  last->prev->next = this;
  first->prev->next = last;
  prev->next = first;
  _List_node_base *held = prev;
  prev = last->prev;
  last->prev = first->prev;
  first->prev = held;
}
void _List_node_base::_M_reverse() noexcept {
  _List_node_base *at = this;
  do {
    _List_node_base *after = at->next;
    at->next = at->prev;
    at->prev = after;
    at = after;
  } while (at != this);
}
void _List_node_base::swap(_List_node_base &a, _List_node_base &b) noexcept {
  bool first = a.next != &a, second = b.next != &b;
  _List_node_base held = a;
  if (second) {
    a = b;
    a.next->prev = a.prev->next = &a;
  } else {
    a.next = a.prev = &a;
  }
  if (first) {
    b = held;
    b.next->prev = b.prev->next = &b;
  } else {
    b.next = b.prev = &b;
  }
}

// The sizes of hash tables: primes, each about twice the one before.
struct _Prime_rehash_policy {
  float max_load;
  size_t next_resize;
  struct Decision {
    bool first;
    size_t second;
  };
  size_t _M_next_bkt(size_t wanted) const;
  Decision _M_need_rehash(size_t buckets, size_t elements, size_t inserted) const;
};
size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  static const size_t primes[] = {2,      5,      11,      23,      47,      97,       197,
                                  397,    797,    1597,    3203,    6421,    12853,    25717,
                                  51437,  102877, 205759,  411527,  823117,  1646237,  3292489,
                                  6584983, 13169977, 26339969, 52679969, 105359939};
  size_t chosen = primes[0];
  for (size_t prime : primes) {
    chosen = prime;
    if (prime >= wanted) break;
  }
  const_cast<_Prime_rehash_policy *>(this)->next_resize = (size_t)(chosen * max_load);
  return chosen;
}
_Prime_rehash_policy::Decision _Prime_rehash_policy::_M_need_rehash(
    size_t buckets, size_t elements, size_t inserted) const {
  if (elements + inserted <= next_resize) return {false, 0};
  size_t wanted = (size_t)((elements + inserted) / max_load) + 1;
  if (wanted <= buckets) {
    const_cast<_Prime_rehash_policy *>(this)->next_resize = (size_t)(buckets * max_load);
    return {false, 0};
  }
  return {true, _M_next_bkt(wanted > 2 * buckets ? wanted : 2 * buckets)};
}
}

size_t _Hash_bytes(const void *text, size_t bytes, size_t seed) {
  size_t hash = seed ^ 14695981039346656037ul;  // FNV-1a
  for (size_t i = 0; i < bytes; i++) hash = (hash ^ ((const unsigned char *)text)[i]) * 1099511628211ul;
  return hash;
}
}
