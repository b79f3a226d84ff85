import Foundation

/// A message as JSON, which can be damaged.
indirect enum HostileMessage: Decodable {
  /// A number, `true`, `null`, or text that isn't JSON.
  case token(String)
  case text(String)
  case array([HostileMessage])
  case object([(key: String, value: HostileMessage)])

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.singleValueContainer().decode([String: HostileMessage].self) {
      self = .object(object.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      return
    }
    let value = try decoder.singleValueContainer()
    if let array = try? value.decode([HostileMessage].self) {
      self = .array(array)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let number = try? value.decode(Int64.self) {
      self = .token("\(number)")
    } else {
      self = .token(value.decodeNil() ? "null" : "\(try value.decode(Bool.self))")
    }
  }

  init(_ message: some Encodable) throws {
    self = try JSONDecoder().decode(HostileMessage.self, from: JSONEncoder().encode(message))
  }

  var json: String {
    switch self {
    case .token(let token): token
    case .text(let text): Self.quoted(text)
    case .array(let elements): "[\(elements.map(\.json).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.key)):\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 32:
        quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Damages one place of the message.
  /// - Parameter words: texts that mean something to the receiver: names, keys.
  mutating func damage(_ words: [String], with random: inout RandomNumbers) {
    switch self {
    case .array(var elements) where !elements.isEmpty && random.chance(85):
      let (index, other) = (random.index(of: elements), random.index(of: elements))
      switch Int.random(in: 0..<12, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      case 2: elements.swapAt(index, other)
      case 3: elements.append(.leaf(words, with: &random))
      default: elements[index].damage(words, with: &random)
      }
      self = .array(elements)
    case .object(var members) where !members.isEmpty && random.chance(90):
      let (index, other) = (random.index(of: members), random.index(of: members))
      switch Int.random(in: 0..<12, using: &random) {
      case 0: members.remove(at: index)
      case 1: members[index].key = random.element(of: words)
      case 2: members[index].value = members[other].value
      case 3: members.append((random.element(of: words), .leaf(words, with: &random)))
      default: members[index].value.damage(words, with: &random)
      }
      self = .object(members)
    case .text where random.chance(50): self = .text(random.element(of: words))
    default: self = .leaf(words, with: &random)
    }
  }

  private static func leaf(_ words: [String], with random: inout RandomNumbers) -> HostileMessage {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .token(random.element(of: tokens))
    case 1: .text(random.element(of: texts))
    case 2: .text(random.element(of: words))
    default: .token("\(Int64(bitPattern: random.next()) >> Int64.random(in: 0..<63, using: &random))")
    }
  }

  private static let tokens = [
    "null", "true", "0", "-1", "1", "2", "1.5", "-0.0", "1e400", "1e18", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "[]", "[[]]", "[null]", "{}", "{\"r\":\"inf\"}", "{\"r\":\"-1e308\"}", "{\"r\":\"nan\"}",
    "{\"r\":\"9e18\"}", "{\"b\":\"\"}", "{\"b\":\"/wA=\"}", "{\"b\":\"%\"}", "{\"t\":\"/wA=\"}", "{\"t\":\"QQ==\"}",
    "\"\\ud800\"", "\"\\u0000\"", "NaN", "", "\"", "{\"r\":1}", "{\"x\":\"1\"}",
  ]
  private static let texts = [
    "", "\u{0}", "a\u{0}b", "\u{FEFF}", "e\u{301}", "\u{202E}\u{10FFFF}", "'; DROP TABLE item; --", "\"", "?1", "NULL",
    "[]", "{}", "[1]", "[\"a\"]", "{\"a\":1}", "9e999", "2026-01-01 00:00:00.000", "insert", "update", "delete",
    String(repeating: "long", count: 2_000),
  ]
}

extension RandomNumbers {
  fileprivate mutating func index<Element>(of elements: [Element]) -> Int {
    Int.random(in: elements.indices, using: &self)
  }
}

extension HostileMessage {
  /// How many messages each test damages: POSTIL_SYNC_MESSAGES, 1,000 by default.
  static var count: Int { ProcessInfo.processInfo.environment["POSTIL_SYNC_MESSAGES"].flatMap { Int($0) } ?? 1_000 }

  /// Runs a test in portions, with seeds that are different each time, unless POSTIL_SYNC_SEED is set.
  static func portions(of size: Int, _ body: (UInt64) async throws -> Void) async throws {
    if let seed = ProcessInfo.processInfo.environment["POSTIL_SYNC_SEED"].flatMap({ UInt64($0) }) {
      return try await body(seed)
    }
    var seeds = RandomNumbers(seed: UInt64(Date().timeIntervalSince1970))
    for _ in 0..<max(count / size, 1) { try await body(seeds.next() >> 1) }
  }

  /// The message as it arrives: now and then, a byte is another one.
  func bytes(with random: inout RandomNumbers) -> Data {
    var data = Data(json.utf8)
    if random.chance(3), !data.isEmpty {
      data[Int.random(in: data.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    return data
  }

  /// What devices and servers have names for.
  static let names =
    TodoSchema.syncedTables.flatMap { [$0.name] + $0.columnNames } + [
      "sqlite_schema", "postil_sync_device", "postil_sync_row_item", "page_fts", "rowid", "insert", "update", "delete",
      "device", "received", "load", "acknowledged", "transactions", "rowLimit", "number", "time", "base", "changes",
      "kind", "table", "key", "values", "members", "set", "removed", "before", "r", "b", "t",
      "position", "byteLimit", "part", "value", "size", "hash", "offset", "bytes", "column", "version", "scopes",
      "since",
    ]
}
