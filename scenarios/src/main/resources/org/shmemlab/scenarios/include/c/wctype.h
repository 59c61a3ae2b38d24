#pragma once
#include <wchar.h>
typedef unsigned long wctype_t;
typedef const int *wctrans_t;
#ifdef __cplusplus
extern "C" {
#endif
int iswalnum(wint_t), iswalpha(wint_t), iswblank(wint_t), iswcntrl(wint_t), iswdigit(wint_t);
int iswgraph(wint_t), iswlower(wint_t), iswprint(wint_t), iswpunct(wint_t), iswspace(wint_t);
int iswupper(wint_t), iswxdigit(wint_t), iswctype(wint_t, wctype_t);
wint_t towlower(wint_t), towupper(wint_t), towctrans(wint_t, wctrans_t);
wctrans_t wctrans(const char *);
wctype_t wctype(const char *);
#ifdef __cplusplus
}
#endif
