import PostilCompiler
import PostilSQL

/// The columns of `--columns`: `Drink.id=ZID1,Drink.glass.id=ZID`, and `Drink.note=none` for a property that the store doesn't have.
package struct StatedColumns {
  private var columns: [String: String] = [:]

  package init() {}

  /// - Throws: ``ImportError`` if a text has another form.
  package init(_ texts: [String]) throws(ImportError) {
    for text in texts.flatMap({ $0.split(separator: ",") }) {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map { $0.filter { !$0.isWhitespace } }
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw ImportError("invalid column '\(text)'; write 'Entity.property=COLUMN', or 'Entity.property=none'")
      }
      guard columns.updateValue(parts[1], forKey: parts[0]) == nil else {
        throw ImportError("the column of '\(parts[0])' is stated twice")
      }
    }
  }

  /// The stated column of a property; an inner `nil` for `none`.
  subscript(_ key: String) -> String?? {
    columns[key].map { column -> String? in column.lowercased() == "none" ? nil : column }
  }

  mutating func state(_ column: String, of key: String) { columns[key] = column }

  /// - Throws: ``ImportError`` if a stated property or column doesn't exist.
  func check(_ model: EntityModel, _ layout: StoreLayout) throws(ImportError) {
    let claims = model.entities.flatMap { ColumnClaim.all(of: $0, layout) }
    var owners: [String: String] = [:]
    for (key, column) in columns.sorted(by: { $0.key < $1.key }) {
      func suggestion(_ name: String, _ names: [String]) -> String {
        Spelling.nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
      }
      guard let claim = claims.first(where: { $0.key == key }) else {
        throw ImportError("the model has no property '\(key)' with a column\(suggestion(key, claims.map(\.key)))")
      }
      guard case .some(.some) = self[key] else { continue }
      guard let table = layout.table(of: claim.entity), table.column(column) != nil else {
        let table = layout.table(of: claim.entity)
        throw ImportError(
          "'\(table?.name ?? claim.entity)' has no column '\(column)'\(suggestion(column, table?.columns.map(\.name) ?? []))"
        )
      }
      if let other = owners.updateValue(key, forKey: "\(table.name).\(column)") {
        throw ImportError("'\(other)' and '\(key)' can't both have the column '\(column)'")
      }
    }
  }
}
