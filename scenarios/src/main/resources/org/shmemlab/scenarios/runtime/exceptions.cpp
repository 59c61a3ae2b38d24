// Exceptions, and the compiler's records of types (Itanium C++ ABI, sections 2.9 and 2.10): the
// handler of an exception is looked up before any call is left, so that an exception without one
// is reported where it is thrown.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <shmemlab/own.h>

namespace std {
class exception {
 public:
  exception() noexcept {}
  virtual ~exception() noexcept;
  virtual const char *what() const noexcept;
};
}

struct Type { // of the compiler: std::type_info and what is derived from it
  void **table;
  const char *name;
};
struct OneBase : Type {
  Type *base;
};
struct Bases : Type {
  unsigned flags, count;
  struct {
    Type *type;
    long place;
  } all[1];
};
struct PointerType : Type {
  unsigned flags;
  Type *pointee;
};

extern "C" {
void *_ZTVN10__cxxabiv117__class_type_infoE[8];
void *_ZTVN10__cxxabiv120__si_class_type_infoE[8];
void *_ZTVN10__cxxabiv121__vmi_class_type_infoE[8];
void *_ZTVN10__cxxabiv119__pointer_type_infoE[8];
void *_ZTVN10__cxxabiv120__function_type_infoE[8];
void *_ZTVN10__cxxabiv116__enum_type_infoE[8];
void *_ZTVN10__cxxabiv117__array_type_infoE[8];
void *_ZTVN10__cxxabiv129__pointer_to_member_type_infoE[8];
int __gxx_personality_v0() { return 0; }
Type _ZTIN10__cxxabiv115__forced_unwindE = {_ZTVN10__cxxabiv117__class_type_infoE + 2, "N10__cxxabiv115__forced_unwindE"};
}

namespace __cxxabiv1 { // defining it makes the compiler write the types of int, char and so on
class __fundamental_type_info {
  virtual ~__fundamental_type_info();
};
__fundamental_type_info::~__fundamental_type_info() {}
}

static bool is(Type *type, void **table) { return type->table == table + 2; }
static bool same(Type *a, Type *b) {
  return a == b || a->name == b->name || strcmp(a->name, b->name) == 0;
}

/* The part of an object that is of a type, or null. */
static void *part(Type *type, char *object, Type *wanted) {
  if (same(type, wanted)) return object;
  if (is(type, _ZTVN10__cxxabiv120__si_class_type_infoE))
    return part(((OneBase *)type)->base, object, wanted);
  if (!is(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE)) return nullptr;
  Bases *bases = (Bases *)type;
  for (unsigned i = 0; i < bases->count; i++) {
    long place = bases->all[i].place, offset = place >> 8;
    if (!(place & 2)) continue; // not public
    if (place & 1) offset = object ? *(long *)(*(char **)object + offset) : 0; // virtual
    void *found = part(bases->all[i].type, object + offset, wanted);
    if (found) return found;
  }
  return nullptr;
}

extern "C" void *__dynamic_cast(const void *object, Type *from, Type *to, long hint) {
  void **table = *(void ***)object;
  return part((Type *)table[-1], (char *)object + (long)table[-2], to);
}

// ---------------------------------------------------------------- exceptions in flight

struct Exception { // before the object
  Type *type;
  void (*end)(void *);
  void *part;
  Exception *next;
  long handlers, owners;
};
struct Catch { // of the landing pads
  Type *type; // null: all; -1: no more
  long number;
};

static thread_local Exception *caught;
static thread_local int flying;
static void (*handler)();

static Exception *header(void *object) { return (Exception *)object - 1; }

/* Whether a handler of a type is for an exception; sets what it gets. */
static bool matches(Exception *e, Type *wanted) {
  void *object = e + 1;
  e->part = object;
  if (!wanted) return true;
  bool isPointer = is(e->type, _ZTVN10__cxxabiv119__pointer_type_infoE);
  if (isPointer) e->part = *(void **)object;
  if (same(e->type, wanted)) return true;
  if (is(wanted, _ZTVN10__cxxabiv119__pointer_type_infoE)) {
    PointerType *to = (PointerType *)wanted, *from = (PointerType *)e->type;
    if (strcmp(e->type->name, "Dn") == 0) return e->part = nullptr, true;
    if (!isPointer || (from->flags & ~to->flags & 7)) return false;
    if (strcmp(to->pointee->name, "v") == 0) return true;
    void *found = part(from->pointee, (char *)e->part, to->pointee);
    if (found) e->part = found;
    return found;
  }
  void *found = part(e->type, (char *)object, wanted);
  if (found) e->part = found;
  return found;
}

static Catch *choose(Exception *e, Catch *list) {
  for (; list && (long)list->type != -1; list++)
    if (matches(e, list->type)) return list;
  return nullptr;
}

