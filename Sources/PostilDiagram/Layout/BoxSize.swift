/// The size of a table's box, in pixels.
struct BoxSize: Hashable {
  static let headerHeight = 28
  static let rowHeight = 20
  static let padding = 10
  static let fontSize = 12
  static let headerSize = 13
  static let markSize = 9

  /// The width of `PK`, `FK` and `UK`.
  var markWidth: Int
  var width: Int
  var height: Int

  init(_ entity: EntityDiagram.Entity) {
    let marks = entity.columns.map { TextMetrics.width(Self.markText($0), size: Self.markSize) }.max() ?? 0
    let names = entity.columns.map { TextMetrics.width($0.name, size: Self.fontSize) }.max() ?? 0
    let types = entity.columns.map { TextMetrics.width(Self.typeText($0), size: Self.fontSize) }.max() ?? 0
    markWidth = marks == 0 ? 0 : marks + 8
    let rows = markWidth + names + 18 + types
    width = max(rows, TextMetrics.width(entity.name, size: Self.headerSize)) + 2 * Self.padding
    height = Self.headerHeight + entity.columns.count * Self.rowHeight + (entity.columns.isEmpty ? 0 : 6)
  }

  static func markText(_ column: EntityDiagram.Column) -> String { column.marks.joined(separator: " ") }
  static func typeText(_ column: EntityDiagram.Column) -> String { column.type + (column.isNullable ? "?" : "") }

  /// The middle of a row, from the top of the box.
  static func middle(ofRow row: Int) -> Int { headerHeight + 3 + row * rowHeight + rowHeight / 2 }
}
