#ifndef SHMEMLAB_STDIO_H
#define SHMEMLAB_STDIO_H
#include <stddef.h>
typedef struct __stream FILE;
#define stdin ((FILE *)3)
#define stdout ((FILE *)1)
#define stderr ((FILE *)2)
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#endif
