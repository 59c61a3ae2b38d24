/* The machine's, whose functions are functions. */
#pragma GCC system_header
#define __NO_CTYPE
#include_next <ctype.h>
