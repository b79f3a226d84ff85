// Written by Postil from ParcelLine.swift. Don't edit this file; change the annotations instead.

import Foundation
import Postil

// MARK: - ParcelLine

nonisolated extension ParcelLine: Projection {
  public static let table = _TableDescription(
    model: "ParcelLine", name: "parcel_line",
    columns: [
      ColumnName("id_carrier", property: "parcelID.carrier"), ColumnName("id_number", property: "parcelID.number"),
      "content", "depot", ColumnName("address_line", property: "address.line"),
      ColumnName("address_street", property: "address.street"), ColumnName("address_city", property: "address.city"),
      ColumnName("address_kind", property: "address.kind"),
      ColumnName("address_location_latitude", property: "address.location.latitude"),
      ColumnName("address_location_longitude", property: "address.location.longitude"),
      ColumnName("site_latitude", property: "site.latitude"), ColumnName("site_longitude", property: "site.longitude"),
      ColumnName("scan_count", property: "scanCount"),
    ],
    collations: ["id_carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (parcelID, content, depot, address, site, scanCount) = try (
      row.readGroup(), row.read(), row.read(), row.readGroupIfPresent(), row.readGroup(), row.read()
    )
  }
}

nonisolated extension ParcelLine {
  // MARK: - Columns

  /// The columns of `ParcelLine`, for use in queries.
  public struct Columns: ProjectionColumns {
    public typealias OwningModel = ParcelLine
    public let _rowSource: _Source
    public let parcelID: Parcel.ID.Columns<_ReadOnly<ParcelLine>>
    /// What is in it.
    public let content: SQLOperation<String>
    /// The depot that saw it last.
    public let depot: SQLOperation<String?>
    public let address: OptionalGroup<Address.Columns<_ReadOnly<ParcelLine>>>
    public let site: Location.Columns<_ReadOnly<ParcelLine>>
    public let scanCount: SQLOperation<Int>

    /// The columns of the row at `source`.
    public init(_ source: _Source) {
      _rowSource = source
      parcelID = Parcel.ID.Columns<_ReadOnly<ParcelLine>>(["id_carrier", "id_number"], of: source)
      content = SQLOperation("content", of: source)
      depot = SQLOperation("depot", of: source)
      address = OptionalGroup<Address.Columns<_ReadOnly<ParcelLine>>>(
        [
          "address_line", "address_street", "address_city", "address_kind", "address_location_latitude",
          "address_location_longitude",
        ],
        of: source)
      site = Location.Columns<_ReadOnly<ParcelLine>>(["site_latitude", "site_longitude"], of: source)
      scanCount = SQLOperation("scan_count", of: source)
    }

    /// A row of these expressions and constants, for `select`.
    public init(
      parcelID: Parcel.ID.Columns<some Any>, content: some ProjectedValue<String>,
      depot: some ProjectedOptional<String>, address: OptionalGroup<Address.Columns<some Any>>,
      site: Location.Columns<some Any>, scanCount: some ProjectedValue<Int>
    ) {
      _rowSource = _Source(ParcelLine.table)
      self.parcelID = Parcel.ID.Columns<_ReadOnly<ParcelLine>>(_ColumnSlice(parcelID.columnSlice))
      self.content = SQLOperation(content)
      self.depot = SQLOperation(optional: depot)
      self.address = OptionalGroup<Address.Columns<_ReadOnly<ParcelLine>>>(_ColumnSlice(address.columnSlice))
      self.site = Location.Columns<_ReadOnly<ParcelLine>>(_ColumnSlice(site.columnSlice))
      self.scanCount = SQLOperation(scanCount)
    }

    public var nodes: [_ExpressionNode] {
      [
        parcelID.columnSlice.nodes, [content.node], [depot.node], address.columnSlice.nodes, site.columnSlice.nodes,
        [scanCount.node],
      ].flatMap { $0 }
    }
  }
}
