import PostilCatalog
import PostilSchema

/// The primary key of a model.
enum KeyPlan: Hashable {
  /// The rowid, by a name with which it can be read, for a table without a usable key.
  case rowID(String)
  /// One column. SQLite assigns it if it is an `INTEGER PRIMARY KEY`.
  case single(String, isAssigned: Bool)
  case composite([String])
  /// No key that a model can use, with the reason.
  case none(String)

  /// The columns of the table's own key.
  var columns: [String] {
    switch self {
    case .single(let column, _): [column]
    case .composite(let columns): columns
    case .rowID, .none: []
    }
  }

  init(of table: CatalogTable, samples: [String: ColumnSample], types: (String) -> SwiftType) {
    let key = table.primaryKey
    let hidden = ["rowid", "oid", "_rowid_"].first { table.column($0) == nil }
    let rowID: KeyPlan? = table.isWithoutRowID ? nil : hidden.map { .rowID($0) }
    guard !key.isEmpty else {
      self = rowID ?? .none("it has no primary key, and its columns use all names of the rowid")
      return
    }
    let isAssigned =
      key.count == 1 && !table.isWithoutRowID && !table.indexes.contains { $0.origin == .primaryKey }
    if isAssigned {
      self = .single(key[0], isAssigned: true)
      return
    }
    let hasNull = key.contains { (samples[$0]?.nulls ?? 0) > 0 }
    if hasNull || key.contains(where: { types($0).asKey.text == "Double" }) {
      self =
        rowID
        ?? .none(
          "its key contains \(hasNull ? "NULL" : "floating-point numbers"), and it is WITHOUT ROWID")
      return
    }
    self = key.count == 1 ? .single(key[0], isAssigned: false) : .composite(key)
  }
}
