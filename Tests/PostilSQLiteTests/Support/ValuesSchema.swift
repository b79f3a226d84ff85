import PostilQuery
import PostilSQLite

/// One table with a column of each storage class.
enum ValuesSchema: DatabaseSchema {
  static let ddl = """
    CREATE TABLE "value" (
      "id" INTEGER NOT NULL PRIMARY KEY, "integer" INTEGER, "real" REAL, "text" TEXT, "blob" BLOB, "any" ANY
    ) STRICT;
    """
  static let fingerprint = "values-1"
  static let tables = [
    _TableDescription(
      model: "Value", name: "value",
      columns: ["id", "integer", "real", "text", "blob", "any"], primaryKey: ["id"])
  ]
}

/// A column of the table, with the statements that set and read it.
struct ValueColumn: Sendable {
  let insert: FixedStatement
  let select: FixedStatement

  static let integer = ValueColumn(
    insert: FixedStatement(#"INSERT INTO "value" ("integer") VALUES (?1)"#),
    select: FixedStatement(#"SELECT "integer" FROM "value" ORDER BY "id" DESC LIMIT 1"#))
  static let real = ValueColumn(
    insert: FixedStatement(#"INSERT INTO "value" ("real") VALUES (?1)"#),
    select: FixedStatement(#"SELECT "real" FROM "value" ORDER BY "id" DESC LIMIT 1"#))
  static let text = ValueColumn(
    insert: FixedStatement(#"INSERT INTO "value" ("text") VALUES (?1)"#),
    select: FixedStatement(#"SELECT "text" FROM "value" ORDER BY "id" DESC LIMIT 1"#))
  static let blob = ValueColumn(
    insert: FixedStatement(#"INSERT INTO "value" ("blob") VALUES (?1)"#),
    select: FixedStatement(#"SELECT "blob" FROM "value" ORDER BY "id" DESC LIMIT 1"#))
  static let any = ValueColumn(
    insert: FixedStatement(#"INSERT INTO "value" ("any") VALUES (?1)"#),
    select: FixedStatement(#"SELECT "any" FROM "value" ORDER BY "id" DESC LIMIT 1"#))
}

extension SQLiteStore {
  /// An empty table of values, in memory.
  static func values() throws -> SQLiteStore { try .inMemory(schema: ValuesSchema.self) }

  /// What is read back after `value` has been stored.
  func stored<Value: ColumnValue>(_ value: Value, in column: ValueColumn) throws -> Value? {
    try write { db in
      try db.execute(column.insert) { value._bind(to: &$0) }
      return try db.fetchFirst(column.select, bind: { _ in }) { try $0.read(Value.self) }
    }
  }

  /// What `expression` is, read as `Value`.
  func evaluated<Value: ColumnValue>(_ expression: String, as type: Value.Type) throws -> Value? {
    try read { db in try db.value("SELECT \(expression) AS answer", as: type) }
  }
}
