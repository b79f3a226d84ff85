// The manifest excludes this file: neither plugin reads it, or the table would be there twice.
// @table
public struct Item: Sendable {
  public let id: ID
}
