import PostilCatalog
import PostilCompiler
import PostilSQL

/// A pair of columns that refers to rows of several tables: `commentable_type` and `commentable_id` in Rails, `content_type_id` and
/// `object_id` in Django.
struct PolymorphicReference {
  var table: String
  var typeColumn: String
  var keyColumn: String
  /// Some of the types that rows refer to, in order.
  var types: [String]

  /// The number of types that a remark names.
  private static let typeLimit = 4

  /// - Parameter column: the column with the type.
  /// - Returns: `nil` if the column isn't part of such a pair.
  init?(_ column: String, of table: CatalogTable, in catalog: DatabaseCatalog, _ file: ScratchDatabase) {
    let words = Words.split(column)
    let isReference = table.foreignKeys.contains { $0.columns.contains { $0.isSameName(as: column) } }
    let (own, name) = (SQLText.identifier(table.name), SQLText.identifier(column))
    if words == ["content", "type", "id"], isReference, catalog.table("django_content_type")?.column("model") != nil {
      guard let key = table.columns.first(where: { ["object_id", "object_pk"].contains($0.name.foldedName) }) else {
        return nil
      }
      let rows = try? file.rows(
        "SELECT DISTINCT c.model FROM \(own) AS t JOIN django_content_type AS c ON c.id = t.\(name) ORDER BY 1")
      (keyColumn, types) = (key.name, rows?.compactMap { $0[0] } ?? [])
    } else {
      guard words.count > 1, words.last == "type", !isReference,
        let key = table.columns.first(where: { Words.split($0.name) == words.dropLast() + ["id"] }),
        !table.foreignKeys.contains(where: { $0.columns.contains { $0.isSameName(as: key.name) } })
      else { return nil }
      let rows = try? file.rows(
        "SELECT DISTINCT \(name) FROM \(own) WHERE typeof(\(name)) = 'text' ORDER BY 1 LIMIT 1000")
      (keyColumn, types) = (key.name, rows?.compactMap { $0[0] } ?? [])
      // A type of devices beside the id of a device names no table.
      let tables = Set(catalog.tables.map { Self.singular(Words.split($0.name)) })
      let isPolymorphic =
        types.isEmpty
        ? !tables.contains(Self.singular(Array(words.dropLast())))
        : types.contains { type in
          let words = Self.singular(Words.split(type))
          return words.indices.contains { tables.contains(Array(words[$0...])) }
        }
      guard isPolymorphic else { return nil }
    }
    self.table = table.name
    typeColumn = column
    types = Array(types.prefix(Self.typeLimit))
  }

  private static func singular(_ words: [String]) -> [String] {
    words.isEmpty ? [] : words.dropLast() + [Plural.singular(words[words.count - 1])]
  }

  /// What the import notes say.
  var remark: String {
    let examples = types.isEmpty ? "" : " (\(Remark.list(types)))"
    return
      "'\(typeColumn)' and '\(keyColumn)' together refer to a row of the table that '\(typeColumn)' names\(examples), which a "
      + "foreign key can't express, so '\(keyColumn)' is a plain value; to replace the pair, add an optional reference for "
      + "each table"
  }
}
