import PostilSchema

/// What the rows of a table, or as many of them as are looked at, hold in a column.
struct ColumnSample: Sendable {
  /// Rows with a value.
  var values = 0
  var nulls = 0
  var integers = 0
  var reals = 0
  var texts = 0
  var blobs = 0
  var leastInteger: Int64?
  var greatestInteger: Int64?
  /// Texts such as `2009-01-01 00:00:00`, with a fraction or without: exactly as Postil writes a date.
  var timestamps = 0
  /// Texts such as `2009-01-01`.
  var days = 0
  /// Texts of a UUID in capitals.
  var uuids = 0
  /// Blobs of 16 bytes.
  var blobsOf16 = 0

  /// Whether there are values, and all of them are of one kind.
  func isAll(_ count: Int) -> Bool { values > 0 && count == values }

  /// Looks at a column of a table or view.
  /// - Parameter limit: how many rows are looked at.
  /// - Throws: ``ImportError`` where the table cannot be read, such as one of a module that is not there.
  init(of column: String, in table: String, limit: Int, from file: SQLiteFile) throws {
    let name = SQLText.identifier(column)
    // A date that does not exist is given back as another one where something is added.
    let row =
      try file.rows(
        """
        SELECT count(v), count(*) - count(v), total(t = 'integer'), total(t = 'real'), total(t = 'text'), total(t = 'blob'),
        min(CASE t WHEN 'integer' THEN v END), max(CASE t WHEN 'integer' THEN v END),
        total(CASE t WHEN 'text' THEN substr(v, 1, 19) IS strftime('%Y-%m-%d %H:%M:%S', substr(v, 1, 19), '+0 days')
          AND (length(v) = 19 OR (v GLOB '???????????????????.*[1-9]' AND substr(v, 21) NOT GLOB '*[^0-9]*'
            AND length(v) < 30)) END),
        total(CASE t WHEN 'text' THEN v IS date(v, '+0 days') END),
        total(CASE t WHEN 'text' THEN v GLOB '????????-????-????-????-????????????'
          AND replace(v, '-', '') NOT GLOB '*[^0-9A-F]*' AND length(replace(v, '-', '')) = 32 END),
        total(CASE t WHEN 'blob' THEN length(v) = 16 END)
        FROM (SELECT \(name) AS v, typeof(\(name)) AS t FROM \(SQLText.identifier(table)) LIMIT \(limit))
        """
      ).first ?? []
    func count(_ index: Int) -> Int {
      row.indices.contains(index) ? row[index].flatMap(Double.init).map { Int($0) } ?? 0 : 0
    }
    values = count(0)
    nulls = count(1)
    integers = count(2)
    reals = count(3)
    texts = count(4)
    blobs = count(5)
    leastInteger = row.count > 6 ? row[6].flatMap { Int64($0) } : nil
    greatestInteger = row.count > 7 ? row[7].flatMap { Int64($0) } : nil
    timestamps = count(8)
    days = count(9)
    uuids = count(10)
    blobsOf16 = count(11)
  }

  /// A column of which nothing is known.
  init() {}
}
