#pragma once
#include <stddef.h>
#include <shmemlab/string.h>
#ifdef __cplusplus
extern "C" {
#endif
void *memchr(const void *, int, size_t);
int strcoll(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strerror(int);
char *strncat(char *, const char *, size_t);
size_t strnlen(const char *, size_t);
char *strpbrk(const char *, const char *);
size_t strspn(const char *, const char *);
char *strtok(char *, const char *);
size_t strxfrm(char *, const char *, size_t);
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
#ifdef __cplusplus
}
#endif
