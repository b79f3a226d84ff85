import Foundation
import Postil
import Testing

/// Drafts that come from a client, which doesn't send every property.
@Suite("Drafts decoded from JSON")
struct DraftDecodingTests {
  private func house(_ json: String) throws -> House.Draft {
    try JSONDecoder().decode(House.Draft.self, from: Data(json.utf8))
  }

  @Test("A missing property that is optional or has a default gets it")
  func missing() throws {
    let house = try house(#"{"name": "a"}"#)
    #expect(house == House.Draft(name: "a"))
    #expect(house.floors == 1 && house.color == "red" && house.address == nil)
  }

  @Test("Properties that are there are decoded, and 'null' is nil")
  func present() throws {
    let house = try house(#"{"name": "a", "floors": 3, "color": null, "address": {"street": "s", "number": 2}}"#)
    #expect(house == House.Draft(name: "a", floors: 3, color: nil, address: House.Address(street: "s", number: 2)))
  }

  @Test("A property without a default must be there, and one that isn't optional can't be 'null'")
  func refused() {
    #expect(throws: DecodingError.self) { try house(#"{"floors": 3}"#) }
    #expect(throws: DecodingError.self) { try house(#"{"name": "a", "floors": null}"#) }
    #expect(throws: DecodingError.self) { try house(#"{"name": "a", "floors": "many"}"#) }
  }

  @Test("A draft of a model that is also encodable, and a draft without its owner, are decoded in the same way")
  func codable() throws {
    let service = try JSONDecoder().decode(
      Service.Draft.self,
      from: Data(#"{"lineID": {"network": "n", "number": 1}, "cityID": "6C7B4B4E-5A34-4B9B-8F0E-0B6E3A4C2D11"}"#.utf8))
    #expect(service.daily == 1 && service.lineID == Line.ID(network: "n", number: 1))
    #expect(try JSONDecoder().decode(Service.Draft.self, from: JSONEncoder().encode(service)) == service)
  }
}
