import Foundation
import InMemoryTracing
import Metrics
import MetricsTestKit
import Postil
import PostilMonitoring
import Testing
import Tracing

/// Docs/Monitoring.md
@Suite("Monitoring")
struct MonitoringTests {
  private static let count: RawSQL = "SELECT count(*) FROM word"
  private struct Stop: Error {}

  @Test("A store takes monitors for metrics and spans")
  func options() throws {
    let options = SQLiteOptions(monitor: .combined(.metrics(), .spans()))
    let store = try SQLiteStore.inMemory(schema: WordsSchema.self, options: options)
    let count = try store.read { db in try Self.count.as(Int.self).fetchOne(in: db) }
    #expect(count == 0)
  }

  @Test("Metrics: durations, waits, statements and the log")
  func metrics() async throws {
    let metrics = TestMetrics()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteStore(
      path: folder.appending(path: "words.sqlite").path, schema: WordsSchema.self,
      options: SQLiteOptions(monitor: .metrics(factory: metrics)))
    for number in 0..<3 {
      try await store.write { db in _ = try RawSQL("INSERT INTO word (text) VALUES (\(number))").execute(in: db) }
    }
    await #expect(throws: Stop.self) { try await store.write { _ in throw Stop() } }
    _ = try await store.read { db in try Self.count.as(Int.self).fetchOne(in: db) }
    func timer(_ name: String, _ dimensions: [(String, String)]) throws -> Int {
      try metrics.expectTimer("postil.block.\(name)", dimensions).values.count
    }
    #expect(try timer("duration", [("kind", "write"), ("outcome", "committed")]) == 3)
    #expect(try timer("duration", [("kind", "write"), ("outcome", "rolled_back")]) == 1)
    #expect(try timer("duration", [("kind", "read"), ("outcome", "committed")]) == 1)
    #expect(try timer("wait", [("kind", "write")]) == 4)
    #expect(try metrics.expectCounter("postil.statements").totalValue >= 8)
    #expect(try metrics.expectCounter("postil.statements.prepared").totalValue == 2)
    #expect(try metrics.expectGauge("postil.log.pages").lastValue ?? 0 > 0)
  }

  @Test("Spans: a block in the span of its caller, and statements in it")
  func spans() async throws {
    let tracer = InMemoryTracer()
    let store = try SQLiteStore.inMemory(
      schema: WordsSchema.self, options: SQLiteOptions(monitor: .spans(tracer: tracer)))
    let line: UInt = #line + 2
    try await tracer.withSpan("request") { _ in
      try await store.write { db in _ = try RawSQL("INSERT INTO word (text) VALUES ('oil')").execute(in: db) }
      await #expect(throws: Stop.self) { try await store.write { _ in throw Stop() } }
    }
    _ = try await store.read { db in try Self.count.as(Int.self).fetchOne(in: db) }
    let spans = tracer.finishedSpans
    let request = try #require(spans.first { $0.operationName == "request" })
    let write = try #require(spans.first { $0.operationName == "write" })
    let insert = try #require(spans.first { $0.operationName == "INSERT" })
    let read = try #require(spans.first { $0.operationName == "read" })
    #expect(write.parentSpanID == request.spanID && insert.parentSpanID == write.spanID && read.parentSpanID == nil)
    let instants = [request, write, insert].map(\.startInstant) + [insert, write, request].map(\.endInstant)
    let times = instants.map(\.nanosecondsSinceEpoch)
    #expect(times == times.sorted())
    #expect(insert.attributes.get("db.query.text") == .string("INSERT INTO word (text) VALUES ('oil')"))
    #expect(write.attributes.get("code.line.number") == .int64(Int64(line)))
    #expect(spans.filter { $0.status?.code == .error }.map(\.operationName) == ["write"])
  }
}

/// A schema such as the plugin generates.
enum WordsSchema: DatabaseSchema {
  static let ddl = "CREATE TABLE \"word\" (\"id\" INTEGER PRIMARY KEY, \"text\" TEXT NOT NULL) STRICT;"
  static let fingerprint = "words-1"
  static let tables: [_TableDescription] = []
}
