// The VFS: each call either fails, or is passed on to the VFS that was the default.
#include "FaultyState.h"
#include <stdlib.h>
#include <string.h>

static sqlite3_vfs *real_vfs;
static int64_t open_files;

struct faulty_file {
  sqlite3_file base;
  /// The number of the file's name, -1 if it has none.
  int number;
};

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((struct faulty_file *)file + 1); }
static int number(sqlite3_file *file) { return ((struct faulty_file *)file)->number; }

static int faulty_close(sqlite3_file *file) {
  __atomic_sub_fetch(&open_files, 1, __ATOMIC_RELAXED);
  return real(file)->pMethods->xClose(real(file));
}

static int faulty_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (faulty_fails(FAULTY_CALL)) return SQLITE_IOERR_READ;
  return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int faulty_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (faulty_fails(FAULTY_CALL)) return SQLITE_IOERR_WRITE;
  if (faulty_fails(FAULTY_FULL)) return SQLITE_FULL;
  int is_torn = faulty_fails(FAULTY_TORN);
  if (is_torn) count /= 2;
  int code = real(file)->pMethods->xWrite(real(file), bytes, count, offset);
  if (code == SQLITE_OK) faulty_note(FAULTY_WRITTEN, number(file), offset, count, bytes);
  return is_torn ? SQLITE_IOERR_WRITE : code;
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (faulty_fails(FAULTY_CALL)) return SQLITE_IOERR_TRUNCATE;
  int code = real(file)->pMethods->xTruncate(real(file), size);
  if (code == SQLITE_OK) faulty_note(FAULTY_TRUNCATED, number(file), size, 0, NULL);
  return code;
}

static int faulty_sync(sqlite3_file *file, int flags) {
  (void)flags;
  if (faulty_fails(FAULTY_CALL) || faulty_fails(FAULTY_SYNC)) return SQLITE_IOERR_FSYNC;
  faulty_note(FAULTY_SYNCED, number(file), 0, 0, NULL);
  return SQLITE_OK;
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (faulty_fails(FAULTY_CALL)) return SQLITE_IOERR_FSTAT;
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int faulty_lock(sqlite3_file *file, int lock) {
  if (faulty_fails(FAULTY_CALL)) return SQLITE_IOERR_LOCK;
  return real(file)->pMethods->xLock(real(file), lock);
}

static int faulty_unlock(sqlite3_file *file, int lock) { return real(file)->pMethods->xUnlock(real(file), lock); }

static int faulty_check_lock(sqlite3_file *file, int *result) {
  if (faulty_fails(FAULTY_CALL)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int faulty_control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int faulty_sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

static int faulty_characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int faulty_shm_map(sqlite3_file *file, int region, int size, int extends, void volatile **result) {
  if (faulty_fails(FAULTY_CALL)) return SQLITE_IOERR_SHMMAP;
  return real(file)->pMethods->xShmMap(real(file), region, size, extends, result);
}

static int faulty_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  // A lock that can't be released is no failure of the disk.
  if ((flags & SQLITE_SHM_LOCK) && faulty_fails(FAULTY_CALL)) return SQLITE_IOERR_SHMLOCK;
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void faulty_shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int faulty_shm_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

// Version 2: without memory-mapped pages, which no call reads or writes.
static const sqlite3_io_methods methods = {
  .iVersion = 2, .xClose = faulty_close, .xRead = faulty_read, .xWrite = faulty_write, .xTruncate = faulty_truncate,
  .xSync = faulty_sync, .xFileSize = faulty_size, .xLock = faulty_lock, .xUnlock = faulty_unlock,
  .xCheckReservedLock = faulty_check_lock, .xFileControl = faulty_control, .xSectorSize = faulty_sector_size,
  .xDeviceCharacteristics = faulty_characteristics, .xShmMap = faulty_shm_map, .xShmLock = faulty_shm_lock,
  .xShmBarrier = faulty_shm_barrier, .xShmUnmap = faulty_shm_unmap,
};

static int faulty_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  file->pMethods = NULL;
  if (faulty_fails(FAULTY_CALL)) return SQLITE_CANTOPEN;
  memset(real(file), 0, (size_t)real_vfs->szOsFile);
  int code = real_vfs->xOpen(real_vfs, name, real(file), flags, out_flags);
  if (code != SQLITE_OK) {
    if (real(file)->pMethods) real(file)->pMethods->xClose(real(file));
    return code;
  }
  ((struct faulty_file *)file)->number = name && !(flags & SQLITE_OPEN_DELETEONCLOSE) ? faulty_number_of(name) : -1;
  if (flags & SQLITE_OPEN_CREATE) faulty_note(FAULTY_CREATED, number(file), 0, 0, NULL);
  file->pMethods = &methods;
  __atomic_add_fetch(&open_files, 1, __ATOMIC_RELAXED);
  return SQLITE_OK;
}

static int faulty_delete(sqlite3_vfs *vfs, const char *name, int syncs_folder) {
  (void)vfs;
  if (faulty_fails(FAULTY_CALL)) return SQLITE_IOERR_DELETE;
  int code = real_vfs->xDelete(real_vfs, name, 0);
  if (code == SQLITE_OK) faulty_note(FAULTY_DELETED, faulty_number_of(name), syncs_folder, 0, NULL);
  return code;
}

static int faulty_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  (void)vfs;
  if (faulty_fails(FAULTY_CALL)) return SQLITE_IOERR_ACCESS;
  return real_vfs->xAccess(real_vfs, name, flags, result);
}

static int faulty_full_path(sqlite3_vfs *vfs, const char *name, int size, char *result) {
  (void)vfs;
  if (faulty_fails(FAULTY_CALL)) return SQLITE_CANTOPEN;
  return real_vfs->xFullPathname(real_vfs, name, size, result);
}

int faulty_install_storage(void) {
  static sqlite3_vfs vfs;
  real_vfs = sqlite3_vfs_find(NULL);
  if (!real_vfs) return SQLITE_ERROR;
  // What isn't replaced, such as the clock, is the real one's, which finds its state at the same place.
  vfs = *real_vfs;
  vfs.pNext = NULL;
  vfs.zName = "faulty";
  vfs.szOsFile = (int)sizeof(struct faulty_file) + real_vfs->szOsFile;
  vfs.xOpen = faulty_open;
  vfs.xDelete = faulty_delete;
  vfs.xAccess = faulty_access;
  vfs.xFullPathname = faulty_full_path;
  return sqlite3_vfs_register(&vfs, 1);
}

int64_t faulty_open_files(void) { return __atomic_load_n(&open_files, __ATOMIC_RELAXED); }
