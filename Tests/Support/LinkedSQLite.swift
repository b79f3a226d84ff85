// Links SQLite for tests of modules that don't use it.
#if SQLCipher
  import CSQLiteCipher
#else
  import CSQLiteSystem
#endif
