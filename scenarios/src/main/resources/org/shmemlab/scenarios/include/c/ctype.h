#ifndef SHMEMLAB_CTYPE_H
#define SHMEMLAB_CTYPE_H
#include <shmemlab/inlined.h>
__SHMEMLAB_INLINED int isdigit(int c) { return c >= '0' && c <= '9'; }
__SHMEMLAB_INLINED int islower(int c) { return c >= 'a' && c <= 'z'; }
__SHMEMLAB_INLINED int isupper(int c) { return c >= 'A' && c <= 'Z'; }
__SHMEMLAB_INLINED int isalpha(int c) { return islower(c) || isupper(c); }
__SHMEMLAB_INLINED int isalnum(int c) { return isalpha(c) || isdigit(c); }
__SHMEMLAB_INLINED int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
__SHMEMLAB_INLINED int isxdigit(int c) {
  return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
__SHMEMLAB_INLINED int isprint(int c) { return c >= ' ' && c <= '~'; }
__SHMEMLAB_INLINED int ispunct(int c) { return isprint(c) && c != ' ' && !isalnum(c); }
__SHMEMLAB_INLINED int tolower(int c) { return isupper(c) ? c - 'A' + 'a' : c; }
__SHMEMLAB_INLINED int toupper(int c) { return islower(c) ? c - 'a' + 'A' : c; }
__SHMEMLAB_INLINED int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }
__SHMEMLAB_INLINED int isgraph(int c) { return c > ' ' && c <= '~'; }
__SHMEMLAB_INLINED int isblank(int c) { return c == ' ' || c == '\t'; }
#endif
