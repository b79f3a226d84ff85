// Links the SQLite library that checks SQL: the one of the application if it is installed on this machine.
#if SQLCipher
  import CSQLiteCipher
#else
  import CSQLiteSystem
#endif
