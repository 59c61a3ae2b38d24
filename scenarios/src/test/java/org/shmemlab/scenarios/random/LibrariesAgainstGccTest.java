package org.shmemlab.scenarios.random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of the libraries of C and C++ against those of gcc: complex numbers, errors, patterns. */
@Tag("compiler")
class LibrariesAgainstGccTest {
  private static final String COMPLEX =
      """
      #include <complex.h>
      #include <stdio.h>
      static void show(const char *what, double _Complex z) { printf("%s %.9g %.9g\\n", what, creal(z), cimag(z)); }
      int main(void) {
        const double _Complex all[] = {3 + 4 * I, -3 + 4 * I, -3 - 4 * I, 0.5 - 0.25 * I, -2, 1e-3 * I};
        for (int i = 0; i < 6; i++) {
          double _Complex z = all[i];
          show("sqrt", csqrt(z)); show("exp", cexp(z)); show("log", clog(z)); show("pow", cpow(z, 1.5 - I));
          show("sin", csin(z)); show("cos", ccos(z)); show("tan", ctan(z));
          show("sinh", csinh(z)); show("cosh", ccosh(z)); show("tanh", ctanh(z));
          show("conj", conj(z)); show("over", z / (1 + 2 * I)); show("times", z * z);
          printf("%.9g %.9g %.6g\\n", cabs(z), carg(z), cabsf((float _Complex)z));
        }
        float _Complex f = 1.5f + 2 * I, g = f * f;
        long double _Complex l = 1.25L + 2 * I;
        printf("%g %g %Lg %d\\n", crealf(g), cimagf(g), cimagl(l * l), f == 1.5f + 2.0f * I);
        const double _Complex far = CMPLX(1.0 / 0.0, 2), none = 0;
        show("of infinity", far * (2 - I)); show("by nothing", (1 + I) / none); show("by infinity", (1 + I) / far);
        show("far", cproj(CMPLX(1.0 / 0.0, -1)));
      }
      """;

  private static final String PATTERNS_AND_ERRORS =
      """
      #include <regex>
      #include <iostream>
      #include <string>
      #include <system_error>
      #include <cerrno>
      #include <stdexcept>
      int main(){
        std::string s = "put_bw 4096 12.5 GB/s";
        std::regex r("(\\\\w+) (\\\\d+) ([0-9.]+)");
        std::smatch m; std::regex words("[a-zA-Z_]+");
        if (std::regex_search(s,m,r)) std::cout << m[1] << "|" << m[2] << "|" << m[3] << "\\n";
        std::cout << std::regex_replace(s, std::regex("[0-9]+"), "#") << "\\n";
        for (std::sregex_iterator i(s.begin(), s.end(), words), e; i!=e; ++i) std::cout << i->str() << ",";
        std::cout << "\\n" << std::regex_match("Hello", std::regex("h.*o", std::regex::icase)) << "\\n";
        try { std::regex bad("("); } catch (const std::regex_error &e) { std::cout << "regex_error " << (e.code()==std::regex_constants::error_paren) << "\\n"; }
        std::error_code ec(ENOENT, std::generic_category());
        std::cout << ec.message() << " " << ec.value() << " " << ec.category().name() << "\\n";
        try { throw std::system_error(ec, "open"); } catch (const std::system_error &e) { std::cout << e.what() << " " << e.code() << "\\n"; }
        std::error_condition c = std::make_error_condition(std::errc::no_such_file_or_directory);
        std::cout << (ec == c) << (ec == std::errc::permission_denied) << "\\n";
        std::cout << std::make_error_code(std::errc::invalid_argument).message() << " " << std::system_category().name()<< "\\n";
      }
      """;

  private static final String OWN_ERRORS =
      """
      #include <mutex>
      #include <memory>
      #include <iostream>
      #include <future>
      #include <system_error>
      enum class Code { ok, lost = 7 };
      struct Category : std::error_category {
        const char *name() const noexcept override { return "mine"; }
        std::string message(int n) const override { return n == 7 ? "the PE is lost, and so is its memory" : "fine"; }
      };
      const Category mine;
      std::error_code make_error_code(Code c) { return {int(c), mine}; }
      template <> struct std::is_error_code_enum<Code> : std::true_type {};
      int main() {
        std::error_code e = Code::lost;
        std::cout << e << " " << e.message() << " " << (e == Code::ok) << (e.default_error_condition().category() == mine) << bool(e) << "\\n";
        std::mutex m; std::unique_lock<std::mutex> l(m, std::defer_lock);
        try { l.unlock(); } catch (const std::system_error &e) { std::cout << e.what() << " " << e.code().value() << "\\n"; }
        std::promise<int> p; auto f = p.get_future();
        try { p.get_future(); } catch (const std::future_error &e) { std::cout << e.what() << " " << e.code() << "\\n"; }
      }
      """;

  @Test
  void complexNumbers() {
    OnePe.printsTheSameAsGcc(COMPLEX, Dialect.C);
  }

  @ParameterizedTest
  @ValueSource(strings = {PATTERNS_AND_ERRORS, OWN_ERRORS})
  void patternsAndErrors(String program) {
    OnePe.printsTheSameAsGcc(program, Dialect.CPP);
  }
}
