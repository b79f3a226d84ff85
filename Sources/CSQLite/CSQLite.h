// libsqlite3 as Swift sees it, with what Swift cannot import: a macro that is a cast, and a variadic function.
#pragma once
#include <pthread.h>
// SQLCipher's header declares the same, and more.
#if defined(__APPLE__)
#include "SQLiteDeclarations.h"
#elif __has_include(<sqlite3.h>)
#include <sqlite3.h>
#else
#include <sqlcipher/sqlite3.h>
#endif
#include <stdint.h>
#include <string.h>
#include <time.h>

/// A number that no other running thread has; never 0.
static inline uintptr_t postil_current_thread(void) { return (uintptr_t)pthread_self(); }

// What 'Atomic' of PostilSQLite consists of where Swift's own isn't available.
static inline uint64_t postil_load(const uint64_t *word, _Bool is_relaxed) {
  return is_relaxed ? __atomic_load_n(word, __ATOMIC_RELAXED) : __atomic_load_n(word, __ATOMIC_SEQ_CST);
}
static inline void postil_store(uint64_t *word, uint64_t value, _Bool is_relaxed) {
  if (is_relaxed) __atomic_store_n(word, value, __ATOMIC_RELAXED);
  else __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}
static inline uint64_t postil_exchange(uint64_t *word, uint64_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}
static inline uint64_t postil_add(uint64_t *word, uint64_t value) { return __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST); }
/// Writes the value that was found to 'expected'.
static inline _Bool postil_compare_exchange(uint64_t *word, uint64_t *expected, uint64_t desired) {
  return __atomic_compare_exchange_n(word, expected, desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

#if defined(__APPLE__)
#include <pthread/qos.h>

/// The quality of service of the calling thread.
static inline uint32_t postil_priority(void) { return (uint32_t)qos_class_self(); }

/// Raises a thread, which must not have ended, to a quality of service. Returns what postil_restore_priority takes, or null.
static inline void *postil_raise_priority(uintptr_t thread, uint32_t priority) {
  return pthread_override_qos_class_start_np((pthread_t)thread, (qos_class_t)priority, 0);
}

static inline void postil_restore_priority(void *token) {
  pthread_override_qos_class_end_np((pthread_override_t)token);
}
#endif

/// Nanoseconds of a clock that never goes back, exact to some milliseconds, but read in a few nanoseconds.
static inline uint64_t postil_coarse_nanoseconds(void) {
#if defined(CLOCK_MONOTONIC_COARSE)
  clockid_t clock = CLOCK_MONOTONIC_COARSE;
#elif defined(CLOCK_MONOTONIC_RAW_APPROX)
  clockid_t clock = CLOCK_MONOTONIC_RAW_APPROX;
#else
  clockid_t clock = CLOCK_MONOTONIC;
#endif
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/// Binds UTF-8 text that SQLite copies at once.
static inline int postil_bind_text_copy(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, (const char *)text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes that SQLite copies at once.
static inline int postil_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Makes UTF-8 text that SQLite copies at once the result of a function.
static inline void postil_result_text_copy(sqlite3_context *call, const void *text, sqlite3_uint64 count) {
  sqlite3_result_text64(call, (const char *)text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Makes bytes that SQLite copies at once the result of a function. The address is not null, which would be NULL.
static inline void postil_result_blob_copy(sqlite3_context *call, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(call, count == 0 ? "" : bytes, count, SQLITE_TRANSIENT);
}

/// Sets how many allocations of up to 1200 bytes a connection keeps ready.
static inline int postil_set_lookaside(sqlite3 *database, int count) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_LOOKASIDE, (void *)0, 1200, count);
}

/// Sets a flag of a connection, one of SQLITE_DBCONFIG_….
static inline int postil_set_flag(sqlite3 *database, int flag, int value) {
  return sqlite3_db_config(database, flag, value, (int *)0);
}

/// A decimal number as text: where its digits are.
struct postil_decimal {
  /// The first digit that is not 0, and the end of the digits.
  const char *first, *end;
  /// The power of ten that the first digit stands in front of: 1 of "5", 0 of "0.5", -1 of "0.05"; 0 of zero itself.
  long long magnitude;
  /// 1, -1, or 0 of zero.
  int sign;
};

/// Reads a sign, digits with a point among them, and an exponent, in time and room that do not depend on the number. As SQLite's
/// decimal extension does, it passes over every other character. Source: SQLite, ext/misc/decimal.c.
static inline struct postil_decimal postil_decimal_of(const char *text, int count) {
  const char *end = text + count;
  while (text < end && (*text == ' ' || (*text >= '\t' && *text <= '\r'))) text++;
  struct postil_decimal number = {end, end, 0, 1};
  if (text < end && (*text == '-' || *text == '+')) number.sign = *text++ == '-' ? -1 : 1;
  // How many digits from the first that is not 0 on stand before the point, less the zeros behind it before that digit.
  long long before = 0;
  int found = 0, behind = 0;
  for (; text < end; text++) {
    if (*text >= '0' && *text <= '9') {
      if (!found && *text != '0') {
        found = 1;
        number.first = text;
      }
      if (found && !behind) before++;
      if (!found && behind) before--;
    } else if (*text == '.') {
      behind = 1;
    } else if (*text == 'e' || *text == 'E') {
      break;
    }
  }
  number.end = text;
  if (!found) {
    number.first = text;
    number.sign = 0;
    return number;
  }
  long long exponent = 0;
  if (text < end) text++;
  int negative = text < end && *text == '-';
  if (text < end && (*text == '-' || *text == '+')) text++;
  for (; text < end && exponent < 1000000000000; text++) {
    if (*text >= '0' && *text <= '9') exponent = exponent * 10 + (*text - '0');
  }
  number.magnitude = before + (negative ? -exponent : exponent);
  return number;
}

/// The next digit of the number, which is 0 behind the last.
static inline int postil_next_digit(struct postil_decimal *number) {
  while (number->first < number->end) {
    char character = *number->first++;
    if (character >= '0' && character <= '9') return character - '0';
  }
  return 0;
}

/// Compares two texts as the decimal numbers that they are, of any length: "1.50" is "1.5" and less than "10".
static inline int postil_compare_decimals(
    void *unused, int left_count, const void *left_text, int right_count, const void *right_text) {
  (void)unused;
  struct postil_decimal left = postil_decimal_of((const char *)left_text, left_count);
  struct postil_decimal right = postil_decimal_of((const char *)right_text, right_count);
  if (left.sign != right.sign) return left.sign < right.sign ? -1 : 1;
  if (left.magnitude != right.magnitude) return left.magnitude < right.magnitude ? -left.sign : left.sign;
  while (left.first < left.end || right.first < right.end) {
    int difference = postil_next_digit(&left) - postil_next_digit(&right);
    if (difference != 0) return difference < 0 ? -left.sign : left.sign;
  }
  return 0;
}

/// Makes the collation "decimal" known to a connection: that of columns of decimal numbers. The sqlite3 shell has one of the same
/// name and order, which tells two texts of one number apart, such as "1.5" and "1.50"; Postil writes a number in one form only.
static inline int postil_add_decimal_collation(sqlite3 *database) {
  return sqlite3_create_collation_v2(database, "decimal", SQLITE_UTF8, (void *)0, postil_compare_decimals, (void (*)(void *))0);
}
