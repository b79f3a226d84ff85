import PostilSchema

/// The texts of the diagnostics about `@partitioned`.
enum PartitionMessage {
  /// More partitions make planning slow. Source: PostgreSQL 15, section 5.11.6, "Best Practices for Declarative Partitioning".
  static let maximumCount = 1_000

  static let way =
    "a table is partitioned either by periods or by hash; write 'each: day', 'week', 'month' or 'year' for a date, or 'into:' with the "
    + "number of partitions"
  static let count = "a table can have at most \(maximumCount) partitions by hash; write a smaller number after 'into:'"

  static func unknownProperty(_ name: String, model: String) -> String {
    "'\(model)' has no stored property '\(name)'; write the name of the property that decides the partition of a row"
  }

  static func severalColumns(_ name: String, _ parts: [String]) -> String {
    "'\(name)' has several columns, and a table is partitioned by one; write \(parts.map { "'\($0)'" }.joined(separator: " or "))"
  }

  static func nullable(_ name: String) -> String {
    "'\(name)' decides the partition of every row and is part of every key, so it can't be optional; remove the '?'"
  }

  static func generated(_ name: String) -> String {
    "PostgreSQL can't partition a table by the generated column of '\(name)'; write a property that is stored"
  }

  static func period(_ name: String, _ type: String) -> String {
    "'\(name)' is stored as '\(type)', which has no days, months or years; write a 'Date' without '@store(as:)' or a "
      + "'DateComponents' with '@store(as: day)', or 'into:' for partitions by hash"
  }

  static func key(_ key: String, partition column: String, fix: String) -> String {
    "PostgreSQL checks keys in each partition alone, so every key of a partitioned table contains the column that decides the "
      + "partition; the \(key) doesn't contain '\(column)': \(fix)"
  }

  static func exclusion(_ name: String) -> String {
    "PostgreSQL compares only rows of one partition, so a partitioned table can't have '\(name)'; remove '@exclude' or '@partitioned'"
  }

  static let citus =
    "a table that Citus distributes is divided into shards already, which 'createPartitions' doesn't know; remove '@partitioned' or the "
    + "annotation of Citus"
}
