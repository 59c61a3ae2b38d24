#pragma once
/* POSIX.1-2017, sys/utsname.h. */
struct utsname {
  char sysname[65], nodename[65], release[65], version[65], machine[65], domainname[65];
};
#ifdef __cplusplus
extern "C"
#endif
int uname(struct utsname *names);
