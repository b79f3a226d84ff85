/// The words of a name, in small letters: `tblCustomerOrders`, `customer_orders`, `CUSTOMER ORDERS`.
enum Words {
  /// Splits a name at everything that is neither letter nor digit, and where capitals start a word.
  static func split(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(name.unicodeScalars)
    func end() {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    for (index, scalar) in characters.enumerated() {
      guard isPart(scalar) else {
        end()
        continue
      }
      if index > 0, startsWord(at: index, in: characters) { end() }
      word.unicodeScalars.append(scalar)
    }
    end()
    return words
  }

  /// Letters and digits of any script; emoji and signs are none.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      : scalar.properties.isAlphabetic && scalar.properties.isXIDContinue && scalar.value < 0x1_0000
  }

  /// A capital behind a small letter or a digit, and the last of several capitals before a small one: `HTTPRequest`. The `s`
  /// of a plural belongs to the capitals: `userIDs`.
  private static func startsWord(at index: Int, in characters: [Unicode.Scalar]) -> Bool {
    let (scalar, previous) = (characters[index], characters[index - 1])
    guard scalar.properties.isUppercase else { return false }
    if !previous.properties.isUppercase { return true }
    guard index + 1 < characters.count, characters[index + 1].properties.isLowercase else { return false }
    let isPlural =
      characters[index + 1] == "s"
      && (index + 2 == characters.count || !characters[index + 2].properties.isLowercase)
    return !isPlural
  }

  /// Words that Swift writes in capitals, but for the first of a property.
  private static let capitals = [
    "id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs", "uuid": "UUID", "guid": "GUID",
  ]

  /// `InvoiceLine`
  static func upperCamel(_ words: [String]) -> String { words.map(capitalized).joined() }

  /// `invoiceLine`, `customerID`
  static func lowerCamel(_ words: [String]) -> String {
    (words.first ?? "") + words.dropFirst().map(capitalized).joined()
  }

  private static func capitalized(_ word: String) -> String {
    capitals[word] ?? word.prefix(1).uppercased() + word.dropFirst()
  }
}
