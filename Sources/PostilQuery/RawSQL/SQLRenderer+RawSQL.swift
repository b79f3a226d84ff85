extension SQLRenderer {
  /// Writes raw SQL: its text unchanged, values as parameters, names quoted.
  /// - Parameter isStatement: whether it is a whole statement. A part of a statement must not end the statement.
  mutating func write(_ raw: RawSQL, isStatement: Bool) {
    reads?.isComplete = false
    var scanner = RawSQLScanner(isStatement: isStatement)
    let (wasConjunct, outerLevel) = (isConjunct, rawLevel)
    (isConjunct, rawLevel) = (false, scopes.count)
    writePieces(of: raw, &scanner)
    scanner.end()
    if scanner.isInLineComment, !isStatement { write("\n") }
    (isConjunct, rawLevel) = (wasConjunct, outerLevel)
    if let mistake = scanner.mistake { fail(.rawSQL(mistake, sql: raw.source)) }
  }

  private mutating func writePieces(of raw: RawSQL, _ scanner: inout RawSQLScanner) {
    for piece in raw.pieces {
      switch piece {
      case .text(let text):
        text.withUTF8Buffer { bytes in
          // A digit must not follow a parameter's number: '?1' and '0' would become '?10'.
          if let first = bytes.first, RawSQLScanner.isWord(first), let last = sql.last, RawSQLScanner.isWord(last),
            endsInParameter
          {
            write(" ")
          }
          scanner.read(bytes)
          sql.append(contentsOf: bytes)
        }
      case .fragment(let fragment):
        writePieces(of: fragment, &scanner)
        scanner.endFragment()
        if scanner.isInLineComment {
          write("\n")
          scanner.readNewline()
        }
      case .query, .selection:
        scanner.readInterpolation()
        let start = sql.count
        write(piece)
        if rawLevel == 0 { queries.append(start..<sql.count) }
      default:
        scanner.readInterpolation()
        write(piece)
      }
    }
  }

  /// Whether the text written last is a parameter.
  private var endsInParameter: Bool {
    var index = sql.count - 1
    while index > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(sql[index]) { index -= 1 }
    return index >= 0 && sql[index] == UInt8(ascii: "?")
  }

  private mutating func write(_ piece: RawSQL.Piece) {
    switch piece {
    case .text, .fragment: break
    case .value(let value): writeValue(value)
    case .row(let values): writeParameters(values)
    case .list(let values): write(values)
    case .rows(let rows):
      guard !rows.isEmpty else { return write("()") }
      write("(VALUES ")
      for (index, row) in rows.enumerated() {
        if index > 0 { write(", ") }
        writeParameters(row)
      }
      write(")")
    case .identifier(let name): writeIdentifier(name)
    case .columns(let names, let table):
      for (index, name) in names.enumerated() {
        if index > 0 { write(", ") }
        if let table {
          writeIdentifier(table)
          write(".")
        }
        writeIdentifier(name)
      }
    case .expression(let node): writeOperand(node, above: .prefix)
    case .query(let query):
      write("(")
      writeSelect(query, .row)
      write(")")
    case .selection(let statement):
      subqueries += 1
      write("(")
      write(statement)
      write(")")
    }
  }

  mutating func writeParameters(_ values: [BoundValue]) {
    write("(")
    for (index, value) in values.enumerated() {
      if index > 0 { write(", ") }
      writeValue(value)
    }
    write(")")
  }

  /// Writes values as the operand of an `IN`.
  private mutating func write(_ list: ValueList) {
    // SQLite 3.40 can't read bytes back from any form in JSON.
    guard !list.members.isEmpty, !list.isHexadecimal else { return writeParameters(list.parameters + list.members) }
    write("(SELECT value FROM json_each(")
    writeValue(.text(list.json))
    write(")")
    for (index, value) in list.parameters.enumerated() {
      write(index == 0 ? " UNION ALL VALUES (" : ", (")
      writeValue(value)
      write(")")
    }
    write(")")
  }
}
