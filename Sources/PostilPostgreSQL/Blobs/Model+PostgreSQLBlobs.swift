#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  // Reading and writing parts of blobs, as on SQLite.
  extension Model {
    /// Opens a blob or a text of the row with this key, to read parts of it.
    ///
    /// `try Photo.withBlob(\.data, of: id, in: db) { blob in try blob.read(0..<100) }`
    /// - Throws: `RecordNotFound`, `BlobError`, the server's errors, and those of `body`.
    public static func withBlob<Result>(
      _ column: KeyPath<Columns, some _NamedColumn<Self>>, of id: ID, in db: some _PostgreSQLTransaction,
      _ body: (PostgreSQLBlobReader<Self>) throws -> Result
    ) throws -> Result {
      let name = Columns(_Source(table))[keyPath: column].columnName
      let blob = try PostgreSQLBlobReader(PostgreSQLBlobLocation<Self>(use: db._use, column: name), of: id)
      defer { try? blob.close() }
      return try body(blob)
    }

    /// Opens a blob of the row with this key, to read and write parts of it.
    ///
    /// `try Photo.withWritableBlob(\.data, of: id, size: 1_000_000, in: db) { blob in try blob.write(bytes, at: 0) }`
    ///
    /// The version and the time of change of the row are set once, when the blob is opened. The server writes the whole value again for each
    /// part that it gets, so parts that follow each other are sent together, 16 megabytes at a time. Each of these updates runs the triggers of
    /// the table and verifies its checks.
    /// - Parameter size: the size of a blob of zeros that replaces the existing value first; `nil` to write into the existing one.
    /// - Throws: `RecordNotFound`, `BlobError`, `ConstraintViolation`, the server's errors, and those of `body`. What was written before an
    ///   error stays written unless the transaction is rolled back.
    public static func withWritableBlob<Result, Value>(
      _ column: KeyPath<Columns, Column<Self, Value>>, of id: ID, size: Int? = nil, in db: PostgreSQLWriteTransaction,
      _ body: (PostgreSQLBlobWriter<Self>) throws -> Result
    ) throws -> Result {
      let name = Columns(_Source(table))[keyPath: column].columnName
      let location = PostgreSQLBlobLocation<Self>(use: db._use, column: name, isWritable: true, size: size)
      let blob = try PostgreSQLBlobWriter(location, of: id)
      let result: Result
      do {
        result = try body(blob)
      } catch {
        try? blob.close()
        throw error
      }
      try blob.close()
      return result
    }
  }
#endif
