/// The name of a file in a `Migrations` folder: `20261121183000_add_due_day.sql`, or its undo,
/// `20261121183000_add_due_day.down.sql`. One for PostgreSQL ends in `.postgresql.sql`.
struct MigrationFileName {
  /// The full name, without folders.
  let file: String
  /// The name of the migration, or of the migration that the file undoes.
  let migration: String
  let isUndo: Bool
  /// Whether `postil migrate new` could have created the name.
  let isValid: Bool

  private static let digits = 14

  init(path: String) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.hasSuffix(".sql") ? String(file.dropLast(4)) : file
    let isUndo = stem.hasSuffix(".down")
    let migration = isUndo ? String(stem.dropLast(5)) : stem
    let bytes = Array(migration.utf8.dropLast(migration.hasSuffix(".postgresql") ? ".postgresql".utf8.count : 0))
    (self.file, self.isUndo, self.migration) = (file, isUndo, migration)
    isValid =
      file.hasSuffix(".sql") && bytes.count > Self.digits + 1 && bytes.prefix(Self.digits).allSatisfy(Self.isDigit)
      && bytes[Self.digits] == UInt8(ascii: "_") && bytes.dropFirst(Self.digits + 1).allSatisfy(Self.isWord)
  }

  /// The name with its missing parts added.
  var suggestion: String {
    let time = migration.utf8.prefix(Self.digits)
    let hasTime = time.count == Self.digits && time.allSatisfy(Self.isDigit)
    let rest = hasTime ? String(migration.dropFirst(Self.digits)) : migration
    var words = ""
    for scalar in rest.unicodeScalars {
      let lower = scalar.value >= 0x41 && scalar.value <= 0x5A ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
      let isWord = lower.isASCII && Self.isWord(UInt8(lower.value)) && lower != "_"
      if isWord { words.unicodeScalars.append(lower) } else if words.last != "_", !words.isEmpty { words += "_" }
    }
    while words.last == "_" { words.removeLast() }
    let start = hasTime ? String(migration.prefix(Self.digits)) : "20261121183000"
    return start + "_" + (words.isEmpty ? "changes" : words) + (isUndo ? ".down" : "") + ".sql"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte >= 0x61 && byte <= 0x7A) || byte == UInt8(ascii: "_")
  }
}
