import Foundation
import PostilSchema

/// The schema that a migration leads to: the file `NAME.schema.json` beside it, from which the next migration is planned.
///
/// A column, key, check or index is one line, so that a diff shows what a migration changes.
struct SchemaRecord: Hashable {
  /// The schema as the models describe it.
  private(set) var schema = Schema()
  /// The statements of objects that the migrations contain and the models don't.
  private(set) var statements: [String] = []
  private var format = Self.current

  /// The name of the file, after that of the migration.
  static let suffix = ".schema.json"
  /// Another value shows that this version of Postil can't read a record.
  private static let current = "1"

  /// The file isn't a record.
  struct Malformed: Error {
    let reason: String
  }

  private init() {}

  /// A schema, or one with statements that somebody wrote.
  init(_ schema: Schema, statements: [String] = []) {
    self.schema = schema
    self.statements = statements
  }

  /// Reads a file.
  /// - Throws: ``Malformed``
  init(text: String) throws(Malformed) {
    do {
      self = try SchemaRecord(recorded: JSONSerialization.jsonObject(with: Data(text.utf8)), "")
    } catch let error as Malformed {
      throw error
    } catch {
      throw Malformed(reason: "it isn't JSON")
    }
    guard format == Self.current else { throw Malformed(reason: "a later version of Postil wrote it") }
  }

  /// The text of a file.
  /// - Throws: the errors of `JSONEncoder`, which has none for texts.
  func text() throws -> String { try RecordValue(self).json() + "\n" }

  /// The statements that create the schema in SQLite.
  var ddl: String { schema.script().text + statements.map { "\($0);\n" }.joined() }
}

extension SchemaRecord: RecordedPart {
  static var blank: SchemaRecord { SchemaRecord() }

  static var fields: [RecordField<SchemaRecord>] {
    [
      .text("format", \.format), .parts("tables", \.schema.tables), .parts("views", \.schema.views),
      .texts("statements", \.statements),
    ]
  }
}
