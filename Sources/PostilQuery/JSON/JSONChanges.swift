#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONPath where JSONValue: Encodable {
  /// An assignment of a part of a JSON column in an update: `Venue.all.update(in: db) { [$0.address.city.set("Oslo")] }`.
  ///
  /// The rest of the column's JSON stays as it is: `"address" = postil_json_set(t0."address", ?1, ?2)`, or `jsonb_set` on PostgreSQL. `nil`
  /// removes the value of a key, or an optional member. As with optional chaining in Swift, nothing changes where a part of the path is
  /// `nil`. Parts of arrays, and members that aren't optional as `nil`, throw ``QueryError``.
  public func set<Owner>(_ value: JSONValue) -> Assignment<Owner> {
    var column = jsonNode.document
    while case .jsonEntry(let node, _) = column.kind { column = node.document }
    guard case .column(let name, let source) = column.kind else {
      return Assignment(source: _Source(JSONNode.elements), column: "", value: .value(.null))
    }
    return Assignment(source: source, column: name, value: setting(value, in: column))
  }

  private func setting(_ value: JSONValue, in column: _ExpressionNode) -> _ExpressionNode {
    func failure(_ needs: String) -> _ExpressionNode { .failure(.argument(function: "set", needs: needs)) }
    guard let keys = jsonNode.keys else { return failure("a part of a column that can be updated, outside arrays") }
    let path = _ExpressionNode.value(.text(JSONText.array(of: keys.map { BoundValue.text($0) })))
    do {
      let json = String(decoding: try ColumnJSON.data(value), as: UTF8.self)
      guard json == "null", JSONValue.self is any _JSONOptional.Type else {
        return .function(.jsonSet, column, path, .value(.text(json)))
      }
      return jsonNode.isRequired
        ? failure("a value instead of nil for a member that isn't optional") : .function(.jsonSet, column, path)
    } catch {
      return .value(.unstorable(error))
    }
  }
}

extension _ExpressionNode {
  /// The change of a part of JSON after another change of the same column; `nil` if one of them isn't such a change.
  func settingJSON(in earlier: _ExpressionNode) -> _ExpressionNode? {
    guard case .function(.jsonSet, let arguments) = kind, case .function(.jsonSet, _) = earlier.kind else { return nil }
    return .function(.jsonSet, [earlier] + arguments.dropFirst())
  }
}
