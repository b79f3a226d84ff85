// What the files of this target share.
#pragma once
#include "FaultyStorage.h"
#include <sqlite3.h>

/// Counts a call that could fail in this way. Returns whether it has to fail.
int faulty_fails(enum faulty_failure failure);

/// The number of a file name; its folder is ignored.
int faulty_number_of(const char *path);

/// Records an event, if events are recorded. `bytes` are copied. Files with the number -1 are ignored.
void faulty_note(enum faulty_event kind, int file, int64_t offset, int64_t count, const void *bytes);
