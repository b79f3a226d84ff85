import Foundation

/// The names of migrations: `20261121183000_add_due_day`.
package enum MigrationName {
  /// The name of a migration from a time and the user's words; `nil` if the words contain no letters and digits.
  package static func name(_ words: String, timestamp: String) -> String? {
    snakeCase(words).map { timestamp + "_" + $0 }
  }

  /// A time in the format of migration names: UTC, to the second.
  package static func timestamp(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    let numbers = [parts.month, parts.day, parts.hour, parts.minute, parts.second].map { padded($0 ?? 0, to: 2) }
    return padded(parts.year ?? 0, to: 4) + numbers.joined()
  }

  /// The name of the second of two migrations that are written together: a second later, with `_contract`.
  package static func second(after name: String) -> String {
    let time = name.prefix(14)
    var digits = Array(time.utf8)
    // The clock doesn't matter: only the order does.
    for index in digits.indices.reversed() {
      digits[index] = digits[index] == UInt8(ascii: "9") ? UInt8(ascii: "0") : digits[index] + 1
      if digits[index] != UInt8(ascii: "0") { break }
    }
    return String(decoding: digits, as: UTF8.self) + name.dropFirst(14) + "_contract"
  }

  /// Whether the text consists of 14 digits.
  package static func isTimestamp(_ text: String) -> Bool {
    text.utf8.count == 14 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// `add_due_day` for `Add due day`, `add-due-day` and `addDueDay`. Diacritics are removed.
  static func snakeCase(_ words: String) -> String? {
    var result = ""
    var previous: Character = "_"
    for character in words.folding(options: .diacriticInsensitive, locale: nil) {
      if character.isASCII, character.isLetter || character.isNumber {
        let beginsWord = character.isUppercase && (previous.isLowercase || previous.isNumber)
        if !result.isEmpty, result.last != "_", beginsWord || previous == "_" { result += "_" }
        result += character.lowercased()
        previous = character
      } else {
        previous = "_"
      }
    }
    return result.isEmpty ? nil : result
  }

  /// `Add due day.` for `20261121183000_add_due_day`.
  static func sentence(_ name: String) -> String {
    let words = name.drop { $0.isNumber || $0 == "_" }.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
