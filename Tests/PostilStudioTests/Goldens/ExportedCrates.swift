import Foundation
import Postil

private let rows: [Crate.Draft] = [
  Crate.Draft(name: "one", level: Level.none, tint: (try! Tint(stored: 3)), bytes: [0x01, 0xFF], steps: [1, -1], curve: [1.5, .infinity], label: json(#"{"text":"a\"\\b","at":"2026-11-22 07:30:00.25"}"#), lines: json(#"["x","y"]"#), place: Address(city: "Rome", zip: 1), parcelID: Parcel.ID(carrier: #"a "b""#, number: 3), scan: Data(base64Encoded: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==")!),  // Crate.ID(7)
  Crate.Draft(name: "two", level: nil, tint: nil, bytes: [UInt8](Data(base64Encoded: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")!), steps: [], curve: nil, label: nil, lines: json("[]"), place: nil, parcelID: nil, scan: nil),  // Crate.ID(9223372036854775807)
]

private func json<Value: Decodable>(_ text: String) -> Value {
  let decoder = JSONDecoder()
  decoder.nonConformingFloatDecodingStrategy = .convertFromString(
    positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
  decoder.dateDecodingStrategy = .custom { decoder in
    let text = try decoder.singleValueContainer().decode(String.self)
    let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, includingFractionalSeconds: text.contains("."))
    return try style.parse(text + "Z")
  }
  return try! decoder.decode(Value.self, from: Data(text.utf8))
}

enum ExportedRows {
  static var labels: [Label?] { rows.map(\.label) }
}
