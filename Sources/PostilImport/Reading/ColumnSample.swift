import PostilCompiler
import PostilSchema

/// The values of a column in the sampled rows of a table.
struct ColumnSample: Sendable {
  /// The number of rows with a value.
  var values = 0
  var nulls = 0
  var integers = 0
  var reals = 0
  var texts = 0
  var blobs = 0
  /// The number of texts that aren't valid UTF-8.
  var malformedTexts = 0
  var leastInteger: Int64?
  var greatestInteger: Int64?
  /// The distinct values, if there are few and they were requested.
  private(set) var distinct: Set<StoredCell>?
  /// Whether every text is a time written with a space, such as `2009-01-01 00:00:00.123`.
  private(set) var isTimestamps = true
  /// The first such text that a `Date` writes back differently.
  private(set) var changedTimestamp: (found: String, written: String)?
  /// The forms in which every value so far can be read and written back unchanged.
  private var forms = ValueForm.allCases
  private let affinity: StoredAffinity

  /// Creates an empty sample.
  /// - Parameter isListed: whether to keep the distinct values.
  init(affinity: StoredAffinity = .none, isListed: Bool = false) {
    self.affinity = affinity
    distinct = isListed ? [] : nil
  }

  /// Whether there are values, and `count` is the number of all of them.
  func isAll(_ count: Int) -> Bool { values > 0 && count == values }

  /// Whether the runtime reads every value in this form and writes back the same bytes.
  func fits(_ form: ValueForm) -> Bool { forms.contains(form) }

  /// Whether a property of this type reads every value and writes back the same bytes.
  func fits(_ type: SwiftType) -> Bool { ValueForm(type).map(fits) ?? true }

  /// Adds a value.
  mutating func add(_ row: SampleRow) {
    let stored = row.stored
    switch stored {
    case .null:
      nulls += 1
      return
    case .integer(let value):
      integers += 1
      leastInteger = min(leastInteger ?? value, value)
      greatestInteger = max(greatestInteger ?? value, value)
    case .real: reals += 1
    case .text(let bytes):
      texts += 1
      if !bytes.allSatisfy({ $0 < 0x80 }), String(utf8: bytes) == nil { malformedTexts += 1 }
      if isTimestamps { addTimestamp(bytes, row) }
    case .blob: blobs += 1
    }
    values += 1
    if distinct?.insert(stored).inserted == true, let count = distinct?.count, count > 1000 { distinct = nil }
    forms.removeAll { !$0.holds(row, stored, in: affinity) }
  }

  private mutating func addTimestamp(_ bytes: [UInt8], _ row: SampleRow) {
    let digits = bytes.dropFirst(20)
    let hasForm =
      bytes.count >= 19 && bytes[10] == 0x20
      && (bytes.count == 19
        || bytes[19] == 0x2E && !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) })
    guard hasForm, case .text(let written)? = ValueForm.date.written(row) else {
      isTimestamps = false
      return
    }
    guard changedTimestamp == nil, written != bytes else { return }
    changedTimestamp = (String(decoding: bytes, as: UTF8.self), String(decoding: written, as: UTF8.self))
  }
}

extension StoredAffinity {
  /// How a column with this declared type converts numbers.
  init(declared: String, isStrict: Bool) {
    if isStrict {
      switch declared.uppercased() {
      case "INT", "INTEGER": self = .numeric
      case "REAL": self = .real
      default: self = .none
      }
      return
    }
    switch ColumnAffinity(declared) {
    case .integer, .numeric: self = .numeric
    case .real: self = .real
    case .text, .blob: self = .none
    }
  }
}
