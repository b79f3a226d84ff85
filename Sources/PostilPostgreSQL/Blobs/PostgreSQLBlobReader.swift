#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  /// A blob or a text of a row, which is read in parts instead of being loaded: the argument of the closure of `withBlob`.
  ///
  /// It can be used only inside the closure.
  public class PostgreSQLBlobReader<M: Model> {
    fileprivate let location: PostgreSQLBlobLocation<M>
    fileprivate var id: M.ID
    /// `nil` if nothing can be read.
    fileprivate var version: BlobVersion?
    private var isClosed = false
    /// The number of bytes; those of a text in UTF-8.
    public var count: Int { version?.count ?? 0 }

    init(_ location: PostgreSQLBlobLocation<M>, of id: M.ID) throws {
      (self.location, self.id) = (location, id)
      version = try location.open(id)
    }

    /// Reads a part of the blob.
    /// - Throws: `BlobError`, and the server's errors.
    public func read(_ range: Range<Int>) throws -> [UInt8] {
      try prepare()
      try check(range.lowerBound, range.count)
      guard let version, let bytes = try location.read(range, of: id, at: version.place) else {
        throw BlobError.expired
      }
      return bytes
    }

    /// Continues with the blob of another row.
    /// - Throws: `RecordNotFound`, `BlobError`, and the server's errors. Nothing can be read afterwards before another call succeeds.
    public func move(to id: M.ID) throws {
      try prepare()
      version = nil
      version = try location.open(id)
      self.id = id
    }

    /// Ends the use of the blob.
    func close() throws { isClosed = true }

    /// Checks that the blob can be used. What was written is sent.
    fileprivate func prepare() throws {
      if isClosed { throw BlobError.closed }
      try location.use.check()
      try location.use.connection.flush()
    }

    fileprivate func check(_ offset: Int, _ length: Int) throws {
      guard let version else { throw BlobError.expired }
      guard offset >= 0, length <= version.count, offset <= version.count - length else {
        throw BlobError.outOfBounds(offset: offset, length: length, count: version.count)
      }
    }

    fileprivate func checkOpen() throws {
      if isClosed { throw BlobError.closed }
      try location.use.check()
    }
  }

  /// A blob of a row, which is read and written in parts: the argument of the closure of `withWritableBlob`.
  ///
  /// It can be used only inside the closure.
  public final class PostgreSQLBlobWriter<M: Model>: PostgreSQLBlobReader<M>, PendingBlob {
    /// The server writes the whole value again for each statement, so parts that follow each other are sent together.
    private static var maximumPart: Int { 1 << 24 }
    private var part: [UInt8] = []
    private var partOffset = 0

    /// Overwrites a part of the blob, whose size stays the same. It is sent before the next statement of the transaction, at the end of the
    /// closure, or when 16 megabytes are collected.
    /// - Throws: `BlobError`, and the server's errors.
    public func write(_ bytes: some Collection<UInt8>, at offset: Int) throws {
      try checkOpen()
      try check(offset, bytes.count)
      guard !bytes.isEmpty else { return }
      if !part.isEmpty, offset != partOffset + part.count || part.count + bytes.count > Self.maximumPart {
        try location.use.connection.flush()
        // The last part may have found another version of the row.
        try check(offset, bytes.count)
      }
      if part.isEmpty {
        // Every other statement sends what is collected, so this is where a change by one of them is noticed.
        guard let place = version?.place, try location.version(of: id)?.place == place else { throw BlobError.expired }
        partOffset = offset
        location.use.connection.pendingBlobs.append(self)
      }
      part += bytes
    }

    override func close() throws {
      defer { try? super.close() }
      try location.use.connection.flush()
    }

    func flush() throws {
      let bytes = part
      part = []
      guard !bytes.isEmpty, let place = version?.place else { return }
      version = nil
      guard let changed = try location.write(bytes, at: partOffset, of: id, at: place) else { throw BlobError.expired }
      version = changed
    }

    func discard() { part = [] }
  }

  /// A blob of which written parts are collected.
  protocol PendingBlob: AnyObject {
    /// Sends what was collected.
    func flush() throws
    /// Forgets what was collected.
    func discard()
  }

  extension PostgreSQLConnection {
    /// Forgets the parts of blobs that weren't sent, because what they belong to is undone.
    func discardBlobs() {
      for blob in pendingBlobs { blob.discard() }
      pendingBlobs = []
    }
  }
#endif
