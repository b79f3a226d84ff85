import PostilQuery

// Reading and writing parts of blobs. Source: SQLite, "Open A BLOB For Incremental I/O".
extension Model {
  /// Opens a blob or a text of the row with this key, to read parts of it.
  ///
  /// `try Photo.withBlob(\.data, of: id, in: db) { blob in try blob.read(0..<100) }`
  /// - Throws: ``RecordNotFound``, ``BlobError``, ``DatabaseError``, and the errors of `body`.
  public static func withBlob<Result>(
    _ column: KeyPath<Columns, some _NamedColumn<Self>>, of id: ID, in db: SQLiteReadTransaction,
    _ body: (BlobReader<Self>) throws -> Result
  ) throws -> Result {
    let location = BlobLocation<Self>(connection: db.connection, serial: db.serial, column: name(of: column))
    return try using(BlobReader(location, of: id), body)
  }

  /// Opens a blob or a text of the row with this key, to read parts of it.
  /// - Throws: ``RecordNotFound``, ``BlobError``, ``DatabaseError``, and the errors of `body`.
  public static func withBlob<Result>(
    _ column: KeyPath<Columns, some _NamedColumn<Self>>, of id: ID, in db: SQLiteWriteTransaction,
    _ body: (BlobReader<Self>) throws -> Result
  ) throws -> Result {
    let location = BlobLocation<Self>(connection: db.connection, serial: db.serial, column: name(of: column))
    return try using(BlobReader(location, of: id), body)
  }

  /// Opens a blob of the row with this key, to read and write parts of it.
  ///
  /// `try Photo.withWritableBlob(\.data, of: id, size: 1_000_000, in: db) { blob in try blob.write(bytes, at: 0) }`
  ///
  /// The version and the time of change of the row are set once, when the blob is opened. Triggers don't run, and checks aren't
  /// verified. The closure can't open savepoints.
  /// - Parameter size: the size of a blob of zeros that replaces the existing value first; `nil` to write into the existing one.
  /// - Throws: ``RecordNotFound``, ``BlobError``, ``ConstraintViolation``, ``DatabaseError``, and the errors of `body`. What was
  ///   written before an error stays written unless the transaction is rolled back.
  public static func withWritableBlob<Result, Value>(
    _ column: KeyPath<Columns, Column<Self, Value>>, of id: ID, size: Int? = nil, in db: SQLiteWriteTransaction,
    _ body: (BlobWriter<Self>) throws -> Result
  ) throws -> Result {
    var location = BlobLocation<Self>(connection: db.connection, serial: db.serial, column: name(of: column))
    (location.isWritable, location.size) = (true, size)
    return try using(BlobWriter(location, of: id), body)
  }

  private static func name(of column: KeyPath<Columns, some _NamedColumn<Self>>) -> String {
    Columns(_Source(table))[keyPath: column].columnName
  }

  private static func using<Blob: BlobReader<Self>, Result>(
    _ blob: Blob, _ body: (Blob) throws -> Result
  ) rethrows -> Result {
    defer { blob.close() }
    return try body(blob)
  }
}
