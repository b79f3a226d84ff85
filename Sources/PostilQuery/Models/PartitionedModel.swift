/// A model with `@partitioned(by:each:)`, of whose rows PostgreSQL stores those of each period in a partition. A `PostgreSQLStore` creates
/// and drops partitions.
public protocol PartitionedModel: Model {
  /// The length of the periods.
  static var partitionPeriod: PartitionPeriod { get }
}

/// The length of the periods of partitions, in UTC.
public enum PartitionPeriod: String, Sendable {
  case day
  /// From Monday to Sunday.
  case week
  case month, year
}
