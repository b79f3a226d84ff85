/// The values of one row of `document`.
package struct DocumentValues: Sendable {
  package var title: String
  package var street: String
  package var city: String
  package var number: Int
  package var labels: [String]

  /// Row `index` of the data set: the same on every machine and in every run.
  package init(index: Int) {
    title = "Document number \(index)"
    street = "Straße der \(index % 977) Bäume"
    city = Self.cities[index % Self.cities.count]
    number = index % 120
    labels = (0..<(index % 5)).map { "label \(($0 + index) % 40)" }
  }

  /// The first `count` rows of the data set.
  package static func rows(_ count: Int) -> [DocumentValues] { (0..<count).map(DocumentValues.init) }

  private static let cities = ["Aachen", "Basel", "Como", "Dijon", "Essen", "Fulda", "Genf"]
}

extension Digest {
  /// Adds one row of `document`.
  package mutating func add(title: String, street: String, city: String, number: Int, labels: [String]) {
    count += 1
    sum &+= UInt64(title.utf8.count &* 7 &+ street.utf8.count &* 5 &+ city.utf8.count &* 3 &+ number)
    for label in labels { sum &+= UInt64(label.utf8.count) }
  }
}

extension DocumentValues {
  /// A sum over every value of `document`, whatever way its JSON is written.
  package static let sumSQL: StaticString = """
    SELECT sum(length(title) + length(json_extract(address, '$.street')) * 3 + length(json_extract(address, '$.city'))
      + json_extract(address, '$.number') + json_array_length(labels)) FROM document
    """
}
