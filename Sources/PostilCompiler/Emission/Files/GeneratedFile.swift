/// A Swift file written by Postil.
public struct GeneratedFile: Hashable, Sendable {
  /// The first words of every generated file.
  public static let mark = "// Written by Postil from "

  /// The path of the source whose models it contains, as passed to the tool; `nil` for the target's schema.
  public var source: String?
  /// `Item+Postil.swift`, `TasksSchema.swift`
  public var name: String
  /// The text of the file.
  public var text: String
}
