// Written by Postil from Profile.swift. Don't edit this file; change the annotations instead.

import Foundation
import Postil

// MARK: - SampledProcess

nonisolated extension SampledProcess: Model {
  /// The primary key of `sampled_process`; every model has its own type.
  public typealias ID = RowID<SampledProcess>
  public static let table = _TableDescription(
    model: "SampledProcess", name: "sampled_process",
    columns: ["id", "pid", "command", ColumnName("started_at", property: "startedAt")], primaryKey: ["id"],
    required: ["pid", "command", "started_at"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, pid, command, startedAt) = try (row.read(), row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, pid, command, startedAt) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "sampled_process" ("pid", "command", "started_at") VALUES (?1, ?2, ?3)"#,
    fetch: #"SELECT "id", "pid", "command", "started_at" FROM "sampled_process" WHERE "id" = ?1"#,
    update: #"UPDATE "sampled_process" SET "pid" = ?2, "command" = ?3, "started_at" = ?4 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "sampled_process" ("id", "pid", "command", "started_at") VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT ("id") DO UPDATE SET "pid" = excluded."pid", "command" = excluded."command",
        "started_at" = excluded."started_at"
      """,
    delete: #"DELETE FROM "sampled_process" WHERE "id" = ?1"#)

  /// A row of `sampled_process` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var pid: Int32
    public var command: String
    public var startedAt: Date

    public init(pid: Int32, command: String, startedAt: Date) {
      (self.pid, self.command, self.startedAt) = (pid, command, startedAt)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(pid, command, startedAt) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> SampledProcess {
      try db._stored(SampledProcess(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, pid, command, startedAt) = (id, draft.pid, draft.command, draft.startedAt)
  }

  /// The columns and relationships of `sampled_process`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = SampledProcess
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<SampledProcess, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var pid: Column<SampledProcess, Int32> { Column("pid", of: _rowSource) }
    public var command: Column<SampledProcess, String> { Column("command", of: _rowSource) }
    public var startedAt: Column<SampledProcess, Date> { Column("started_at", of: _rowSource) }
    public var samples: ToMany<Sample> { ToMany(SampledProcess.samplesRelationship, of: _rowSource) }
  }

  public static let samplesRelationship = Relationship<SampledProcess, Sample>(
    "samples", from: ["id"], to: ["process_id"])

  // MARK: - samples
  /// The samples of this sampledProcess (`@references` on `Sample.processID`), as a query.
  public var samples: Query<Sample> { Query(SampledProcess.samplesRelationship, of: id) }
}

// MARK: - Symbol

nonisolated extension Symbol: Model {
  /// The primary key of `symbol`; every model has its own type.
  public typealias ID = RowID<Symbol>
  public static let table = _TableDescription(
    model: "Symbol", name: "symbol", columns: ["id", "address", "name", "module"], primaryKey: ["id"],
    uniqueKeys: [["address"]], required: ["address", "name"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, address, name, module) = try (row.read(), row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, address, name, module) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "symbol" ("address", "name", "module") VALUES (?1, ?2, ?3)"#,
    fetch: #"SELECT "id", "address", "name", "module" FROM "symbol" WHERE "id" = ?1"#,
    update: #"UPDATE "symbol" SET "address" = ?2, "name" = ?3, "module" = ?4 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "symbol" ("id", "address", "name", "module") VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT ("id") DO UPDATE SET "address" = excluded."address", "name" = excluded."name",
        "module" = excluded."module"
      """,
    delete: #"DELETE FROM "symbol" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `address`.
    public let address = UniqueKey<Symbol>(
      target: #"("address")"#,
      upsert: """
        INSERT INTO "symbol" ("address", "name", "module") VALUES (?1, ?2, ?3)
        ON CONFLICT ("address") DO UPDATE SET "address" = excluded."address", "name" = excluded."name",
          "module" = excluded."module" RETURNING "id", "address", "name", "module"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `symbol` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    /// Addresses of the kernel are above `Int64.max`.
    public var address: UInt64
    public var name: String
    public var module: String?

    public init(address: UInt64, name: String, module: String? = nil) {
      (self.address, self.name, self.module) = (address, name, module)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(address, name, module) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Symbol {
      try db._stored(Symbol(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, address, name, module) = (id, draft.address, draft.name, draft.module)
  }

  /// The columns and relationships of `symbol`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Symbol
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Symbol, ID> { ReadOnlyColumn("id", of: _rowSource) }
    /// Addresses of the kernel are above `Int64.max`.
    public var address: Column<Symbol, UInt64> { Column("address", of: _rowSource) }
    public var name: Column<Symbol, String> { Column("name", of: _rowSource) }
    public var module: Column<Symbol, String?> { Column("module", of: _rowSource) }
    public var frames: ToMany<Frame> { ToMany(Symbol.framesRelationship, of: _rowSource) }
  }

  public static let framesRelationship = Relationship<Symbol, Frame>("frames", from: ["id"], to: ["symbol_id"])

  // MARK: - frames
  /// The frames of this symbol (`@references` on `Frame.symbolID`), as a query.
  public var frames: Query<Frame> { Query(Symbol.framesRelationship, of: id) }

  /// Adds one, and removes it from its previous symbol.
  @inlinable public func addToFrames(_ frame: Frame, in db: some WriteTransaction) throws {
    try Symbol.addToFrames(frame.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable public func addToFrames(contentsOf frames: some Sequence<Frame>, in db: some WriteTransaction) throws {
    try Symbol.addToFrames(contentsOf: frames.map(\.id), of: id, in: db)
  }
  public static let addToFrames = _AddMembers<Symbol, Frame>(
    #"UPDATE "frame" SET "symbol_id" = ?1 WHERE "sample_id" = ?2 AND "depth" = ?3"#,
    all: """
      UPDATE "frame" SET "symbol_id" = ?1
      WHERE ("sample_id", "depth") IN (SELECT json_extract("json_each"."value", '$[0]'), json_extract("json_each"."value", '$[1]') FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "frame" WHERE "sample_id" = json_extract("json_each"."value", '$[0]') AND "depth" = json_extract("json_each"."value", '$[1]')))
      """)
}

// MARK: - Sample

nonisolated extension Sample: Model {
  /// The primary key of `sample`; every model has its own type.
  public typealias ID = RowID<Sample>
  public static let table = _TableDescription(
    model: "Sample", name: "sample",
    columns: [
      "id", ColumnName("taken_at", property: "takenAt"), "thread", "cpu", "weight",
      ColumnName("call_stack", property: "callStack"), ColumnName("process_id", property: "processID"),
    ],
    primaryKey: ["id"], required: ["taken_at", "thread", "cpu", "weight", "call_stack", "process_id"],
    indexed: ["process_id"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, takenAt, thread, cpu, weight, callStack, processID) = try (
      row.read(), row.read(), row.read(), row.read(), row.read(), row.read(as: Packed<UInt64>.self), row.read()
    )
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) {
    binder.bind(id, takenAt, thread, cpu, weight)
    binder.bind(callStack, as: Packed<UInt64>.self)
    processID._bind(to: &binder)
  }
  @inlinable public func bindUpdate(to binder: inout some ValueBinder) {
    binder.bind(takenAt, thread, cpu, weight)
    binder.bind(callStack, as: Packed<UInt64>.self)
    id._bind(to: &binder)
  }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "sample" ("taken_at", "thread", "cpu", "weight", "call_stack", "process_id")
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
    fetch: """
      SELECT "id", "taken_at", "thread", "cpu", "weight", "call_stack", "process_id" FROM "sample" WHERE "id" = ?1
      """,
    update: """
      UPDATE "sample" SET "taken_at" = ?1, "thread" = ?2, "cpu" = ?3, "weight" = ?4, "call_stack" = ?5 WHERE "id" = ?6
      """,
    save: """
      INSERT INTO "sample" ("id", "taken_at", "thread", "cpu", "weight", "call_stack", "process_id")
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT ("id") DO UPDATE SET "taken_at" = excluded."taken_at", "thread" = excluded."thread",
        "cpu" = excluded."cpu", "weight" = excluded."weight", "call_stack" = excluded."call_stack"
      """,
    delete: #"DELETE FROM "sample" WHERE "id" = ?1"#)

  /// A row of `sample` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var takenAt: Date
    public var thread: UInt32
    public var cpu: UInt8
    /// Nanoseconds of processor time since the sample before.
    public var weight: Int64
    /// The addresses that the sampler found, where the thread was first; frames are what is known of them.
    public var callStack: [UInt64]
    public var processID: SampledProcess.ID

    public init(
      takenAt: Date, thread: UInt32, cpu: UInt8 = 0, weight: Int64 = 0, callStack: [UInt64] = [],
      processID: SampledProcess.ID
    ) {
      (self.takenAt, self.thread, self.cpu) = (takenAt, thread, cpu)
      (self.weight, self.callStack, self.processID) = (weight, callStack, processID)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        takenAt: values._value(.takenAt), thread: values._value(.thread), cpu: values._value(.cpu, or: 0),
        weight: values._value(.weight, or: 0), callStack: values._value(.callStack, or: []),
        processID: values._value(.processID))
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) {
      binder.bind(takenAt, thread, cpu, weight)
      binder.bind(callStack, as: Packed<UInt64>.self)
      processID._bind(to: &binder)
    }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Sample {
      try db._stored(Sample(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, takenAt, thread) = (id, draft.takenAt, draft.thread)
    (cpu, weight, callStack, processID) = (draft.cpu, draft.weight, draft.callStack, draft.processID)
  }

  /// The columns and relationships of `sample`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Sample
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Sample, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var takenAt: Column<Sample, Date> { Column("taken_at", of: _rowSource) }
    public var thread: Column<Sample, UInt32> { Column("thread", of: _rowSource) }
    public var cpu: Column<Sample, UInt8> { Column("cpu", of: _rowSource) }
    /// Nanoseconds of processor time since the sample before.
    public var weight: Column<Sample, Int64> { Column("weight", of: _rowSource) }
    /// The addresses that the sampler found, where the thread was first; frames are what is known of them.
    public var callStack: Column<Sample, Packed<UInt64>> { Column("call_stack", of: _rowSource) }
    public var processID: ReadOnlyColumn<Sample, SampledProcess.ID> { ReadOnlyColumn("process_id", of: _rowSource) }
    public var process: SampledProcess.Columns {
      SampledProcess.Columns(_rowSource.joined(by: Sample.processRelationship))
    }
    public var frames: ToMany<Frame> { ToMany(Sample.framesRelationship, of: _rowSource) }
  }

  public static let processRelationship = Relationship<Sample, SampledProcess>(
    "process", from: ["process_id"], to: ["id"], isRequired: true)
  public static let framesRelationship = Relationship<Sample, Frame>("frames", from: ["id"], to: ["sample_id"])

  // MARK: - process
  /// The process of this sample (`@references` on `processID`).
  @inlinable public func process(in db: some ReadTransaction) throws -> SampledProcess {
    try SampledProcess.find(processID, in: db)
  }

  // MARK: - frames
  /// The frames of this sample (`@references` on `Frame.sampleID`), as a query.
  public var frames: Query<Frame> { Query(Sample.framesRelationship, of: id) }
}

// MARK: - Frame

nonisolated extension Frame: Model {
  /// The primary key of `frame`: one value for each of its columns.
  public struct ID: KeyValue, _ColumnGroup, Codable {
    public var sampleID: Sample.ID
    public var depth: UInt16

    public init(sampleID: Sample.ID, depth: UInt16) {
      (self.sampleID, self.depth) = (sampleID, depth)
    }

    public static var _columnCount: Int { 2 }

    @inlinable public func _bind(to binder: inout some ValueBinder) { binder.bind(sampleID, depth) }

    @inlinable public init(row: inout some RowReader) throws {
      (sampleID, depth) = try (row.read(), row.read())
    }

    /// The columns of `Frame.ID`, for use in queries.
    public struct Columns<Owner>: _GroupColumns {
      public typealias Group = Frame.ID
      public let columnSlice: _ColumnSlice<Owner>
      public init(_ columns: _ColumnSlice<Owner>) { columnSlice = columns }

      public var sampleID: ReadOnlyColumn<Owner, Sample.ID> { columnSlice[0] }
      /// 0 is where the thread was; its caller is 1.
      public var depth: ReadOnlyColumn<Owner, UInt16> { columnSlice[1] }
    }
  }

  /// The primary key: `sampleID`, `depth`.
  public var id: ID { ID(sampleID: sampleID, depth: depth) }
  public static let table = _TableDescription(
    model: "Frame", name: "frame",
    columns: [ColumnName("sample_id", property: "sampleID"), "depth", ColumnName("symbol_id", property: "symbolID")],
    primaryKey: ["sample_id", "depth"], required: ["sample_id", "depth", "symbol_id"], indexed: ["symbol_id"])

  @inlinable public init(row: inout some RowReader) throws {
    (sampleID, depth, symbolID) = try (row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(sampleID, depth, symbolID) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "frame" ("sample_id", "depth", "symbol_id") VALUES (?1, ?2, ?3)"#,
    fetch: #"SELECT "sample_id", "depth", "symbol_id" FROM "frame" WHERE "sample_id" = ?1 AND "depth" = ?2"#,
    update: #"UPDATE "frame" SET "symbol_id" = ?3 WHERE "sample_id" = ?1 AND "depth" = ?2"#,
    save: """
      INSERT INTO "frame" ("sample_id", "depth", "symbol_id") VALUES (?1, ?2, ?3)
      ON CONFLICT ("sample_id", "depth") DO UPDATE SET "symbol_id" = excluded."symbol_id"
      """,
    delete: #"DELETE FROM "frame" WHERE "sample_id" = ?1 AND "depth" = ?2"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `sampleID` and `depth`.
    public let sampleIDAndDepth = UniqueKey<Frame>(
      target: #"("sample_id", "depth")"#,
      upsert: """
        INSERT INTO "frame" ("sample_id", "depth", "symbol_id") VALUES (?1, ?2, ?3)
        ON CONFLICT ("sample_id", "depth") DO UPDATE SET "symbol_id" = excluded."symbol_id"
        RETURNING "sample_id", "depth", "symbol_id"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `frame` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var sampleID: Sample.ID
    /// 0 is where the thread was; its caller is 1.
    public var depth: UInt16
    public var symbolID: Symbol.ID

    public init(sampleID: Sample.ID, depth: UInt16, symbolID: Symbol.ID) {
      (self.sampleID, self.depth, self.symbolID) = (sampleID, depth, symbolID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(sampleID, depth, symbolID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Frame {
      try db.execute(Frame.rowStatements.insert) { bindColumns(to: &$0) }
      return try db._stored(Frame(draft: self))
    }
  }

  @usableFromInline init(draft: Draft) {
    (sampleID, depth, symbolID) = (draft.sampleID, draft.depth, draft.symbolID)
  }

  /// The columns and relationships of `frame`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Frame
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var sampleID: ReadOnlyColumn<Frame, Sample.ID> { ReadOnlyColumn("sample_id", of: _rowSource) }
    /// 0 is where the thread was; its caller is 1.
    public var depth: ReadOnlyColumn<Frame, UInt16> { ReadOnlyColumn("depth", of: _rowSource) }
    public var symbolID: Column<Frame, Symbol.ID> { Column("symbol_id", of: _rowSource) }
    /// The primary key.
    public var id: _KeyColumns<Frame> { _KeyColumns(_rowSource) }
    public var sample: Sample.Columns { Sample.Columns(_rowSource.joined(by: Frame.sampleRelationship)) }
    public var symbol: Symbol.Columns { Symbol.Columns(_rowSource.joined(by: Frame.symbolRelationship)) }
  }

  public static let sampleRelationship = Relationship<Frame, Sample>(
    "sample", from: ["sample_id"], to: ["id"], isRequired: true)
  public static let symbolRelationship = Relationship<Frame, Symbol>(
    "symbol", from: ["symbol_id"], to: ["id"], isRequired: true)

  // MARK: - sample
  /// The sample of this frame (`@references` on `sampleID`).
  @inlinable public func sample(in db: some ReadTransaction) throws -> Sample { try Sample.find(sampleID, in: db) }

  // MARK: - symbol
  /// The symbol of this frame (`@references` on `symbolID`).
  @inlinable public func symbol(in db: some ReadTransaction) throws -> Symbol { try Symbol.find(symbolID, in: db) }
  /// Sets the symbol of this frame; returns the changed frame.
  @inlinable @discardableResult public func setSymbol(_ symbol: Symbol, in db: some WriteTransaction) throws -> Frame {
    try Frame.setSymbol(symbol.id, of: self, in: db) { $0.symbolID = symbol.id }
  }
  public static let setSymbol = _SetReference<Frame, Symbol.ID>(
    #"UPDATE "frame" SET "symbol_id" = ?1 WHERE "sample_id" = ?2 AND "depth" = ?3"#)
}
