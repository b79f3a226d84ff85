#if PostgreSQL
  import CPostgreSQL
  import PostilQuery
  import PostilSQL
  import PostilTranslation

  /// Reads keys that triggers sent in JSON as values of the columns.
  struct KeyRows {
    private let sql: String

    /// - Parameters:
    ///   - sent: the columns of each key in JSON.
    ///   - read: the columns in the order in which they are read.
    init(schema: String, table: String, sent: [String], read: [String]) {
      let members = sent.enumerated().map { index, column in
        "\(SQLText.literal(column)), k.value\(sent.count == 1 ? "" : " -> \(index)")"
      }
      sql = """
        SELECT \(read.map { "r.\(SQLText.identifier($0))" }.joined(separator: ", "))
        FROM json_array_elements($1::json) WITH ORDINALITY AS k (value, place)
          CROSS JOIN LATERAL json_populate_record(
            NULL::\(SQLText.identifier(schema)).\(SQLText.identifier(table)), json_build_object(\(members.joined(separator: ", ")))) AS r
        ORDER BY k.place
        """
    }

    /// Passes the rows of the keys to `body`, in order.
    func forEach(
      _ keys: [[UInt8]], on connection: PostgreSQLConnection, _ body: (Int, inout _PostgreSQLRow) throws -> Void
    ) throws {
      try connection.sendUnsent()
      let json = CText("[" + keys.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",") + "]")
      var pointer = Optional(json.pointer)
      let handle = withExtendedLifetime(json) {
        PQexecParams(connection.handle, sql, 1, nil, &pointer, nil, nil, 1)
      }
      guard let handle, PQresultStatus(handle) == PGRES_TUPLES_OK else {
        defer { PQclear(handle) }
        throw connection.failed(handle, sql)
      }
      var number = 0
      try PostgreSQLConnection.forEachRow(of: PostgreSQLResult(handle, jsonValues: [])) { row in
        try body(number, &row)
        number += 1
      }
    }

    /// The texts of a JSON array of texts.
    static func texts(ofJSON json: String) -> [String] {
      var json = json
      let elements = json.withUTF8 { EngineTexts.jsonElements(UnsafeRawBufferPointer($0)) }
      return (elements ?? []).compactMap { $0 }
    }
  }
#endif
