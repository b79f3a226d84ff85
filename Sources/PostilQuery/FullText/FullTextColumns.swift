/// The columns that a model's `@fullText` indexes, in order: generated as `Item.FullTextColumn`, an enum whose raw values
/// are the columns' names in the database.
public protocol FullTextColumns: CaseIterable, RawRepresentable, Hashable, Sendable where RawValue == String {}

extension FullTextColumns {
  /// The number of the column in the index, from 0.
  var position: Int { Self.allCases.enumerated().first { $0.element == self }?.offset ?? 0 }
}
