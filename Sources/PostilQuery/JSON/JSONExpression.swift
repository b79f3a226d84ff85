#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What has a JSON value in a query: a `@json` column, or a place in one.
///
/// `$0.address.city` follows the members of a struct, `$0.labels[0]` the elements of an array, `$0.settings["theme"]` the
/// values of a dictionary. What is not there is `NULL`, as a `nil` is.
@dynamicMemberLookup
public protocol JSONExpression<JSONValue>: Sendable {
  /// The Swift type that the JSON is written from.
  associatedtype JSONValue
  /// The place.
  var jsonNode: JSONNode { get }
}

/// A column value that is JSON: `JSONColumn`, and an optional of it.
public protocol JSONColumnValue: ColumnValue {
  /// The Swift type that the JSON is written from, an optional if the column is nullable.
  associatedtype JSONValue
}

extension JSONColumn: JSONColumnValue {
  /// The Swift type that the JSON is written from.
  public typealias JSONValue = Value
}

extension Optional: JSONColumnValue where Wrapped: JSONColumnValue {
  /// The Swift type that the JSON is written from, as an optional.
  public typealias JSONValue = Wrapped.JSONValue?
}

extension Column: JSONExpression where Value: JSONColumnValue {
  /// The Swift type that the JSON is written from.
  public typealias JSONValue = Value.JSONValue
  /// The whole of the column's JSON.
  public var jsonNode: JSONNode { JSONNode(node) }
}

extension ReadOnlyColumn: JSONExpression where Value: JSONColumnValue {
  /// The Swift type that the JSON is written from.
  public typealias JSONValue = Value.JSONValue
  /// The whole of the column's JSON.
  public var jsonNode: JSONNode { JSONNode(node) }
}

extension SQLOperation: JSONExpression where Value: JSONColumnValue {
  /// The Swift type that the JSON is written from.
  public typealias JSONValue = Value.JSONValue
  /// The whole of the JSON that the operation gives.
  public var jsonNode: JSONNode { JSONNode(node) }
}

/// A place in the JSON of a column: `$0.address.city` is a `JSONPath<String>`.
///
/// It is an expression like a column where its type is one whose value in JSON is what a column holds: ``JSONScalar``.
public struct JSONPath<JSONValue>: JSONExpression {
  /// The place.
  public let jsonNode: JSONNode

  init(_ node: JSONNode) { jsonNode = node }

  /// The value of a key of the object at `node`.
  public init(_ key: String, of node: JSONNode) { jsonNode = node.member(key) }
}

extension JSONPath: SQLExpression, SQLOptionalExpression, SQLOrderTerm, _Selectable where JSONValue: JSONScalar {
  /// The Swift type that the value is read as.
  public typealias Value = JSONValue
  /// `json_extract(t0."address", '$."city"')`
  public var node: ExpressionNode { jsonNode.value }
}

/// A column value that is the same in JSON: a text, a number or a truth value that SQLite compares as Swift does.
///
/// Not `UInt64` and `Decimal`, whose larger values JSON has as numbers that SQLite rounds, nor `Float`, whose digits in JSON
/// are another `Double` than the column holds, nor bytes.
public protocol JSONScalar: ColumnValue {}

extension String: JSONScalar {}
extension Bool: JSONScalar {}
extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension Double: JSONScalar {}
extension RowID: JSONScalar {}
extension Optional: JSONScalar where Wrapped: JSONScalar {}

extension Date: JSONScalar {}
extension UUID: JSONScalar {}
