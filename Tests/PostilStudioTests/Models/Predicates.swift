// The studio writes literals of UUIDs, URLs and decimal numbers.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import Postil

/// Predicates as the studio writes them. They are compiled here, and `FilterTests` compares them with what the studio writes.
enum Predicates {
  static var all: [String] {
    [
      Thing.where { $0.priority == .high }.description,
      Thing.where { $0.priority.in([.high, .low]) }.description,
      Thing.where { $0.mood != .default }.description,
      Thing.where { $0.price < Decimal(string: "10.50001")! }.description,
      Thing.where { $0.weight.between(1.0, 2.5) }.description,
      Thing.where { $0.big == 18446744073709551615 }.description,
      Thing.where { $0.seconds >= Date(timeIntervalSince1970: 1795332600) }.description,
      Thing.where { $0.day == DateComponents(year: 2026, month: 11, day: 22) }.description,
      Thing.where { $0.link == URL(string: "https://example.org/")! }.description,
      Thing.where { $0.code == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")! }.description,
      Thing.where { $0.flag == true }.description,
      Thing.where { $0.data == nil }.description,
      Thing.where { $0.duration < .nanoseconds(5) }.description,
      Thing.where { $0.home.city.contains("x") && $0.home.zip == 3 && $0.mail.city != "y" }.description,
      Thing.where { $0.mail.zip == nil }.order { ($0.mail.city.descending, $0.home.zip) }.description,
      Thing.where { $0.in.hasPrefix(#"a"b"#) }.where { $0.in.hasSuffix("\u{0}") }.where { $0.in < "z" }
        .where { $0.in.in(["a", "b"]) }.description,
      Thing.where { $0.parcelID == Parcel.ID(carrier: "a", number: 3) }.description,
      Thing.where { $0.parcelID == nil }.description,
      Thing.where { $0.parcelID.carrier == "x" }.description,
      Thing.where { $0.parts.contains(Part.ID(3)) && !$0.parts.isEmpty }.description,
      Parcel.where { $0.things.contains(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!) }.description,
      Card.where { $0.thing.id == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")! }.description,
      Card.where { $0.thing == nil }.description,
      Card.where { $0.name.contains("x") }.order { $0.name.descending }.description,
      Parcel.where { $0.carrier == "x" && $0.number > 3 }.description,
      Thing.where { $0.parcel.note.contains("x") }.order { $0.parcel.note.descending }.description,
      Thing.where { $0.parts.count >= 2 }.order { ($0.parts.count.descending, $0.weight) }.description,
      Parcel.where { $0.things.any { $0.weight > 2.5 } }.description,
      Card.where { $0.thing.flag == true }.description,
    ]
  }
}
