#pragma once
#ifdef __cplusplus
extern "C" {
#endif
char *dirname(char *);
char *__xpg_basename(char *);
#ifdef __cplusplus
}
#endif
#define basename __xpg_basename
