#if PostgreSQL
  import PostilSQL
  import PostilSchema
  import PostilTranslation

  /// A table whose rows are copied.
  struct CopiedTable {
    let table: Table
    /// The columns that rows are inserted with: all but generated ones.
    let columns: [CopiedColumn]
    /// The positions of the primary key in `columns`.
    let key: [Int]

    init(_ table: Table) {
      self.table = table
      let columns = table.columns.filter { $0.generation == nil }.map(CopiedColumn.init)
      self.columns = columns
      key = table.primaryKey.columns.compactMap { name in columns.firstIndex { $0.name.isSameName(as: name) } }
    }

    var name: String { table.name }

    /// The columns in the file, as a list of identifiers.
    var fileColumns: String { SQLText.identifiers(columns.map(\.name)) }

    /// The table on the server, where names have at most 63 bytes.
    var serverName: String { PostgreSQLNames.short(name) }

    /// The columns on the server, as a list of identifiers.
    var serverColumns: String { SQLText.identifiers(columns.map { PostgreSQLNames.short($0.name) }) }
    /// Sends the rows. Without a query, those of a partitioned table can't be sent. Source: PostgreSQL 15, "COPY", Notes.
    var copyToClient: String { "COPY (SELECT \(serverColumns) FROM \(SQLText.identifier(serverName))) TO STDOUT" }

    /// Appends a row as a line of COPY's text form, and adds it to the checksum.
    /// - Returns: the number of values that were rounded to PostgreSQL's precision.
    /// - Throws: ``CopyRefusal/value(table:column:row:reason:)``
    func append(
      _ statement: OpaquePointer?, to lines: inout [UInt8], _ checksum: inout RowChecksum, _ buffers: inout Buffers
    ) throws(CopyRefusal) -> Int {
      buffers.row.removeAll(keepingCapacity: true)
      var rounded = 0
      for (index, column) in columns.enumerated() {
        if index > 0 { lines.append(UInt8(ascii: "\t")) }
        let value = StoredValue(statement, column: Int32(index))
        if case .null = value {
          lines.append(UInt8(ascii: "\\"))
          lines.append(UInt8(ascii: "N"))
          buffers.row.append(0)
          continue
        }
        buffers.text.removeAll(keepingCapacity: true)
        do throws(UnstorableValue) {
          if try column.write(value, to: &buffers.text) { rounded += 1 }
        } catch {
          throw .value(table: name, column: column.name, row: "with \(row(statement))", reason: error.reason)
        }
        buffers.text.withUnsafeBytes { text in
          CopyText.appendEscaped(text, to: &lines)
          column.appendField(text, to: &buffers.row)
        }
      }
      lines.append(UInt8(ascii: "\n"))
      buffers.row.withUnsafeBytes { checksum.add($0) }
      return rounded
    }

    /// Adds a line of the server's COPY to the checksum.
    func add(_ line: UnsafeRawBufferPointer, to checksum: inout RowChecksum, _ buffers: inout Buffers) {
      try? add(line, to: &checksum, &buffers) { _, _ in }
    }

    /// Adds a line of the server's COPY to the checksum, and passes each column's number and text to `body`; `nil` for NULL.
    func add(
      _ line: UnsafeRawBufferPointer, to checksum: inout RowChecksum, _ buffers: inout Buffers,
      _ body: (Int, UnsafeRawBufferPointer?) throws -> Void
    ) throws {
      buffers.row.removeAll(keepingCapacity: true)
      var start = 0
      for (index, column) in columns.enumerated() {
        var end = start
        while end < line.count, line[end] != UInt8(ascii: "\t"), line[end] != UInt8(ascii: "\n") { end += 1 }
        let field = UnsafeRawBufferPointer(rebasing: line[start..<end])
        if field.count == 2, field[0] == UInt8(ascii: "\\"), field[1] == UInt8(ascii: "N") {
          buffers.row.append(0)
          try body(index, nil)
        } else {
          buffers.text.removeAll(keepingCapacity: true)
          CopyText.appendUnescaped(field, to: &buffers.text)
          try buffers.text.withUnsafeBytes { text in
            column.appendField(text, to: &buffers.row)
            try body(index, text)
          }
        }
        start = min(end + 1, line.count)
      }
      buffers.row.withUnsafeBytes { checksum.add($0) }
    }

    /// The key of a row, for messages: `id = 5`.
    func row(_ statement: OpaquePointer?) -> String {
      key.map { "\(columns[$0].name) = \(StoredValue(statement, column: Int32($0)).description)" }
        .joined(separator: ", ")
    }

    /// Memory that is used again for each row.
    struct Buffers {
      var text: [UInt8] = []
      var row: [UInt8] = []
    }
  }

  extension CopiedColumn {
    /// Appends a value to the bytes of a row: its length after a 1, because a 0 is NULL, and its canonical form.
    fileprivate func appendField(_ text: UnsafeRawBufferPointer, to row: inout [UInt8]) {
      row.append(1)
      let start = row.count
      for _ in 0..<4 { row.append(0) }
      appendCanonical(text, to: &row)
      let length = UInt32(truncatingIfNeeded: row.count - start - 4)
      for index in 0..<4 { row[start + index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index))) }
    }
  }

  /// The escape sequences of COPY's text form. Source: PostgreSQL 15, "COPY", section "Text Format".
  enum CopyText {
    static func appendEscaped(_ text: UnsafeRawBufferPointer, to line: inout [UInt8]) {
      var start = 0
      for index in 0..<text.count {
        let letter: UInt8
        switch text[index] {
        case UInt8(ascii: "\\"): letter = UInt8(ascii: "\\")
        case UInt8(ascii: "\t"): letter = UInt8(ascii: "t")
        case UInt8(ascii: "\n"): letter = UInt8(ascii: "n")
        case UInt8(ascii: "\r"): letter = UInt8(ascii: "r")
        default: continue
        }
        line.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<index]))
        line.append(UInt8(ascii: "\\"))
        line.append(letter)
        start = index + 1
      }
      line.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
    }

    static func appendUnescaped(_ field: UnsafeRawBufferPointer, to text: inout [UInt8]) {
      guard field.contains(UInt8(ascii: "\\")) else { return text.append(contentsOf: field) }
      var index = 0
      while index < field.count {
        var byte = field[index]
        if byte == UInt8(ascii: "\\"), index + 1 < field.count {
          index += 1
          switch field[index] {
          case UInt8(ascii: "b"): byte = 0x08
          case UInt8(ascii: "f"): byte = 0x0C
          case UInt8(ascii: "n"): byte = 0x0A
          case UInt8(ascii: "r"): byte = 0x0D
          case UInt8(ascii: "t"): byte = 0x09
          case UInt8(ascii: "v"): byte = 0x0B
          case let other: byte = other
          }
        }
        text.append(byte)
        index += 1
      }
    }
  }
#endif
