/* The machine's, with streams that are numbers, as in the run-time system. */
#pragma GCC system_header
#include_next <stdio.h>
#undef stdin
#undef stdout
#undef stderr
#define stdin ((FILE *)3)
#define stdout ((FILE *)1)
#define stderr ((FILE *)2)
