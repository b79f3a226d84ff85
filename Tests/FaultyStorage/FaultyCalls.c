// Which call fails, and the allocator.
#include "FaultyState.h"

static int64_t armed_number, call_count, failed_count;
static int armed_failure, armed_persists;

void faulty_arm(enum faulty_failure failure, int64_t number, int persists) {
  faulty_disarm();
  armed_failure = failure;
  armed_persists = persists;
  call_count = 0;
  __atomic_store_n(&armed_number, number, __ATOMIC_RELEASE);
}

int64_t faulty_disarm(void) {
  __atomic_store_n(&armed_number, 0, __ATOMIC_RELEASE);
  return __atomic_exchange_n(&failed_count, 0, __ATOMIC_RELAXED);
}

int faulty_fails(enum faulty_failure failure) {
  int64_t number = __atomic_load_n(&armed_number, __ATOMIC_ACQUIRE);
  if (number == 0 || (int)failure != armed_failure) return 0;
  int64_t call = __atomic_add_fetch(&call_count, 1, __ATOMIC_RELAXED);
  if (call != number && !(armed_persists && call > number)) return 0;
  __atomic_add_fetch(&failed_count, 1, __ATOMIC_RELAXED);
  return 1;
}

static sqlite3_mem_methods real_memory;

static void *faulty_malloc(int size) { return faulty_fails(FAULTY_ALLOCATION) ? 0 : real_memory.xMalloc(size); }

static void *faulty_realloc(void *memory, int size) {
  return faulty_fails(FAULTY_ALLOCATION) ? 0 : real_memory.xRealloc(memory, size);
}

int faulty_install_allocator(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods memory = real_memory;
  memory.xMalloc = faulty_malloc;
  memory.xRealloc = faulty_realloc;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
}
