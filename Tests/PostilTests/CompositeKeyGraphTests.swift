import Foundation
import Postil
import PostilTestSupport
import Shipping
import Testing

/// The operations on relationships whose keys have several columns, on either side, against SQL written by hand.
extension RelationshipGraphTests {
  @Test(
    "operations on parcels, crates, seals and stops equal hand-written SQL",
    arguments: [11, 12, 13, 14, 15] as [UInt64])
  func parcels(seed: UInt64) throws {
    try run(
      seed: seed, schema: ShippingSchema.self, ddl: ShippingSchema.ddl, prepare: Self.parcelRows,
      operations: Self.parcelOperations)
  }

  private static let parcelRows = [
    "INSERT INTO parcel (carrier, number, content) VALUES ('DHL', 1, 'a'), ('DHL', 2, 'b'), ('it''s \"x\"', 1, 'c')",
    """
    INSERT INTO depot (id, name, address_street, address_city, address_kind, latitude, longitude, gate_latitude,
    gate_longitude) VALUES (1, 'north', 's', 'c', 'home', 0, 0, 0, 0), (2, 'south', 's', 'c', 'work', 1, 1, 0, 0)
    """,
    "INSERT INTO crate (yard, slot, parcel_carrier, parcel_number) VALUES ('A',1,'DHL',1),('A',2,'DHL',1),('B',1,NULL,NULL)",
    "INSERT INTO seal (id, text, parcel_carrier, parcel_number) VALUES (1,'x','DHL',1),(2,'y',NULL,NULL)",
    "INSERT INTO scan (id, place, parcel_carrier, parcel_number) VALUES (1,'p','DHL',1),(2,'q','DHL',2),(3,'r','DHL',2)",
    "INSERT INTO leg (parcel_carrier, parcel_number, position, vehicle) VALUES ('DHL',1,0,'van'),('DHL',1,1,'ship')",
    "INSERT INTO remark (id, text, on_parcel_carrier, on_parcel_number, on_position) VALUES (1,'late','DHL',1,0)",
    "INSERT INTO label (parcel_carrier, parcel_number, text) VALUES ('DHL', 2, 'fragile')",
    "INSERT INTO parcel_stops (depot_id, parcel_carrier, parcel_number) VALUES (1,'DHL',1),(2,'DHL',1)",
    "INSERT INTO parcel_bundle VALUES ('DHL',1,'DHL',2)",
  ]

  /// Four parcels, of which the last does not exist.
  private static let parcelIDs = [
    Parcel.ID(carrier: "DHL", number: 1), Parcel.ID(carrier: "DHL", number: 2),
    Parcel.ID(carrier: "it's \"x\"", number: 1), Parcel.ID(carrier: "DHL", number: 9),
  ]
  private static let crateIDs = [
    Crate.ID(yard: "A", slot: 1), Crate.ID(yard: "A", slot: 2), Crate.ID(yard: "B", slot: 1),
  ]

  private static func values(_ id: Parcel.ID) -> String {
    "'\(id.carrier.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))', \(id.number)"
  }

  private static func list(_ ids: [Parcel.ID]) -> String {
    ids.isEmpty ? "SELECT 1, 1 WHERE 0" : "VALUES " + ids.map { "(\(values($0)))" }.joined(separator: ", ")
  }

  private static func list(_ ids: [Crate.ID]) -> String {
    ids.isEmpty ? "SELECT 1, 1 WHERE 0" : "VALUES " + ids.map { "('\($0.yard)', \($0.slot))" }.joined(separator: ", ")
  }

