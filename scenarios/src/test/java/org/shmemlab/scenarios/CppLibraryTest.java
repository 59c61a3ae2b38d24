package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;

/** The library of C++ without its templates: exceptions, streams, threads, clocks. */
@Tag("compiler")
class CppLibraryTest {
  private static final String WAITS =
      """
      #include <atomic>
      #include <barrier>
      #include <chrono>
      #include <condition_variable>
      #include <future>
      #include <iostream>
      #include <latch>
      #include <mutex>
      #include <optional>
      #include <semaphore>
      #include <shared_mutex>
      #include <stop_token>
      #include <thread>
      #include <variant>
      #include <vector>
      using namespace std::chrono_literals;
      struct Ends { int n; ~Ends() { std::printf("end %d\\n", n); } };
      thread_local Ends mine{7};
      int main() {
        std::recursive_mutex r; { std::lock_guard a(r); std::lock_guard b(r); std::cout << r.try_lock() << "\\n"; r.unlock(); }
        std::timed_mutex t; std::cout << t.try_lock_for(1ms) << "\\n";
        std::condition_variable cv; std::mutex m; bool ready = false;
        { std::unique_lock l(m); std::cout << cv.wait_for(l, 1ms, [&] { return ready; }) << "\\n"; }
        t.unlock();
        { std::jthread j([](std::stop_token s, int n) { mine.n = n; while (!s.stop_requested()) std::this_thread::yield(); }, 3); j.request_stop(); }
        std::latch l(2); std::thread a([&] { l.count_down(); }); l.arrive_and_wait(); a.join();
        std::barrier b(2, []() noexcept { std::cout << "phase\\n"; }); std::thread c([&] { b.arrive_and_wait(); b.arrive_and_wait(); }); b.arrive_and_wait(); b.arrive_and_wait(); c.join();
        std::counting_semaphore<4> s(0); std::thread d([&] { s.release(); }); s.acquire(); d.join();
        std::atomic<int> f{0}; std::thread e([&] { f = 1; f.notify_one(); }); f.wait(0); e.join(); std::cout << f << "\\n";
        std::once_flag once; for (int i = 0; i < 2; i++) std::call_once(once, [] { std::cout << "once\\n"; });
        auto fut = std::async(std::launch::async, [] { return 5; }); std::cout << (fut.wait_for(0ms) == std::future_status::deferred) << fut.get() << "\\n";
        std::shared_mutex sm; { std::shared_lock x(sm), y(sm); } { std::unique_lock x(sm); }
        std::variant<int, std::string> v = "abc"; std::visit([](auto &x) { std::cout << x << "\\n"; }, v);
      }
      """;

  private static final String EXCEPTIONS =
      """
      #include <cstdio>
      #include <stdexcept>
      #include <string>
      #include <vector>
      #include <memory>
      struct Loud { int n; Loud(int n) : n(n) {} ~Loud() { std::printf("end %d\\n", n); } };
      struct Base { virtual ~Base() {} virtual const char *name() const { return "Base"; } };
      struct Other { int o = 5; virtual ~Other() {} };
      struct Derived : Other, Base { const char *name() const override { return "Derived"; } };
      static int deep(int n) {
        Loud l(n);
        if (n == 0) throw 42;
        return deep(n - 1) + 1;
      }
      static void any(int kind) {
        try {
          switch (kind) {
            case 0: throw 1;
            case 1: throw std::runtime_error("run " + std::to_string(kind));
            case 2: throw Derived();
            case 3: throw "text";
            case 4: throw new Derived();
            case 5: { std::vector<int> v(3); v.at(7) = 1; break; }
            case 6: throw std::string("s");
            case 7: { std::unique_ptr<int> p(new int(3)); std::stoi("x"); break; }
            case 8: throw 2.5;
          }
        } catch (const std::logic_error &e) {
          std::printf("logic %s\\n", e.what());
        } catch (const std::exception &e) {
          std::printf("std %s\\n", e.what());
        } catch (const Base &b) {
          std::printf("base %s\\n", b.name());
        } catch (Base *b) {
          std::printf("pointer %s\\n", b->name());
          delete b;
        } catch (const char *text) {
          std::printf("text %s\\n", text);
        } catch (std::string &s) {
          std::printf("string %s\\n", s.c_str());
        } catch (int n) {
          std::printf("int %d\\n", n);
          try { throw; } catch (...) { std::printf("again\\n"); }
        }
      }
      int main() {
        try { deep(3); } catch (int n) { std::printf("caught %d\\n", n); }
        for (int i = 0; i < 8; i++) any(i);
        try { any(8); } catch (...) { std::printf("all\\n"); }
        try {
          try { throw std::out_of_range("inner"); }
          catch (std::exception &e) { Loud l(9); throw; }
        } catch (std::out_of_range &e) { std::printf("%s %d\\n", e.what(), std::uncaught_exceptions()); }
        std::exception_ptr p;
        try { throw std::runtime_error("kept"); } catch (...) { p = std::current_exception(); }
        try { std::rethrow_exception(p); } catch (std::exception &e) { std::printf("%s\\n", e.what()); }
        Base *b = new Derived;
        std::printf("%d %d\\n", dynamic_cast<Derived *>(b) != nullptr, dynamic_cast<Other *>(b)->o);
        Base plain;
        try { (void)dynamic_cast<Derived &>(plain); } catch (std::bad_cast &e) { std::printf("%s\\n", e.what()); }
        delete b;
      }
      """;

