/// A file of Swift that Postil wrote.
public struct GeneratedFile: Hashable, Sendable {
  /// What every generated file begins with.
  public static let mark = "// Written by Postil from "

  /// The path of the source whose models it is for, as it was given to the tool; `nil` for the target's schema.
  public var source: String?
  /// `Item+Postil.swift`, `TasksSchema.swift`
  public var name: String
  /// The whole text.
  public var text: String
}
