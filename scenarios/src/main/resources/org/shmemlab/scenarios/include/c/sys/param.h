#pragma once
#include <limits.h>
#define MAXHOSTNAMELEN 64
#define MAXPATHLEN 4096
#ifndef PATH_MAX
#define PATH_MAX 4096
#endif
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
