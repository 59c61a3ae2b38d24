#pragma once
#include <shmemlab/streams.h>
namespace std {
inline namespace __cxx11 {
template <class C, class T, class A> class basic_stringbuf : public basic_streambuf<C, T> {
  typedef basic_string<C, T, A> Text;
  typedef typename T::int_type Int;
  Text _text;
  size_t _read = 0;

 public:
  basic_stringbuf() {}
  explicit basic_stringbuf(const Text &text) { str(text); }
  Text str() const { return _text; }
  void str(const Text &text) {
    _text = text;
    this->setg(&_text[0], &_text[0], &_text[0] + _text.size());
  }

 protected:
  Int overflow(Int c) override {
    C one = T::to_char_type(c);
    return xsputn(&one, 1), c;
  }
  streamsize xsputn(const C *text, streamsize many) override {
    size_t at = this->gptr() - this->eback();
    if (!this->eback()) at = 0;
    _text.append(text, many);
    this->setg(&_text[0], &_text[0] + at, &_text[0] + _text.size());
    return many;
  }
};
template <class C, class T, class A> class basic_ostringstream : public basic_ostream<C, T> {
  basic_stringbuf<C, T, A> _own;

 public:
  explicit basic_ostringstream(ios_base::openmode = ios_base::out) : basic_ios<C, T>(&_own), basic_ostream<C, T>(&_own) {}
  explicit basic_ostringstream(const basic_string<C, T, A> &text, ios_base::openmode = ios_base::out)
      : basic_ios<C, T>(&_own), basic_ostream<C, T>(&_own), _own(text) {}
  basic_string<C, T, A> str() const { return _own.str(); }
  void str(const basic_string<C, T, A> &text) { _own.str(text); }
  basic_stringbuf<C, T, A> *rdbuf() { return &_own; }
};
template <class C, class T, class A> class basic_istringstream : public basic_istream<C, T> {
  basic_stringbuf<C, T, A> _own;

 public:
  explicit basic_istringstream(ios_base::openmode = ios_base::in) : basic_ios<C, T>(&_own), basic_istream<C, T>(&_own) {}
  explicit basic_istringstream(const basic_string<C, T, A> &text, ios_base::openmode = ios_base::in)
      : basic_ios<C, T>(&_own), basic_istream<C, T>(&_own), _own(text) {}
  basic_string<C, T, A> str() const { return _own.str(); }
  void str(const basic_string<C, T, A> &text) { _own.str(text); }
};
template <class C, class T, class A> class basic_stringstream : public basic_iostream<C, T> {
  basic_stringbuf<C, T, A> _own;

 public:
  explicit basic_stringstream(ios_base::openmode = ios_base::in | ios_base::out)
      : basic_ios<C, T>(&_own), basic_iostream<C, T>(&_own) {}
  explicit basic_stringstream(const basic_string<C, T, A> &text, ios_base::openmode = ios_base::in | ios_base::out)
      : basic_ios<C, T>(&_own), basic_iostream<C, T>(&_own), _own(text) {}
  basic_string<C, T, A> str() const { return _own.str(); }
  void str(const basic_string<C, T, A> &text) { _own.str(text); }
};
}
}
