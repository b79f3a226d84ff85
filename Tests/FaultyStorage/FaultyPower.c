// The record of what was written, and the files that a power failure leaves.
#include "FaultyState.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { sector = 512, maximum_files = 64 };

struct event {
  enum faulty_event kind;
  int file;
  /// The offset of a write, the size after a truncation, the value of a mark, whether a deletion syncs the folder.
  int64_t offset;
  int64_t count;
  unsigned char *bytes;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_recording;
static struct event *events;
static int64_t event_count, event_capacity;
static char *names[maximum_files];
static int name_count;

int faulty_number_of(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  pthread_mutex_lock(&mutex);
  int number = 0;
  while (number < name_count && strcmp(names[number], name) != 0) number++;
  if (number == name_count) {
    // Files that don't fit are not recorded; a test that records uses a few names only.
    if (name_count < maximum_files) {
      names[name_count++] = strdup(name);
    } else {
      number = -1;
    }
  }
  pthread_mutex_unlock(&mutex);
  return number;
}

static void append(enum faulty_event kind, int file, int64_t offset, int64_t count, const void *bytes) {
  pthread_mutex_lock(&mutex);
  if (is_recording) {
    if (event_count == event_capacity) {
      event_capacity = event_capacity ? event_capacity * 2 : 1024;
      events = realloc(events, (size_t)event_capacity * sizeof *events);
    }
    struct event event = {kind, file, offset, count, NULL};
    if (count > 0) event.bytes = memcpy(malloc((size_t)count), bytes, (size_t)count);
    events[event_count++] = event;
  }
  pthread_mutex_unlock(&mutex);
}

void faulty_note(enum faulty_event kind, int file, int64_t offset, int64_t count, const void *bytes) {
  if (file >= 0) append(kind, file, offset, count, bytes);
}

void faulty_mark(int64_t value) { append(FAULTY_MARKED, -1, value, 0, NULL); }

void faulty_start_recording(void) {
  pthread_mutex_lock(&mutex);
  for (int64_t index = 0; index < event_count; index++) free(events[index].bytes);
  event_count = 0;
  is_recording = 1;
  pthread_mutex_unlock(&mutex);
}

void faulty_stop_recording(void) {
  pthread_mutex_lock(&mutex);
  is_recording = 0;
  pthread_mutex_unlock(&mutex);
}

int64_t faulty_event_count(void) { return event_count; }
enum faulty_event faulty_event_kind(int64_t index) { return events[index].kind; }

int64_t faulty_marked_before(int64_t index) {
  while (index-- > 0) {
    if (events[index].kind == FAULTY_MARKED) return events[index].offset;
  }
  return 0;
}

/// A file on the disk.
struct image {
  unsigned char *bytes;
  int64_t size;
  /// The events after the last sync, each a write or a truncation.
  int64_t *pending;
  int64_t pending_count, pending_capacity;
  /// Whether the file exists; if not, whether it did and its deletion may be lost.
  int exists, was_deleted;
  /// Whether the entry in the folder can't be lost.
  int is_entry_synced;
  /// Whether the first sync of the file will sync the folder too.
  int syncs_folder;
};

/// SplitMix64.
static uint64_t next(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

static void resize(struct image *image, int64_t size) {
  image->bytes = realloc(image->bytes, (size_t)(size > 0 ? size : 1));
  if (size > image->size) memset(image->bytes + image->size, 0, (size_t)(size - image->size));
  image->size = size;
}

static void put(struct image *image, int64_t offset, int64_t count, const unsigned char *bytes) {
  if (offset + count > image->size) resize(image, offset + count);
  memcpy(image->bytes + offset, bytes, (size_t)count);
}

static void apply(struct image *image, const struct event *event) {
  if (event->kind == FAULTY_TRUNCATED) {
    resize(image, event->offset);
  } else {
    put(image, event->offset, event->count, event->bytes);
  }
}

/// Applies what reached the disk of a write whose sectors are written in any order.
static void apply_sectors(struct image *image, const struct event *event, uint64_t *random) {
  int64_t start = 0;
  while (start < event->count) {
    int64_t end = start + sector - (event->offset + start) % sector;
    if (end > event->count) end = event->count;
    if (next(random) & 1) put(image, event->offset + start, end - start, event->bytes + start);
    start = end;
  }
}

static void apply_some(struct image *image, uint64_t seed, uint64_t *random) {
  for (int64_t index = 0; index < image->pending_count; index++) {
    const struct event *event = &events[image->pending[index]];
    int choice = seed == 0 ? 0 : seed == 1 ? 1 : (int)(next(random) % 3);
    if (choice == 1) apply(image, event);
    if (choice == 2 && event->kind == FAULTY_WRITTEN) apply_sectors(image, event, random);
  }
}

static void hold(struct image *image, int64_t index) {
  if (image->pending_count == image->pending_capacity) {
    image->pending_capacity = image->pending_capacity ? image->pending_capacity * 2 : 64;
    image->pending = realloc(image->pending, (size_t)image->pending_capacity * sizeof *image->pending);
  }
  image->pending[image->pending_count++] = index;
}

/// Makes the entries of all files permanent.
static void sync_folder(struct image *images) {
  for (int file = 0; file < name_count; file++) {
    images[file].is_entry_synced = 1;
    images[file].was_deleted = 0;
  }
}

/// Whether SQLite syncs the folder after it has created a file: it does for journals and logs.
/// Source: SQLite, os_unix.c, UNIXFILE_DIRSYNC.
static int is_journal(int file) {
  const char *suffix = strrchr(names[file], '-');
  return suffix && (strcmp(suffix, "-wal") == 0 || strcmp(suffix, "-journal") == 0);
}

/// Follows a file through an event.
static void replay(struct image *images, int64_t index) {
  const struct event *event = &events[index];
  struct image *image = &images[event->file];
  switch (event->kind) {
  case FAULTY_CREATED:
    if (image->exists) break;
    image->exists = 1;
    image->was_deleted = image->is_entry_synced = 0;
    image->syncs_folder = is_journal(event->file);
    image->pending_count = 0;
    resize(image, 0);
    break;
  case FAULTY_WRITTEN:
  case FAULTY_TRUNCATED:
    hold(image, index);
    break;
  case FAULTY_SYNCED:
    for (int64_t held = 0; held < image->pending_count; held++) apply(image, &events[image->pending[held]]);
    image->pending_count = 0;
    if (image->syncs_folder) sync_folder(images);
    image->syncs_folder = 0;
    break;
  case FAULTY_DELETED:
    image->exists = 0;
    image->was_deleted = 1;
    if (event->offset) sync_folder(images);
    break;
  case FAULTY_MARKED:
    break;
  }
}

/// Whether the file has an entry in the folder after the power failure.
static int survives(const struct image *image, uint64_t seed, uint64_t *random) {
  int is_sure = image->exists ? image->is_entry_synced : !(image->was_deleted && image->is_entry_synced);
  if (is_sure) return image->exists;
  // An entry that wasn't synced: seed 0 loses the change, seed 1 keeps it.
  int keeps = seed == 0 ? 0 : seed == 1 ? 1 : (int)(next(random) & 1);
  return keeps ? image->exists : !image->exists;
}

int faulty_write_image(int64_t index, uint64_t seed, const char *folder) {
  struct image *images = calloc(maximum_files, sizeof *images);
  uint64_t random = seed ^ ((uint64_t)index << 20);
  int result = 0;
  for (int64_t event = 0; event < index; event++) {
    if (events[event].file >= 0) replay(images, event);
  }
  for (int file = 0; file < name_count; file++) {
    struct image *image = &images[file];
    if (survives(image, seed, &random)) {
      apply_some(image, seed, &random);
      char *path = sqlite3_mprintf("%s/%s", folder, names[file]);
      FILE *output = fopen(path, "wb");
      if (!output || fwrite(image->bytes, 1, (size_t)image->size, output) != (size_t)image->size) result = -1;
      if (output && fclose(output) != 0) result = -1;
      sqlite3_free(path);
    }
    free(image->bytes);
    free(image->pending);
  }
  free(images);
  return result;
}