/* A name as the source has it; of a template its name alone. */
static void describe(const char *name, char *to, size_t room) {
  static const struct {
    const char *symbol, *name;
  } known[] = {{"i", "int"}, {"j", "unsigned int"}, {"l", "long"}, {"m", "unsigned long"},
               {"d", "double"}, {"f", "float"}, {"c", "char"}, {"b", "bool"}, {"s", "short"},
               {"x", "long long"}, {"PKc", "const char *"}, {"Pc", "char *"},
               {"NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", "std::string"}};
  for (auto &one : known) {
    if (strcmp(one.symbol, name) == 0) {
      snprintf(to, room, "%s", one.name);
      return;
    }
  }
  if (*name == '*') name++;
  size_t length = 0;
  to[0] = 0;
  for (const char *at = name; *at && *at != 'I' && *at != 'E';) {
    if (at[0] == 'S' && at[1] == 't') {
      length += snprintf(to + length, room - length, "std");
      at += 2;
    } else if (*at >= '0' && *at <= '9') {
      char *rest;
      long many = strtol(at, &rest, 10);
      length += snprintf(to + length, room - length, "%s%.*s", length ? "::" : "", (int)many, rest);
      at = rest + many;
    } else {
      at++;
    }
    if (length >= room) return;
  }
  if (!length) snprintf(to, room, "%s", name);
}

extern "C" Type _ZTISt9exception;

static void fail(const char *what, Exception *e) {
  char text[400], name[120];
  if (handler) handler();
  if (!e) __fail(what);
  describe(e->type->name, name, sizeof name);
  Type *type = e->type;
  bool known = matches(e, &_ZTISt9exception);
  e->type = type;
  snprintf(text, sizeof text, "%s of type '%s'%s%s", what, name, known ? ": " : "",
           known ? ((std::exception *)e->part)->what() : "");
  __fail(text);
}

static void raise(Exception *e) {
  for (int up = 1;; up++) {
    Catch *list = (Catch *)__unwind_catches(up);
    if ((long)list == -1) fail("nobody catches the exception", e);
    if (choose(e, list)) break;
  }
  flying++;
  __unwind(e + 1);
}

extern "C" {
long __shmemlab_select(void *object, Catch *list) {
  Catch *chosen = choose(header(object), list);
  return chosen ? chosen->number : 0;
}

void *__cxa_allocate_exception(size_t bytes) {
  Exception *e = (Exception *)malloc(sizeof(Exception) + bytes);
  e->handlers = e->owners = 0;
  e->next = nullptr;
  return e + 1;
}

void __cxa_free_exception(void *object) { free(header(object)); }

static void leave(Exception *e) {
  if (--e->owners > 0) return;
  if (e->end) e->end(e + 1);
  free(e);
}

void __cxa_throw(void *object, Type *type, void (*end)(void *)) {
  Exception *e = header(object);
  e->type = type;
  e->end = end;
  e->owners = 1;
  raise(e);
}

void *__cxa_init_primary_exception(void *object, Type *type, void (*end)(void *)) {
  Exception *e = header(object);
  e->type = type;
  e->end = end;
  return e;
}

void *__cxa_begin_catch(void *object) {
  Exception *e = header(object);
  if (e->handlers < 0) e->handlers = -e->handlers; // thrown again
  flying--;
  e->handlers++;
  if (caught != e) {
    e->next = caught;
    caught = e;
  }
  return e->part;
}

void __cxa_end_catch() {
  Exception *e = caught;
  if (!e) return;
  if (e->handlers < 0) { // thrown again: it goes on to another handler
    if (++e->handlers == 0) caught = e->next;
    return;
  }
  if (--e->handlers > 0) return;
  caught = e->next;
  leave(e);
}

void __cxa_rethrow() {
  if (!caught) fail("an exception is thrown again and there is none", nullptr);
  caught->handlers = -caught->handlers;
  raise(caught);
}

void *__cxa_get_exception_ptr(void *object) { return header(object)->part; }
unsigned long __cxa_current_exception_type() { return caught ? (unsigned long)caught->type : 0; }
void __cxa_pure_virtual() { __fail("a pure virtual function is called"); }
void __cxa_deleted_virtual() { __fail("a deleted virtual function is called"); }
void __cxa_call_unexpected(void *object) {
  fail("a function that must not throw it lets through an exception", header(object));
}
}

// ---------------------------------------------------------------- the library's exceptions

namespace std {
exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }

template <class> struct char_traits;
template <class> class allocator;
inline namespace __cxx11 {
template <class, class, class> class basic_string {
 public:
  char *text;
};
}
typedef basic_string<char, char_traits<char>, allocator<char>> string;

