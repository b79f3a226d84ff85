import PostilSchema

/// The words of a name, in lower case: `tblCustomerOrders`, `customer_orders`, `CUSTOMER ORDERS`.
enum Words {
  /// Splits a name at every character that is neither a letter nor a digit, and where a word starts according to the compiler.
  static func split(_ name: String) -> [String] {
    let parts = String.UnicodeScalarView(name.unicodeScalars.map { isPart($0) ? $0 : "_" })
    return SnakeCase.name(String(parts)).split(separator: "_").map(String.init)
  }

  /// Letters and digits of any script, with combining marks; not emoji or signs.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
    let isMark = scalar.properties.generalCategory == .nonspacingMark
    return (scalar.properties.isAlphabetic || isMark) && scalar.properties.isXIDContinue && scalar.value < 0x1_0000
  }

  /// Acronyms that Swift writes in capitals, except at the start of a property's name.
  private static let capitals = Dictionary(
    uniqueKeysWithValues: SnakeCase.acronyms.flatMap { [($0.lowercased(), $0), ($0.lowercased() + "s", $0 + "s")] })

  /// `InvoiceLine`
  static func upperCamel(_ words: [String]) -> String { joined(words[...], after: "") }

  /// `invoiceLine`, `customerID`
  static func lowerCamel(_ words: [String]) -> String { joined(words.dropFirst(), after: words.first ?? "") }

  /// Acronyms are capitalized if the compiler still splits the name into the same words: `homeUrlID` is `home_url_id`.
  private static func joined(_ words: ArraySlice<String>, after first: String) -> String {
    var words = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let columnName = SnakeCase.name(first + words.joined())
    for index in words.indices.reversed() {
      let word = words[index]
      guard let acronym = capitals[word.lowercased()] else { continue }
      words[index] = acronym
      if SnakeCase.name(first + words.joined()) != columnName { words[index] = word }
    }
    return first + words.joined()
  }
}