  private static final String STREAMS =
      """
      #include <iostream>
      #include <sstream>
      #include <iomanip>
      #include <string>
      #include <vector>
      #include <map>
      #include <complex>
      #include <bitset>
      #include <chrono>
      #include <memory>
      #include <random>
      #include <algorithm>
      #include <numeric>
      #include <iterator>
      struct P { int x, y; };
      std::ostream &operator<<(std::ostream &o, const P &p) { return o << '(' << p.x << ", " << p.y << ')'; }
      std::istream &operator>>(std::istream &i, P &p) { return i >> p.x >> p.y; }
      int main() {
        std::cout << "hello " << 42 << ' ' << 3.5 << ' ' << true << ' ' << std::boolalpha << false << std::noboolalpha << std::endl;
        std::cout << std::hex << std::showbase << 255 << ' ' << -1 << std::dec << ' ' << std::setw(6) << std::setfill('*') << 42 << std::left << std::setw(5) << 7 << "|\\n";
        std::cout << std::setfill(' ') << std::fixed << std::setprecision(2) << 3.14159 << ' ' << std::scientific << 12345.678 << std::defaultfloat << ' ' << std::setprecision(10) << 1.0 / 3 << '\\n';
        std::string s = "text";
        std::cout << std::right << std::setw(10) << s << "|" << std::string_view("view") << P{1, 2} << '\\n';
        std::ostringstream o;
        o << "n=" << 5 << ' ' << 2.5f;
        std::cout << o.str() << ' ' << o.str().size() << "\\n";
        std::istringstream in("12 34 word 5.5 0x1f rest of line\\nsecond line\\n");
        int a, b; std::string w; double d;
        in >> a >> b >> w >> d;
        std::cout << a + b << w << d << '\\n';
        std::string line;
        std::getline(in, line);
        std::cout << '[' << line << "]\\n";
        while (std::getline(in, line)) std::cout << '<' << line << ">\\n";
        std::stringstream ss;
        ss << 1 << ' ' << 2 << ' ' << 3;
        int sum = 0, n;
        while (ss >> n) sum += n;
        std::cout << sum << ' ' << ss.eof() << '\\n';
        P p; std::stringstream("8 9") >> p; std::cout << p << '\\n';
        std::cout << std::complex<double>(1, -2) << ' ' << std::bitset<8>(37) << '\\n';
        std::vector<int> v(5); std::iota(v.begin(), v.end(), 1);
        std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, ","));
        std::cout << '\\n';
        std::map<std::string, int> m{{"a", 1}, {"b", 2}};
        for (auto &[k, x] : m) std::cout << k << '=' << x << ';';
        std::cout << '\\n' << (unsigned char)'c' << (const void *)nullptr << '\\n';
        std::mt19937 g(5); std::uniform_int_distribution<int> dist(1, 100);
        std::cout << g() << ' ' << g() << '\\n';
        std::shuffle(v.begin(), v.end(), g);
        std::cout << std::accumulate(v.begin(), v.end(), 0) << '\\n';
        std::istringstream bad("abc"); int q = 3; bad >> q; std::cout << q << bad.fail() << '\\n';
        std::cout << "no newline at the end";
      }
      """;

