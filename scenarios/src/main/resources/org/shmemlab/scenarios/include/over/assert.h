/* The machine's, with a failure that names its line by where it is called. */
#pragma GCC system_header
#include_next <assert.h>
#ifdef __cplusplus
extern "C"
#endif
#ifdef __CUDA__
__attribute__((host)) __attribute__((device))
#endif
void __assert_failed(const char *condition) __attribute__((noreturn));
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assert_failed(#condition))
#endif
