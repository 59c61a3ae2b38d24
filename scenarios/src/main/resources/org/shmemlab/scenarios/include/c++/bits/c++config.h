/* Templates of the C++ library are compiled with the program: nothing here holds them ready. */
#pragma once
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
