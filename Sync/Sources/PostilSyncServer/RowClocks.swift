import Foundation

/// When the columns of a row and the members of its JSON objects were last changed, by the hybrid logical clocks of the devices.
struct RowClocks {
  private var times: [String: Int64]

  /// The clocks in a text that ``text()`` returned.
  init(_ text: String?) throws {
    times = try text.map { try JSONDecoder().decode([String: Int64].self, from: Data($0.utf8)) } ?? [:]
  }

  /// The clocks as JSON. A member's name comes after the column's and a NUL, which no column's name contains.
  func text() throws -> String { String(decoding: try JSONEncoder().encode(times), as: UTF8.self) }

  /// Notes a change of a whole column, unless it was changed as a whole later.
  /// - Returns: whether it is noted.
  mutating func note(_ column: String, at time: Int64) -> Bool {
    guard time >= times[column] ?? .min else { return false }
    times[column] = time
    return true
  }

  /// Notes a change of a member, unless it or the whole column was changed later.
  /// - Returns: whether it is noted.
  mutating func note(_ member: String, of column: String, at time: Int64) -> Bool {
    guard time >= max(times[column] ?? .min, times[key(member, column)] ?? .min) else { return false }
    times[key(member, column)] = time
    return true
  }

  /// Forgets the members that changed before the whole column did.
  /// - Returns: those that changed later.
  mutating func takeLaterMembers(of column: String, than time: Int64) -> [String] {
    let start = key("", column)
    var later: [String] = []
    for (key, changed) in times where key.hasPrefix(start) {
      if changed > time { later.append(String(key.dropFirst(start.count))) } else { times[key] = nil }
    }
    return later
  }

  private func key(_ member: String, _ column: String) -> String { "\(column)\0\(member)" }
}
