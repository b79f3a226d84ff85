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
    jsonNode.assignment { column, path in
      do throws(ColumnEncodingError) {
        let json = String(decoding: try ColumnJSON.data(value), as: UTF8.self)
        guard json == "null", JSONValue.self is any _JSONOptional.Type else {
          return .function(.jsonSet, column, path, .value(.text(json)))
        }
        let needs = "a value instead of nil for a member that isn't optional"
        return jsonNode.isRequired
          ? .failure(.argument(function: "set", needs: needs)) : .function(.jsonSet, column, path)
      } catch {
        return .value(.unstorable(error))
      }
    }
  }
}

extension JSONExpression {
  /// An assignment in an update that appends an element to an array: `Venue.all.update(in: db) { [$0.labels.append("new")] }`.
  ///
  /// The rest of the JSON stays as it is. Nothing changes where the array is missing.
  public func append<Owner, Element: Encodable>(_ element: Element) -> Assignment<Owner> where JSONValue == [Element] {
    appending(element)
  }

  /// An assignment in an update that appends an element to an array that may be missing.
  public func append<Owner, Element: Encodable>(_ element: Element) -> Assignment<Owner> where JSONValue == [Element]? {
    appending(element)
  }

  private func appending<Owner>(_ element: some Encodable) -> Assignment<Owner> {
    jsonNode.assignment { column, path in
      do throws(ColumnEncodingError) {
        let json = String(decoding: try ColumnJSON.data(element), as: UTF8.self)
        return .function(.jsonSet, column, path, .value(.text(json)), .literal("1"))
      } catch {
        return .value(.unstorable(error))
      }
    }
  }
}

extension JSONNode {
  /// The assignment of a changed column to itself. The closure gets the column and the keys that lead to this part of it.
  fileprivate func assignment<Owner>(
    _ changed: (_ column: _ExpressionNode, _ path: _ExpressionNode) -> _ExpressionNode
  ) -> Assignment<Owner> {
    var column = document
    while case .jsonEntry(let node, _) = column.kind { column = node.document }
    guard case .column(let name, let source) = column.kind else {
      return Assignment(source: _Source(Self.elements), column: "", value: .value(.null))
    }
    guard let keys else {
      let needs = "a part of a column that can be updated, outside arrays"
      return Assignment(source: source, column: name, value: .failure(.argument(function: "set", needs: needs)))
    }
    let path = _ExpressionNode.value(.text(JSONText.array(of: keys.map { BoundValue.text($0) })))
    return Assignment(source: source, column: name, value: changed(column, path))
  }
}

extension _ExpressionNode {
  /// The change of a part of JSON after another change of the same column; `nil` if one of them isn't such a change.
  func settingJSON(in earlier: _ExpressionNode) -> _ExpressionNode? {
    guard case .function(.jsonSet, let arguments) = kind, case .function(.jsonSet, _) = earlier.kind else { return nil }
    return .function(.jsonSet, [earlier] + arguments.dropFirst())
  }
}
