/* Streams of the C++ library ([iostreams], ISO C++ 20) over the C library's output: characters are
   char, the locale is "C". Text written to cout goes out by lines, so that lines of several PEs
   stay whole. */
#pragma once
#include <iosfwd>
#include <stdio.h>
#include <stdlib.h>
#include <string>

namespace std {
class locale {
 public:
  locale() noexcept {}
  explicit locale(const char *) {}
  explicit locale(const string &) {}
  static const locale &classic() {
    static locale one;
    return one;
  }
  static locale global(const locale &other) { return other; }
  string name() const { return "C"; }
  bool operator==(const locale &) const { return true; }
};

class ctype_base {
 public:
  typedef unsigned short mask;
  static constexpr mask upper = 1, lower = 2, digit = 4, xdigit = 8, space = 16, print = 32, cntrl = 64,
                        punct = 128, blank = 256, alpha = upper | lower, alnum = alpha | digit,
                        graph = alnum | punct;
};
template <> class ctype<char> : public ctype_base {
 public:
  typedef char char_type;
  bool is(mask kinds, char c) const { return kinds & of(c); }
  const char *is(const char *from, const char *to, mask *kinds) const {
    while (from < to) *kinds++ = of(*from++);
    return to;
  }
  char widen(char c) const { return c; }
  char narrow(char c, char) const { return c; }
  char toupper(char c) const { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }
  char tolower(char c) const { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
  const char *toupper(char *from, const char *to) const {
    for (; from < to; from++) *from = toupper(*from);
    return to;
  }
  const char *tolower(char *from, const char *to) const {
    for (; from < to; from++) *from = tolower(*from);
    return to;
  }

 private:
  static mask of(char c) {
    char low = c | 32;
    mask hex = low >= 'a' && low <= 'f' ? xdigit : 0;
    if (c >= 'A' && c <= 'Z') return print | upper | hex;
    if (c >= 'a' && c <= 'z') return print | lower | hex;
    if (c >= '0' && c <= '9') return print | digit | xdigit;
    if (c == ' ') return print | space | blank;
    if (c > ' ' && c < 127) return print | punct;
    if (c == '\t') return cntrl | space | blank;
    if (c >= '\n' && c <= '\r') return cntrl | space;
    return (c >= 0 && c < ' ') || c == 127 ? cntrl : 0;
  }
};
inline namespace __cxx11 {
template <> class collate<char> { // the locale "C": by the numbers of the characters
 public:
  string transform(const char *from, const char *to) const { return string(from, to); }
  int compare(const char *a, const char *aEnd, const char *b, const char *bEnd) const {
    int order = string(a, aEnd).compare(string(b, bEnd));
    return order < 0 ? -1 : order > 0;
  }
};
}
template <class F> bool has_facet(const locale &) noexcept { return true; }
template <class F> const F &use_facet(const locale &) {
  static F one;
  return one;
}
template <class C> C toupper(C c, const locale &) { return ctype<C>().toupper(c); }
template <class C> C tolower(C c, const locale &) { return ctype<C>().tolower(c); }
template <class C> bool isspace(C c, const locale &) { return c == ' ' || (c >= '\t' && c <= '\r'); }
template <class C> bool isdigit(C c, const locale &) { return c >= '0' && c <= '9'; }
template <class C> bool isalpha(C c, const locale &) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

class ios_base {
 public:
  enum fmtflags : unsigned {};
  enum iostate : unsigned {};
  enum openmode : unsigned {};
  enum seekdir { beg, cur, end };
  static constexpr fmtflags boolalpha{fmtflags(1)}, dec{fmtflags(2)}, fixed{fmtflags(4)}, hex{fmtflags(8)}, internal{fmtflags(16)}, left{fmtflags(32)}, oct{fmtflags(64)},
      right{fmtflags(128)}, scientific{fmtflags(256)}, showbase{fmtflags(512)}, showpoint{fmtflags(1024)}, showpos{fmtflags(2048)}, skipws{fmtflags(4096)},
      unitbuf{fmtflags(8192)}, uppercase{fmtflags(16384)}, adjustfield{fmtflags(32 | 128 | 16)}, basefield{fmtflags(2 | 8 | 64)},
      floatfield{fmtflags(4 | 256)};
  static constexpr iostate goodbit{iostate(0)}, badbit{iostate(1)}, eofbit{iostate(2)}, failbit{iostate(4)};
  static constexpr openmode app{openmode(1)}, ate{openmode(2)}, binary{openmode(4)}, in{openmode(8)}, out{openmode(16)}, trunc{openmode(32)};
  class failure : public exception {
   public:
    explicit failure(const string &) {}
    const char *what() const noexcept override { return "basic_ios::clear"; }
  };

  fmtflags flags() const { return _flags; }
  fmtflags flags(fmtflags now) {
    fmtflags before = _flags;
    _flags = now;
    return before;
  }
  fmtflags setf(fmtflags more) { return flags(fmtflags(_flags | more)); }
  fmtflags setf(fmtflags more, fmtflags mask) {
    return flags(fmtflags((_flags & ~mask) | (more & mask)));
  }
  void unsetf(fmtflags less) { _flags = fmtflags(_flags & ~less); }
  streamsize precision() const { return _precision; }
  streamsize precision(streamsize now) {
    streamsize before = _precision;
    _precision = now;
    return before;
  }
  streamsize width() const { return _width; }
  streamsize width(streamsize now) {
    streamsize before = _width;
    _width = now;
    return before;
  }
  locale getloc() const { return locale(); }
  locale imbue(const locale &) { return locale(); }
  static bool sync_with_stdio(bool = true) { return true; }
  virtual ~ios_base() {}

 protected:
  fmtflags _flags = fmtflags(dec | skipws);
  streamsize _precision = 6, _width = 0;
};
constexpr ios_base::fmtflags operator|(ios_base::fmtflags a, ios_base::fmtflags b) {
  return ios_base::fmtflags(unsigned(a) | unsigned(b));
}
constexpr ios_base::fmtflags operator&(ios_base::fmtflags a, ios_base::fmtflags b) {
  return ios_base::fmtflags(unsigned(a) & unsigned(b));
}
constexpr ios_base::fmtflags operator~(ios_base::fmtflags a) { return ios_base::fmtflags(~unsigned(a)); }
constexpr ios_base::iostate operator|(ios_base::iostate a, ios_base::iostate b) {
  return ios_base::iostate(unsigned(a) | unsigned(b));
}
inline ios_base::iostate &operator|=(ios_base::iostate &a, ios_base::iostate b) { return a = a | b; }
constexpr ios_base::openmode operator|(ios_base::openmode a, ios_base::openmode b) {
  return ios_base::openmode(unsigned(a) | unsigned(b));
}

template <class C, class T> class basic_streambuf {
 public:
  typedef C char_type;
  typedef T traits_type;
  typedef typename T::int_type int_type;
  virtual ~basic_streambuf() {}
  int_type sgetc() { return _next < _end ? T::to_int_type(*_next) : underflow(); }
  int_type sbumpc() {
    int_type c = sgetc();
    if (_next < _end) _next++;
    return c;
  }
  int_type snextc() { return sbumpc() == T::eof() ? T::eof() : sgetc(); }
  int_type sungetc() { return _next > _begin ? T::to_int_type(*--_next) : T::eof(); }
  int_type sputbackc(C) { return sungetc(); }
  int_type sputc(C c) { return overflow(T::to_int_type(c)); }
  streamsize sputn(const C *text, streamsize many) { return xsputn(text, many); }
  streamsize sgetn(C *to, streamsize many) {
    streamsize n = 0;
    for (; n < many && sgetc() != T::eof(); n++) to[n] = T::to_char_type(sbumpc());
    return n;
  }
  streamsize in_avail() { return _end - _next; }
  int pubsync() { return sync(); }
  basic_streambuf *pubsetbuf(C *, streamsize) { return this; }

 protected:
  virtual int_type overflow(int_type = T::eof()) { return T::eof(); }
  virtual int_type underflow() { return T::eof(); }
  virtual int sync() { return 0; }
  virtual streamsize xsputn(const C *text, streamsize many) {
    for (streamsize i = 0; i < many; i++) sputc(text[i]);
    return many;
  }
  C *eback() const { return _begin; }
  C *gptr() const { return _next; }
  C *egptr() const { return _end; }
  void gbump(int n) { _next += n; }
  void setg(C *begin, C *next, C *end) { _begin = begin, _next = next, _end = end; }

 private:
  C *_begin = nullptr, *_next = nullptr, *_end = nullptr;
};

template <class C, class T> class basic_ios : public ios_base {
 public:
  typedef C char_type;
  typedef T traits_type;
  typedef typename T::int_type int_type;
  explicit basic_ios(basic_streambuf<C, T> *buffer) : _buffer(buffer) {}
  void init(basic_streambuf<C, T> *buffer) { _buffer = buffer; }
  bool good() const { return _state == goodbit; }
  bool eof() const { return _state & eofbit; }
  bool fail() const { return _state & (badbit | failbit); }
  bool bad() const { return _state & badbit; }
  bool operator!() const { return fail(); }
  explicit operator bool() const { return !fail(); }
  iostate rdstate() const { return _state; }
  void clear(iostate now = goodbit) {
    _state = now;
    if (_state & _thrown) throw failure("");
  }
  void setstate(iostate more) { clear(_state | more); }
  void _M_setstate(iostate more) { setstate(more); }
  iostate exceptions() const { return _thrown; }
  void exceptions(iostate which) { _thrown = which; }
  C fill() const { return _fill; }
  C fill(C now) {
    C before = _fill;
    _fill = now;
    return before;
  }
  basic_streambuf<C, T> *rdbuf() const { return _buffer; }
  basic_streambuf<C, T> *rdbuf(basic_streambuf<C, T> *now) {
    basic_streambuf<C, T> *before = _buffer;
    _buffer = now;
    return before;
  }
  basic_ostream<C, T> *tie(basic_ostream<C, T> *) { return nullptr; }
  C widen(char c) const { return c; }
  char narrow(C c, char) const { return c; }
  basic_ios &copyfmt(const basic_ios &other) {
    flags(other.flags()), precision(other.precision()), width(other.width()), fill(other.fill());
    return *this;
  }

 protected:
  basic_streambuf<C, T> *_buffer;
  iostate _state = goodbit, _thrown = goodbit;
  C _fill = ' ';
};

template <class C, class T> class basic_ostream : virtual public basic_ios<C, T> {
  typedef basic_ios<C, T> Ios;

 public:
  typedef C char_type;
  typedef T traits_type;
  class sentry {
    basic_ostream &out;

   public:
    explicit sentry(basic_ostream &out) : out(out) {}
    ~sentry() {
      if (out.flags() & ios_base::unitbuf) out.flush();
    }
    explicit operator bool() const { return out.good(); }
  };
  explicit basic_ostream(basic_streambuf<C, T> *buffer) : Ios(buffer) {}
  basic_ostream &operator<<(basic_ostream &(*f)(basic_ostream &)) { return f(*this); }
  basic_ostream &operator<<(Ios &(*f)(Ios &)) { return f(*this), *this; }
  basic_ostream &operator<<(ios_base &(*f)(ios_base &)) { return f(*this), *this; }
  basic_ostream &operator<<(bool b) {
    return this->flags() & ios_base::boolalpha ? padded(b ? "true" : "false", b ? 4 : 5) : *this << long(b);
  }
  basic_ostream &operator<<(short n) { return based() ? *this << (unsigned short)n : *this << long(n); }
  basic_ostream &operator<<(int n) { return based() ? *this << (unsigned)n : *this << long(n); }
  basic_ostream &operator<<(long n) { return number("ld", n); }
  basic_ostream &operator<<(long long n) { return *this << long(n); }
  basic_ostream &operator<<(unsigned short n) { return *this << (unsigned long)n; }
  basic_ostream &operator<<(unsigned n) { return *this << (unsigned long)n; }
  basic_ostream &operator<<(unsigned long n) { return number("lu", n); }
  basic_ostream &operator<<(unsigned long long n) { return *this << (unsigned long)n; }
  basic_ostream &operator<<(float x) { return *this << double(x); }
  basic_ostream &operator<<(long double x) { return *this << double(x); }
  basic_ostream &operator<<(double x) {
    char format[16], text[400];
    char *at = format;
    *at++ = '%';
    if (this->flags() & ios_base::showpos) *at++ = '+';
    if (this->flags() & ios_base::showpoint) *at++ = '#';
    *at++ = '.', *at++ = '*';
    auto kind = this->flags() & ios_base::floatfield;
    bool upper = this->flags() & ios_base::uppercase;
    *at++ = kind == ios_base::fixed ? 'f' : kind == ios_base::scientific ? (upper ? 'E' : 'e')
          : kind == ios_base::floatfield ? 'a' : (upper ? 'G' : 'g');
    *at = 0;
    return padded(text, snprintf(text, sizeof text, format, (int)this->precision(), x));
  }
  basic_ostream &operator<<(const void *p) {
    char text[32];
    return padded(text, snprintf(text, sizeof text, p ? "%p" : "0", p));
  }
  basic_ostream &operator<<(decltype(nullptr)) { return *this << "nullptr"; }
  basic_ostream &operator<<(basic_streambuf<C, T> *from) {
    for (auto c = from->sgetc(); c != T::eof(); c = from->snextc()) put(T::to_char_type(c));
    return *this;
  }
  basic_ostream &put(C c) { return write(&c, 1); }
  basic_ostream &write(const C *text, streamsize many) {
    sentry ready(*this);
    if (ready && this->_buffer) this->_buffer->sputn(text, many);
    return *this;
  }
  basic_ostream &flush() {
    if (this->_buffer) this->_buffer->pubsync();
    return *this;
  }
  streampos tellp() { return streampos(-1); }

  basic_ostream &padded(const C *text, streamsize many) {
    streamsize missing = this->width() - many;
    this->width(0);
    if (missing <= 0) return write(text, many);
    auto side = this->flags() & ios_base::adjustfield;
    streamsize head = side != ios_base::internal ? 0 : *text == '-' || *text == '+' ? 1
                    : many > 1 && text[0] == '0' && (text[1] | 32) == 'x' ? 2 : 0;
    string all(text, many);
    if (side == ios_base::left) all.append(missing, this->fill());
    else all.insert(head, missing, this->fill());
    return write(all.data(), all.size());
  }

 private:
  bool based() const { return this->flags() & (ios_base::hex | ios_base::oct); }
  template <class N> basic_ostream &number(const char *plain, N n) {
    char format[16], text[80];
    bool hex = this->flags() & ios_base::hex, oct = this->flags() & ios_base::oct;
    bool plus = *(plain + 1) == 'd' && !hex && !oct && (this->flags() & ios_base::showpos);
    const char *base = this->flags() & ios_base::showbase && (hex || oct) ? "#" : "";
    const char *kind = hex ? (this->flags() & ios_base::uppercase ? "lX" : "lx") : oct ? "lo" : plain;
    snprintf(format, sizeof format, "%%%s%s%s", plus ? "+" : "", base, kind);
    return padded(text, snprintf(text, sizeof text, format, n));
  }
};

template <class C, class T> basic_ostream<C, T> &__ostream_insert(
    basic_ostream<C, T> &out, const C *text, streamsize many) {
  return out.padded(text, many);
}
template <class T> basic_ostream<char, T> &operator<<(basic_ostream<char, T> &out, const char *text) {
  if (!text) {
    out.setstate(ios_base::badbit);
    return out;
  }
  return out.padded(text, T::length(text));
}
template <class T> basic_ostream<char, T> &operator<<(basic_ostream<char, T> &out, const signed char *text) {
  return out << (const char *)text;
}
template <class T> basic_ostream<char, T> &operator<<(basic_ostream<char, T> &out, const unsigned char *text) {
  return out << (const char *)text;
}
template <class T> basic_ostream<char, T> &operator<<(basic_ostream<char, T> &out, char c) { return out.padded(&c, 1); }
template <class T> basic_ostream<char, T> &operator<<(basic_ostream<char, T> &out, signed char c) { return out << (char)c; }
template <class T> basic_ostream<char, T> &operator<<(basic_ostream<char, T> &out, unsigned char c) { return out << (char)c; }
template <class Out, class V, class = decltype(static_cast<ios_base *>((remove_reference_t<Out> *)nullptr)),
          class = enable_if_t<!is_lvalue_reference<Out>::value>>
Out &&operator<<(Out &&out, const V &value) {
  static_cast<remove_reference_t<Out> &>(out) << value;
  return static_cast<Out &&>(out);
}
template <class C, class T> basic_ostream<C, T> &flush(basic_ostream<C, T> &out) { return out.flush(); }
template <class C, class T> basic_ostream<C, T> &endl(basic_ostream<C, T> &out) { return out.put('\n').flush(); }
template <class C, class T> basic_ostream<C, T> &ends(basic_ostream<C, T> &out) { return out.put(0); }

#define __SHMEMLAB_FLAG(name, mask) \
  inline ios_base &name(ios_base &s) { return s.setf(ios_base::name, ios_base::mask), s; }
__SHMEMLAB_FLAG(dec, basefield) __SHMEMLAB_FLAG(hex, basefield) __SHMEMLAB_FLAG(oct, basefield)
__SHMEMLAB_FLAG(fixed, floatfield) __SHMEMLAB_FLAG(scientific, floatfield)
__SHMEMLAB_FLAG(left, adjustfield) __SHMEMLAB_FLAG(right, adjustfield) __SHMEMLAB_FLAG(internal, adjustfield)
#undef __SHMEMLAB_FLAG
#define __SHMEMLAB_FLAG(name) \
  inline ios_base &name(ios_base &s) { return s.setf(ios_base::name), s; } \
  inline ios_base &no##name(ios_base &s) { return s.unsetf(ios_base::name), s; }
__SHMEMLAB_FLAG(boolalpha) __SHMEMLAB_FLAG(showbase) __SHMEMLAB_FLAG(showpoint) __SHMEMLAB_FLAG(showpos)
__SHMEMLAB_FLAG(skipws) __SHMEMLAB_FLAG(unitbuf) __SHMEMLAB_FLAG(uppercase)
#undef __SHMEMLAB_FLAG
inline ios_base &defaultfloat(ios_base &s) { return s.unsetf(ios_base::floatfield), s; }
inline ios_base &hexfloat(ios_base &s) { return s.setf(ios_base::floatfield, ios_base::floatfield), s; }

inline bool __shmemlab_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

template <class C, class T> class basic_istream : virtual public basic_ios<C, T> {
  typedef basic_ios<C, T> Ios;
  streamsize _count = 0;

 public:
  typedef C char_type;
  typedef T traits_type;
  typedef typename T::int_type int_type;
  class sentry {
    bool ok;

   public:
    explicit sentry(basic_istream &in, bool all = false) {
      if (!all && (in.flags() & ios_base::skipws))
        while (in.good() && __shmemlab_space(in.rdbuf()->sgetc())) in.rdbuf()->sbumpc();
      if (in.good() && in.rdbuf()->sgetc() == T::eof()) in.setstate(ios_base::eofbit | ios_base::failbit);
      ok = in.good();
    }
    explicit operator bool() const { return ok; }
  };
  explicit basic_istream(basic_streambuf<C, T> *buffer) : Ios(buffer) {}
  basic_istream &operator>>(basic_istream &(*f)(basic_istream &)) { return f(*this); }
  basic_istream &operator>>(ios_base &(*f)(ios_base &)) { return f(*this), *this; }
#define __SHMEMLAB_READ(type, convert) \
  basic_istream &operator>>(type &to) { \
    string text = token(); \
    if (!this->fail()) { \
      char *end; \
      type value = (type)convert; \
      if (end == text.c_str()) this->setstate(ios_base::failbit); \
      type none{}; \
      to = end == text.c_str() ? none : value; \
    } \
    return *this; \
  }
  __SHMEMLAB_READ(short, strtol(text.c_str(), &end, base()))
  __SHMEMLAB_READ(int, strtol(text.c_str(), &end, base()))
  __SHMEMLAB_READ(long, strtol(text.c_str(), &end, base()))
  __SHMEMLAB_READ(long long, strtol(text.c_str(), &end, base()))
  __SHMEMLAB_READ(unsigned short, strtoul(text.c_str(), &end, base()))
  __SHMEMLAB_READ(unsigned, strtoul(text.c_str(), &end, base()))
  __SHMEMLAB_READ(unsigned long, strtoul(text.c_str(), &end, base()))
  __SHMEMLAB_READ(unsigned long long, strtoul(text.c_str(), &end, base()))
  __SHMEMLAB_READ(float, strtod(text.c_str(), &end))
  __SHMEMLAB_READ(double, strtod(text.c_str(), &end))
  __SHMEMLAB_READ(long double, strtod(text.c_str(), &end))
  __SHMEMLAB_READ(bool, strtol(text.c_str(), &end, 10))
#undef __SHMEMLAB_READ
  int_type get() {
    int_type c = this->good() ? this->_buffer->sbumpc() : T::eof();
    _count = c != T::eof();
    if (c == T::eof()) this->setstate(ios_base::eofbit | ios_base::failbit);
    return c;
  }
  basic_istream &get(C &c) {
    int_type got = get();
    if (got != T::eof()) c = T::to_char_type(got);
    return *this;
  }
  int_type peek() {
    int_type c = this->good() ? this->_buffer->sgetc() : T::eof();
    if (c == T::eof()) this->setstate(ios_base::eofbit);
    return c;
  }
  basic_istream &unget() { return this->_buffer->sungetc(), *this; }
  basic_istream &putback(C) { return unget(); }
  basic_istream &ignore(streamsize many = 1, int_type until = T::eof()) {
    for (_count = 0; _count < many; _count++) {
      int_type c = this->_buffer->sbumpc();
      if (c == T::eof()) this->setstate(ios_base::eofbit);
      if (c == T::eof() || c == until) break;
    }
    return *this;
  }
  basic_istream &read(C *to, streamsize many) {
    _count = this->_buffer->sgetn(to, many);
    if (_count < many) this->setstate(ios_base::eofbit | ios_base::failbit);
    return *this;
  }
  basic_istream &getline(C *to, streamsize room, C until = '\n') {
    _count = 0;
    while (_count + 1 < room) {
      int_type c = this->_buffer->sbumpc();
      if (c == T::eof()) this->setstate(_count ? ios_base::eofbit : ios_base::eofbit | ios_base::failbit);
      if (c == T::eof() || c == T::to_int_type(until)) break;
      to[_count++] = T::to_char_type(c);
    }
    to[_count] = 0;
    return *this;
  }
  streamsize gcount() const { return _count; }
  int sync() { return 0; }

 private:
  int base() const { return this->flags() & ios_base::hex ? 16 : this->flags() & ios_base::oct ? 8 : 10; }
  string token() { // characters that may belong to a number
    string text;
    sentry ready(*this);
    if (!ready) return text;
    for (int_type c = this->_buffer->sgetc();; c = this->_buffer->snextc()) {
      bool digit = c >= '0' && c <= '9', letter = (c | 32) >= 'a' && (c | 32) <= 'f';
      bool sign = (c == '-' || c == '+') && (text.empty() || (text.back() | 32) == 'e');
      bool prefix = (c | 32) == 'x' && (text == "0" || text == "-0") && base() == 16;
      bool point = c == '.' || (c | 32) == 'e';
      if (c == T::eof()) this->setstate(ios_base::eofbit);
      if (c == T::eof() || !(digit || sign || point || prefix || (letter && base() == 16))) break;
      text += T::to_char_type(c);
    }
    return text;
  }
};

template <class T> basic_istream<char, T> &operator>>(basic_istream<char, T> &in, char &c) {
  typename basic_istream<char, T>::sentry ready(in);
  if (ready) in.get(c);
  return in;
}
template <class T> basic_istream<char, T> &operator>>(basic_istream<char, T> &in, char *to) {
  string word;
  in >> word;
  word.copy(to, word.size());
  to[word.size()] = 0;
  return in;
}
template <class C, class T> basic_istream<C, T> &ws(basic_istream<C, T> &in) {
  while (in.good() && __shmemlab_space(in.rdbuf()->sgetc())) in.rdbuf()->sbumpc();
  return in;
}
template <class In, class V, class = decltype(static_cast<ios_base *>((remove_reference_t<In> *)nullptr)),
          class = enable_if_t<!is_lvalue_reference<In>::value>>
In &&operator>>(In &&in, V &&value) {
  static_cast<remove_reference_t<In> &>(in) >> value;
  return static_cast<In &&>(in);
}
template <class C, class T> class basic_iostream : public basic_istream<C, T>, public basic_ostream<C, T> {
 public:
  explicit basic_iostream(basic_streambuf<C, T> *buffer)
      : basic_ios<C, T>(buffer), basic_istream<C, T>(buffer), basic_ostream<C, T>(buffer) {}
};
template <> inline istream &operator>>(istream &in, string &word) {
  typedef char_traits<char> T;
  word.clear();
  istream::sentry ready(in);
  streamsize most = in.width(0);
  while (ready && (most <= 0 || (streamsize)word.size() < most)) {
    auto c = in.rdbuf()->sgetc();
    if (c == T::eof()) in.setstate(ios_base::eofbit);
    if (c == T::eof() || __shmemlab_space(c)) break;
    word += T::to_char_type(in.rdbuf()->sbumpc());
  }
  return in;
}
template <> inline istream &getline(istream &in, string &line, char until) {
  typedef char_traits<char> T;
  line.clear();
  istream::sentry ready(in, true);
  while (ready) {
    auto c = in.rdbuf()->sbumpc();
    if (c == T::eof()) in.setstate(line.empty() ? ios_base::eofbit | ios_base::failbit : ios_base::eofbit);
    if (c == T::eof() || c == T::to_int_type(until)) break;
    line += T::to_char_type(c);
  }
  return in;
}

/* The sink of cout and cerr: whole lines, and the rest when they are flushed. */
class __shmemlab_output : public streambuf {
  FILE *_stream;
  string _line;

 public:
  explicit __shmemlab_output(FILE *stream) : _stream(stream) {}
  ~__shmemlab_output() override { sync(); }

 protected:
  int_type overflow(int_type c) override {
    char one = (char)c;
    return xsputn(&one, 1), c;
  }
  streamsize xsputn(const char *text, streamsize many) override {
    for (streamsize i = 0; i < many; i++) {
      _line += text[i];
      if (text[i] == '\n') sync();
    }
    return many;
  }
  int sync() override {
    if (!_line.empty()) {
      fputs(_line.c_str(), _stream);
      _line.clear();
    }
    return 0;
  }
};
}