  private static final String THREADS =
      """
      #include <thread>
      #include <mutex>
      #include <condition_variable>
      #include <atomic>
      #include <vector>
      #include <iostream>
      #include <chrono>
      #include <future>
      #include <queue>
      #include <functional>
      std::mutex m; std::condition_variable cv; std::queue<int> q; bool done;
      thread_local int mine = 5;
      static std::once_flag once;
      int main() {
        std::vector<std::thread> all;
        std::atomic<int> sum{0};
        long total = 0;
        for (int i = 0; i < 4; i++)
          all.emplace_back([&, i] {
            mine += i;
            sum += mine;
            std::call_once(once, [] { std::cout << "once" << std::endl; });
            std::lock_guard<std::mutex> guard(m);
            total += i;
          });
        for (auto &t : all) t.join();
        std::cout << sum << ' ' << total << ' ' << mine << std::endl;
        std::thread consumer([] {
          std::unique_lock<std::mutex> lock(m);
          int got = 0;
          while (!done || !q.empty()) {
            cv.wait(lock, [] { return done || !q.empty(); });
            while (!q.empty()) { got += q.front(); q.pop(); }
          }
          std::cout << "got " << got << std::endl;
        });
        for (int i = 1; i <= 5; i++) { std::lock_guard<std::mutex> g(m); q.push(i); cv.notify_one(); }
        { std::lock_guard<std::mutex> g(m); done = true; }
        cv.notify_all();
        consumer.join();
        auto t0 = std::chrono::steady_clock::now();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        auto t1 = std::chrono::steady_clock::now();
        std::cout << (t1 >= t0) << ' ' << (std::chrono::duration<double>(t1 - t0).count() >= 0) << std::endl;
        unsigned __int128 w = (unsigned __int128)1 << 100;
        __int128 n = -(__int128)w + 7;
        std::cout << (unsigned long)(w / 12345678901234567ull) << ' ' << (long)(n % 1000003) << ' ' << (long)(n / ((__int128)1 << 70)) << std::endl;
      }
      """;

  @BeforeAll
  static void theHeadersAreThere() {
    assumeTrue(Files.isDirectory(Path.of("/usr/include/c++")));
  }

  private static String output(String text) {
    return Running.output("program.cpp", text, 1);
  }

  @Test
  void exceptionsGoToTheHandlerOfTheirType() {
    assertThat(output(EXCEPTIONS))
        .isEqualTo(
            """
            end 0
            end 1
            end 2
            end 3
            caught 42
            int 1
            again
            std run 1
            base Derived
            text text
            pointer Derived
            logic vector::_M_range_check: __n (which is 7) >= this->size() (which is 3)
            string s
            logic stoi
            all
            end 9
            inner 0
            kept
            1 5
            std::bad_cast
            """);
  }

  @Test
  void errorsWithoutAHandlerAreNamed() {
    String program =
        """
        #include <regex>
        #include <system_error>
        int main() {
          %s
        }
        """;
    assertThat(
            output(
                program.formatted(
                    "throw std::system_error(std::make_error_code(std::errc::io_error),"
                        + " \"put\");")))
        .contains("std::system_error': put: Input/output error");
    assertThat(output(program.formatted("std::regex pattern(\"(\");")))
        .contains("std::regex_error': ");
  }

  @Test
  void streamsFormatAndRead() {
    assertThat(output(STREAMS))
        .isEqualTo(
            """
            hello 42 3.5 1 false
            0xff 0xffffffff ****427****|
            3.14 1.23e+04 0.3333333333
                  text|view(1, 2)
            n=5 2.5 7
            46word5.5
            [ 0x1f rest of line]
            <second line>
            6 1
            (8, 9)
            (1,-2) 00100101
            1,2,3,4,5,
            a=1;b=2;
            c0
            953453411 236996814
            15
            01
            no newline at the end\
            """);
  }

  @Test
  void threadsMeetAndClocksRun() {
    assertThat(output(THREADS))
        .isEqualTo(
            """
            once
            26 6 5
            got 15
            1 1
            102679699542603 -253102 -1073741823
            """);
  }

  /**
   * Mutexes of every kind, waits with a time limit, additions of C++20, ends of thread-local
   * variables.
   */
  @Test
  void threadsWaitInEveryWay() {
    SourceFile source =
        new SourceFile("waits.cpp", WAITS).compiledWith(CompilerOptions.NONE.with("-std=c++20"));
    assertThat(Running.output(source, 1))
        .isEqualTo(
            """
            1
            1
            0
            end 3
            phase
            phase
            1
            once
            05
            abc
            """);
  }
}
