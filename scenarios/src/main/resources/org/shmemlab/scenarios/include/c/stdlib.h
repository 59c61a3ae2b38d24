#pragma once
/* <cstdlib> goes on to the system's header: only one of the two may count */
#ifndef _STDLIB_H
#define _STDLIB_H 1
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 1
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
#include <shmemlab/stdlib.h>
#ifdef __cplusplus
extern "C" {
#endif
int atexit(void (*)(void));
int at_quick_exit(void (*)(void));
void quick_exit(int) __attribute__((noreturn));
void _Exit(int) __attribute__((noreturn));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);
int mblen(const char *, size_t);
size_t mbstowcs(wchar_t *, const char *, size_t);
int mbtowc(wchar_t *, const char *, size_t);
size_t wcstombs(char *, const wchar_t *, size_t);
int wctomb(char *, wchar_t);
float strtof(const char *, char **);
long double strtold(const char *, char **);
int system(const char *);
int posix_memalign(void **, size_t, size_t);
#ifdef __cplusplus
}
#endif
#endif
