// Links the SQLite library of the application.
#if SQLCipher
  import CSQLiteCipher
#elseif !ExternalSQLite
  import CSQLiteSystem
#endif
