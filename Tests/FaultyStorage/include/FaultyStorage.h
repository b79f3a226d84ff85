// Storage and memory for SQLite that fail on demand, and a record of what was written, from which the files after a power failure are
// made. For tests only, in a process of its own: all state is global.
#pragma once
#include <stdint.h>

/// What fails.
enum faulty_failure {
  /// A call of any kind, with the I/O error of its kind.
  FAULTY_CALL = 0,
  /// A write, because the disk is full; nothing is written.
  FAULTY_FULL = 1,
  /// A write, after its first half was written.
  FAULTY_TORN = 2,
  /// A sync.
  FAULTY_SYNC = 3,
  /// An allocation.
  FAULTY_ALLOCATION = 4,
};

/// Makes the failing VFS the default one. Returns a result code of SQLite. Its files are never synced to the disk.
int faulty_install_storage(void);

/// Makes SQLite use the failing allocator; to be called before anything else of SQLite. Returns a result code of SQLite.
int faulty_install_allocator(void);

/// From now on, call `number` (counted from 1) that could fail in this way fails, and if `persists`, all such calls after it.
void faulty_arm(enum faulty_failure failure, int64_t number, int persists);

/// Ends the failures. Returns how many calls failed.
int64_t faulty_disarm(void);

/// How many files are open.
int64_t faulty_open_files(void);

/// The events that are recorded.
enum faulty_event {
  FAULTY_CREATED = 0,
  FAULTY_WRITTEN = 1,
  FAULTY_TRUNCATED = 2,
  FAULTY_SYNCED = 3,
  FAULTY_DELETED = 4,
  /// A call of `faulty_mark`.
  FAULTY_MARKED = 5,
};

/// Forgets the recorded events and starts recording.
void faulty_start_recording(void);

/// Stops recording; the events are kept.
void faulty_stop_recording(void);

/// Records that something was acknowledged.
void faulty_mark(int64_t value);

/// The number of recorded events.
int64_t faulty_event_count(void);

/// What event `index` is.
enum faulty_event faulty_event_kind(int64_t index);

/// The value of the last mark before event `index`, or 0.
int64_t faulty_marked_before(int64_t index);

/// Writes the files to `folder` as they could be on the disk if the power failed just before event `index`.
///
/// Synced content is there. Of the rest, seed 0 loses everything and seed 1 nothing; with other seeds, each write, or each sector of it,
/// is lost or not. A file that was created or deleted without a sync may be missing or there. The shared memory is lost.
/// Returns 0, or -1 if a file can't be written.
int faulty_write_image(int64_t index, uint64_t seed, const char *folder);