  private static func parcelOperations(_ choose: Choose) -> [Operation] {
    let parcel = parcelIDs[Int(choose(0...3))], other = parcelIDs[Int(choose(0...2))]
    let parcels = (0..<choose(0...3)).map { _ in parcelIDs[Int(choose(0...2))] }
    let crate = crateIDs[Int(choose(0...2))], depot = Depot.ID(choose(1...2))
    let crates = (0..<choose(0...3)).map { _ in crateIDs[Int(choose(0...2))] }
    let seal = Seal.ID(choose(1...2)), scan = Scan.ID(choose(1...3))
    let remark = Remark.ID(1), leg = Leg.ID(parcelID: parcelIDs[0], position: Int(choose(0...2)))
    let isParcel = "(parcel_carrier, parcel_number) = (\(values(parcel)))"
    let toParcel = "parcel_carrier = '\(parcel.carrier.replacing("'", with: "''"))', parcel_number = \(parcel.number)"
    let toNone = "parcel_carrier = NULL, parcel_number = NULL"
    let isCrate = "(yard, slot) = ('\(crate.yard)', \(crate.slot))"
    return [
      Operation(
        "stop of \(parcel) at \(depot)",
        byHand:
          "INSERT OR IGNORE INTO parcel_stops (depot_id, parcel_carrier, parcel_number) VALUES (\(depot), \(values(parcel)))"
      ) {
        try Parcel.addToStops(depot, of: parcel, in: $0)
      },
      Operation(
        "\(parcel) goes past \(depot)", byHand: "DELETE FROM parcel_stops WHERE depot_id = \(depot) AND \(isParcel)"
      ) { try Parcel.removeFromStops(depot, of: parcel, in: $0) },
      Operation("\(parcel) stops nowhere", byHand: "DELETE FROM parcel_stops WHERE \(isParcel)") {
        try Parcel.removeAllFromStops(of: parcel, in: $0)
      },
      Operation(
        "parcels \(parcels) to \(depot)",
        byHand:
          "INSERT OR IGNORE INTO parcel_stops (depot_id, parcel_carrier, parcel_number) SELECT \(depot), * FROM (\(list(parcels)))"
      ) { try Depot.addToParcels(contentsOf: parcels, of: depot, in: $0) },
      Operation(
        "parcels \(parcels) and no others at \(depot)", statements: 2,
        byHand: "DELETE FROM parcel_stops WHERE depot_id = \(depot)",
        "INSERT OR IGNORE INTO parcel_stops (depot_id, parcel_carrier, parcel_number) SELECT \(depot), * FROM (\(list(parcels)))"
      ) { try Depot.replaceParcels(with: parcels, of: depot, in: $0) },
      Operation(
        "\(parcel) in a bundle with \(other)",
        byHand: "INSERT OR IGNORE INTO parcel_bundle VALUES (\(values(parcel)), \(values(other)))"
      ) { try Parcel.addToBundle(other, of: parcel, in: $0) },
      Operation(
        "\(other) in no bundle",
        byHand: "DELETE FROM parcel_bundle WHERE (bundle_carrier, bundle_number) = (\(values(other)))"
      ) { try Parcel.removeAllFromBundledWith(of: other, in: $0) },
      Operation(
        "bundle of \(parcel): \(parcels)", statements: 2,
        byHand: "DELETE FROM parcel_bundle WHERE \(isParcel)",
        "INSERT OR IGNORE INTO parcel_bundle SELECT \(values(parcel)), * FROM (\(list(parcels)))"
      ) { try Parcel.replaceBundle(with: parcels, of: parcel, in: $0) },
      Operation("crate \(crate) holds \(parcel)", byHand: "UPDATE crate SET \(toParcel) WHERE \(isCrate)") {
        try Parcel.addToCrates(crate, of: parcel, in: $0)
      },
      Operation("crate \(crate) set to \(parcel)", byHand: "UPDATE crate SET \(toParcel) WHERE \(isCrate)") {
        try Crate.setParcel(parcel, of: crate, in: $0)
      },
      Operation("crate \(crate) set to none", byHand: "UPDATE crate SET \(toNone) WHERE \(isCrate)") {
        try Crate.setParcel(nil, of: crate, in: $0)
      },
      Operation(
        "crate \(crate) taken from \(parcel)", byHand: "UPDATE crate SET \(toNone) WHERE \(isCrate) AND \(isParcel)"
      ) {
        try Parcel.removeFromCrates(crate, of: parcel, in: $0)
      },
      Operation("no crates for \(parcel)", byHand: "UPDATE crate SET \(toNone) WHERE \(isParcel)") {
        try Parcel.removeAllFromCrates(of: parcel, in: $0)
      },
      Operation(
        "crates \(crates) hold \(other)",
        byHand: """
          UPDATE crate SET parcel_carrier = '\(other.carrier.replacing("'", with: "''"))', parcel_number = \(other.number)
          WHERE (yard, slot) IN (\(list(crates)))
          """
      ) { try Parcel.addToCrates(contentsOf: crates, of: other, in: $0) },
      Operation(
        "crates \(crates) and no others hold \(other)",
        byHand: "UPDATE crate SET \(toNone) WHERE (parcel_carrier, parcel_number) = (\(values(other)))",
        """
        UPDATE crate SET parcel_carrier = '\(other.carrier.replacing("'", with: "''"))', parcel_number = \(other.number)
        WHERE (yard, slot) IN (\(list(crates)))
        """
      ) { try Parcel.replaceCrates(with: crates, of: other, in: $0) },
      Operation(
        "\(seal) on \(parcel)", statements: 2, byHand: "UPDATE seal SET \(toNone) WHERE \(isParcel) AND id <> \(seal)",
        "UPDATE seal SET \(toParcel) WHERE id = \(seal)"
      ) { try Parcel.setSeal(seal, of: parcel, in: $0) },
      Operation("no seal on \(parcel)", byHand: "UPDATE seal SET \(toNone) WHERE \(isParcel)") {
        try Parcel.removeSeal(of: parcel, in: $0)
      },
      Operation("\(scan) is of \(parcel)", byHand: "UPDATE scan SET \(toParcel) WHERE id = \(scan)") {
        try Parcel.addToScans(scan, of: parcel, in: $0)
      },
      Operation(
        "\(remark) is about \(leg)",
        byHand:
          "UPDATE remark SET on_parcel_carrier = 'DHL', on_parcel_number = 1, on_position = \(leg.position) WHERE id = \(remark)"
      ) { try Remark.setLeg(leg, of: remark, in: $0) },
    ]
  }
}
