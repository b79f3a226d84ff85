@_exported import PostilQuery
@_exported import PostilSQLite