#define PLAIN(name) \
  class name : public exception { \
   public: \
    name() noexcept {} \
    virtual ~name() noexcept; \
    virtual const char *what() const noexcept; \
  }; \
  name::~name() noexcept {} \
  const char *name::what() const noexcept { return "std::" #name; }
PLAIN(bad_alloc)
PLAIN(bad_cast)
PLAIN(bad_typeid)
PLAIN(bad_exception)
PLAIN(bad_function_call)
class bad_array_new_length : public bad_alloc {
 public:
  virtual ~bad_array_new_length() noexcept;
  virtual const char *what() const noexcept;
};
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
class bad_weak_ptr : public exception {
 public:
  virtual ~bad_weak_ptr() noexcept;
  virtual const char *what() const noexcept;
};
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

#define SPEAKING(name) \
  class name : public exception { \
    char *text; \
   public: \
    explicit name(const char *); \
    explicit name(const string &); \
    name(const name &) noexcept; \
    name(name &&) noexcept; \
    name &operator=(const name &) noexcept; \
    name &operator=(name &&) noexcept; \
    virtual ~name() noexcept; \
    virtual const char *what() const noexcept; \
  }; \
  name::name(const char *said) : text(strdup(said)) {} \
  name::name(const string &said) : text(strdup(said.text)) {} \
  name::name(const name &other) noexcept : text(strdup(other.text)) {} \
  name::name(name &&other) noexcept : text(strdup(other.text)) {} \
  name &name::operator=(const name &other) noexcept { \
    char *old = text; \
    text = strdup(other.text); \
    free(old); \
    return *this; \
  } \
  name &name::operator=(name &&other) noexcept { return *this = (const name &)other; } \
  name::~name() noexcept { free(text); } \
  const char *name::what() const noexcept { return text; }
SPEAKING(logic_error)
SPEAKING(runtime_error)

#define DERIVED(name, base) \
  class name : public base { \
   public: \
    explicit name(const char *); \
    explicit name(const string &); \
    virtual ~name() noexcept; \
  }; \
  name::name(const char *said) : base(said) {} \
  name::name(const string &said) : base(said) {} \
  name::~name() noexcept {}
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

void __throw_logic_error(const char *what) { throw logic_error(what); }
void __throw_domain_error(const char *what) { throw domain_error(what); }
void __throw_invalid_argument(const char *what) { throw invalid_argument(what); }
void __throw_length_error(const char *what) { throw length_error(what); }
void __throw_out_of_range(const char *what) { throw out_of_range(what); }
void __throw_runtime_error(const char *what) { throw runtime_error(what); }
void __throw_range_error(const char *what) { throw range_error(what); }
void __throw_overflow_error(const char *what) { throw overflow_error(what); }
void __throw_underflow_error(const char *what) { throw underflow_error(what); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_out_of_range_fmt(const char *what, ...) {
  char text[256];
  __builtin_va_list values;
  __builtin_va_start(values, what);
  vsnprintf(text, sizeof text, what, values);
  __builtin_va_end(values);
  throw out_of_range(text);
}
void __glibcxx_assert_fail(const char *file, int line, const char *function, const char *text) noexcept {
  char said[300];
  snprintf(said, sizeof said, "assertion of the C++ library failed: %s", text ? text : function);
  __fail(said);
}

void terminate() noexcept {
  if (caught) fail("std::terminate is called for an exception", caught);
  fail("std::terminate is called", nullptr);
  __builtin_unreachable();
}
typedef void (*terminate_handler)();
terminate_handler set_terminate(terminate_handler now) noexcept {
  terminate_handler before = handler;
  handler = now;
  return before;
}
int uncaught_exceptions() noexcept { return flying; }
bool uncaught_exception() noexcept { return flying > 0; }

namespace __exception_ptr {
class exception_ptr {
 public:
  void *object;
  explicit exception_ptr(void *of) noexcept;
  exception_ptr(const exception_ptr &other) noexcept;
  ~exception_ptr() noexcept;
  void _M_addref() noexcept;
  void _M_release() noexcept;
};
exception_ptr::exception_ptr(void *of) noexcept : object(of) { _M_addref(); }
exception_ptr::exception_ptr(const exception_ptr &other) noexcept : object(other.object) { _M_addref(); }
exception_ptr::~exception_ptr() noexcept { _M_release(); }
void exception_ptr::_M_addref() noexcept {
  if (object) header(object)->owners++;
}
void exception_ptr::_M_release() noexcept {
  if (object) leave(header(object));
  object = nullptr;
}
}
__exception_ptr::exception_ptr current_exception() noexcept {
  return __exception_ptr::exception_ptr(caught ? caught + 1 : nullptr);
}
void rethrow_exception(__exception_ptr::exception_ptr pointer) {
  Exception *e = header(pointer.object);
  e->owners++;
  raise(e);
  __builtin_unreachable();
}
}

extern "C" void __cxa_bad_cast() { throw std::bad_cast(); }
extern "C" void __cxa_bad_typeid() { throw std::bad_typeid(); }
extern "C" void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
