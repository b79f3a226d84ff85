#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON value in a query: a `@json` column, or a part of one.
///
/// `$0.address.city` is a member of a struct, `$0.labels[0]` an element of an array, `$0.settings["theme"]` a value of
/// a dictionary. A missing part is `NULL`, as is `nil`.
@dynamicMemberLookup
public protocol JSONExpression<JSONValue>: Sendable {
  /// The Swift type that is stored as JSON.
  associatedtype JSONValue
  /// The part of the document.
  var jsonNode: JSONNode { get }
}

/// A column value that is JSON: `JSONColumn` or an optional of it.
public protocol JSONColumnValue: ColumnValue {
  /// The Swift type that is stored as JSON; an optional if the column is nullable.
  associatedtype JSONValue
}

extension JSONColumn: JSONColumnValue {
  /// The Swift type that is stored as JSON.
  public typealias JSONValue = Value
}

extension Optional: JSONColumnValue where Wrapped: JSONColumnValue {
  /// The Swift type that is stored as JSON, as an optional.
  public typealias JSONValue = Wrapped.JSONValue?
}

extension Column: JSONExpression where Value: JSONColumnValue {
  /// The Swift type that is stored as JSON.
  public typealias JSONValue = Value.JSONValue
  /// The column's whole JSON.
  public var jsonNode: JSONNode { JSONNode(node, keys: []) }
}

extension ReadOnlyColumn: JSONExpression where Value: JSONColumnValue {
  /// The Swift type that is stored as JSON.
  public typealias JSONValue = Value.JSONValue
  /// The column's whole JSON.
  public var jsonNode: JSONNode { JSONNode(node) }
}

extension SQLOperation: JSONExpression where Value: JSONColumnValue {
  /// The Swift type that is stored as JSON.
  public typealias JSONValue = Value.JSONValue
  /// The whole JSON that the operation returns.
  public var jsonNode: JSONNode { JSONNode(node) }
}

/// A part of a column's JSON: `$0.address.city` is a `JSONPath<String>`.
///
/// It is an expression like a column if its type has the same value in JSON as in a column: ``JSONScalar``.
public struct JSONPath<JSONValue>: JSONExpression {
  /// The part of the document.
  public let jsonNode: JSONNode

  init(_ node: JSONNode) { jsonNode = node }

  /// Creates the value of a key in the object at `node`.
  public init(_ key: String, of node: JSONNode) { jsonNode = node.member(key) }
}

extension JSONPath: SQLExpression, ProjectedValue, ProjectedOptional, SQLEquatable, SQLOrderTerm, _OrderTerms,
  SelectedElement
where JSONValue: JSONScalar {
  /// The Swift type that the value is read as.
  public typealias Value = JSONValue
  /// `json_extract(t0."address", '$."city"')`
  public var node: _ExpressionNode { Self.takesNull ? jsonNode.value.optional : jsonNode.value }
}

/// A column value that is the same in JSON: text, a number or a truth value that SQLite compares in the same way as Swift.
///
/// `UInt64` and `Decimal` don't conform, because SQLite rounds their larger values in JSON. Neither does `Float`,
/// because its digits in JSON are a different `Double` than the column contains, nor do bytes.
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
