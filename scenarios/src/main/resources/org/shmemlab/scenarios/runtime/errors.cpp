// Errors as objects: std::error_code and its categories, std::system_error, std::regex_error,
// std::future_error ([syserr], [re.badexp], [futures.errors], ISO C++ 20).
#include <stdlib.h>
#include <string.h>

namespace std {
template <class> struct char_traits;
template <class> class allocator;
inline namespace __cxx11 {
template <class, class, class> class basic_string { // as libstdc++ has it
 public:
  char *text;
  size_t length;
  union {
    char near[16];
    size_t capacity;
  };
  basic_string(const char *said) : text(near), length(strlen(said)) {
    if (length >= sizeof near) {
      text = (char *)malloc(length + 1);
      capacity = length;
    }
    memcpy(text, said, length + 1);
  }
  basic_string(const basic_string &other) : basic_string(other.text) {}
  ~basic_string() {
    if (text != near) free(text);
  }
};
}
typedef basic_string<char, char_traits<char>, allocator<char>> string;
struct __cow_string {
  char *text;
  __cow_string(const __cow_string &other);
  ~__cow_string();
};

class exception {
 public:
  exception() noexcept {}
  virtual ~exception() noexcept;
  virtual const char *what() const noexcept;
};
#define SPEAKING(name) \
  class name : public exception { \
    char *text; \
   public: \
    explicit name(const char *); \
    virtual ~name() noexcept; \
    virtual const char *what() const noexcept; \
  };
SPEAKING(logic_error)
SPEAKING(runtime_error)

struct error_code;
struct error_condition;
inline namespace _V2 {
class error_category {
 public:
  constexpr error_category() noexcept = default;
  virtual ~error_category();
  virtual const char *name() const noexcept = 0;

 private:
  [[gnu::abi_tag("cxx11")]] virtual __cow_string _M_message(int) const;

 public:
  [[gnu::abi_tag("cxx11")]] virtual string message(int) const = 0;
  virtual error_condition default_error_condition(int) const noexcept;
  virtual bool equivalent(int, const error_condition &) const noexcept;
  virtual bool equivalent(const error_code &, int) const noexcept;
};
}
struct error_code {
  int number;
  const error_category *category;
  error_condition default_error_condition() const noexcept;
};
struct error_condition {
  int number;
  const error_category *category;
};

inline namespace _V2 {
error_category::~error_category() {}
__cow_string error_category::_M_message(int) const { abort(); } // of the old strings
error_condition error_category::default_error_condition(int number) const noexcept {
  return {number, this};
}
bool error_category::equivalent(int number, const error_condition &condition) const noexcept {
  error_condition own = default_error_condition(number);
  return own.number == condition.number && own.category == condition.category;
}
bool error_category::equivalent(const error_code &code, int number) const noexcept {
  return code.category == this && code.number == number;
}

const error_category &generic_category() noexcept;
static struct Generic : error_category {
  const char *name() const noexcept override { return "generic"; }
  [[gnu::abi_tag("cxx11")]] string message(int number) const override { return strerror(number); }
} generic;
static struct System : error_category {
  const char *name() const noexcept override { return "system"; }
  [[gnu::abi_tag("cxx11")]] string message(int number) const override { return strerror(number); }
  error_condition default_error_condition(int number) const noexcept override {
    bool isOfPosix = number >= 0 && number <= 133;
    return {number, isOfPosix ? (const error_category *)&generic : this};
  }
} ofSystem;
static const char *ofFuture(int number) {
  switch (number) {
    case 1: return "Future already retrieved";
    case 2: return "Promise already satisfied";
    case 3: return "No associated state";
    case 4: return "Broken promise";
    default: return "Unknown error";
  }
}
static struct Future : error_category {
  const char *name() const noexcept override { return "future"; }
  [[gnu::abi_tag("cxx11")]] string message(int number) const override { return ofFuture(number); }
} future;
const error_category &generic_category() noexcept { return generic; }
const error_category &system_category() noexcept { return ofSystem; }
}
const error_category &future_category() noexcept { return future; }
error_condition error_code::default_error_condition() const noexcept {
  return category->default_error_condition(number);
}

class system_error : public runtime_error {
  error_code code;

 public:
  explicit system_error(error_code code) : runtime_error(strerror(code.number)), code(code) {}
  virtual ~system_error() noexcept;
};
system_error::~system_error() noexcept {}
void __throw_system_error(int number) { throw system_error({number, &generic}); }

class future_error : public logic_error {
  error_code code;

 public:
  future_error(error_code code, const char *text) : logic_error(text), code(code) {}
  virtual ~future_error() noexcept;
  virtual const char *what() const noexcept;
};
future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }
void __throw_future_error(int number) {
  char text[64] = "std::future_error: ";
  strcat(text, ofFuture(number));
  throw future_error({number, &future}, text);
}

namespace regex_constants {
enum error_type { _S_error_collate };
}
class regex_error : public runtime_error {
  regex_constants::error_type code;

 public:
  explicit regex_error(regex_constants::error_type code);
  virtual ~regex_error() noexcept;
};
static const char *ofRegex(int code) {
  static const char *const texts[] = {
      "Invalid collating element in regular expression",
      "Invalid character class in regular expression",
      "Invalid escape in regular expression",
      "Invalid back reference in regular expression",
      "Mismatched '[' and ']' in regular expression",
      "Mismatched '(' and ')' in regular expression",
      "Mismatched '{' and '}' in regular expression",
      "Invalid contents of '{}' in regular expression",
      "Invalid range in bracket expression",
      "Insufficient memory to compile regular expression",
      "Invalid '?', '*', or '+' in regular expression",
      "Complexity of regex match exceeded implementation limits",
      "Insufficient memory to determine regex match"};
  return code >= 0 && code < 13 ? texts[code] : "Unknown regular expression error";
}
regex_error::regex_error(regex_constants::error_type code) : runtime_error(ofRegex(code)), code(code) {}
regex_error::~regex_error() noexcept {}
void __throw_regex_error(regex_constants::error_type code) { throw regex_error(code); }
}
