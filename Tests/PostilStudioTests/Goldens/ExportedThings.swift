import Foundation
import Postil

private let rows: [Thing.Draft] = [
  Thing.Draft(id: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, priority: .high, mood: .default, price: Decimal(string: "10.5")!, weight: 1e+300, big: 18446744073709551615, seconds: Date(timeIntervalSince1970: 1795332600), day: DateComponents(year: 2026, month: 11, day: 22), link: URL(string: "https://example.org/?a=b")!, code: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, flag: true, data: Data([0x00, 0xFF]), duration: .nanoseconds(5), home: Address(city: "Rome", zip: nil), mail: Address(city: "Oslo", zip: 7), in: "x\u{0}y", parcelID: Parcel.ID(carrier: #"a "b""#, number: 3), cardID: nil),
  Thing.Draft(id: UUID(uuidString: "00000000-0000-0000-0000-000000000000")!, priority: nil, mood: .glad, price: Decimal(string: "-1")!, weight: .infinity, big: 0, seconds: Date(timeIntervalSince1970: -1), day: DateComponents(year: 1, month: 1, day: 1), link: nil, code: nil, flag: nil, data: nil, duration: .nanoseconds(-5), home: Address(city: "", zip: 1), mail: nil, in: "\u{202e}\n", parcelID: nil, cardID: nil),
]
