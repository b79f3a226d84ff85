/// What changed in a JSON object of a column with `@merge(members)`. A member is one of its top level.
public struct SyncMembers: Hashable, Sendable, Codable {
  /// The JSON of the new and changed members, by their names.
  public var set: [String: String]
  /// The names of the members that were removed.
  public var removed: [String]

  /// Creates a change of members.
  public init(set: [String: String] = [:], removed: [String] = []) { (self.set, self.removed) = (set, removed) }

  /// What changed from one object to another; `nil` if one of the values isn't an object.
  package init?(from old: SyncValue, to new: SyncValue) {
    guard let old = JSONObject(old), let new = JSONObject(new) else { return nil }
    let (before, after) = (old.values, new.values)
    set = after.filter { name, value in before[name].map { !JSONScanner.areEqual($0, value) } ?? true }
    removed = before.keys.filter { after[$0] == nil }.sorted()
  }

  /// Whether nothing changed. The texts may differ in spaces, and in the order of members, which PostgreSQL changes.
  package var isEmpty: Bool { self.set.isEmpty && removed.isEmpty }
}

/// A JSON object as the texts of its members, which stay as they are.
package struct JSONObject {
  private struct Member {
    let name: String
    /// The name in quotes, as it is in the object.
    let quotedName: String
    var value: String
  }

  private var members: [Member] = []

  /// The object in a text; `nil` if it isn't one, or has two members with the same name.
  package init?(_ value: SyncValue) {
    guard case .text(let text) = value else { return nil }
    var scanner = JSONScanner(text)
    guard scanner.skip("{") else { return nil }
    if !scanner.skip("}") {
      repeat {
        guard let name = scanner.string(), scanner.skip(":"), let value = scanner.value() else { return nil }
        members.append(Member(name: name.value, quotedName: name.text, value: value))
      } while scanner.skip(",")
      guard scanner.skip("}") else { return nil }
    }
    guard scanner.isAtEnd, values.count == members.count else { return nil }
  }

  /// The JSON of the members, by their names.
  package var values: [String: String] {
    Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Changes members. A new one comes before the first with a greater name, because the names in columns are sorted.
  package mutating func apply(_ changes: SyncMembers) {
    let removed = Set(changes.removed)
    var set = changes.set
    var kept: [Member] = []
    for var member in members {
      if let value = set.removeValue(forKey: member.name) {
        member.value = value
      } else if removed.contains(member.name) {
        continue
      }
      kept.append(member)
    }
    var new = set.sorted { $0.key < $1.key }.map {
      Member(name: $0.key, quotedName: JSONScanner.quoted($0.key), value: $0.value)
    }[...]
    members = []
    for member in kept {
      while let next = new.first, next.name < member.name { members.append(new.removeFirst()) }
      members.append(member)
    }
    members += new
  }

  /// The text of the object.
  package var text: String { "{\(members.map { "\($0.quotedName):\($0.value)" }.joined(separator: ","))}" }
}
