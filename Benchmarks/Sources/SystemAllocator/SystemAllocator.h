#pragma once
#ifdef __linux__
#include <malloc.h>  // no part of Swift's Glibc module
#endif
