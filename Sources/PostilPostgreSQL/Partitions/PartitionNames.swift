#if PostgreSQL
  /// The names in errors about rows of partitions, which are those of the partition.
  struct PartitionNames {
    /// The partitioned table or index, by the name of a partition.
    private var parents: [String: String] = [:]
    private var tables: Set<String> = []

    mutating func add(_ partition: String, of parent: String, isTable: Bool) {
      parents[partition] = parent
      if isTable { tables.insert(parent) }
    }

    /// The name of the partitioned table or index of a partition; other names as they are.
    func name(_ partition: String) -> String {
      var name = partition
      while let parent = parents[name] { name = parent }
      return name
    }

    /// The table of a partition that was created after the catalog was read. Its name begins with that of its table.
    func table(ofNew partition: String) -> String {
      tables.filter { partition.hasPrefix("\($0)_") }.max { $0.utf8.count < $1.utf8.count } ?? partition
    }

    /// The columns in the detail of an error: `Key (id, measured_at)=(1, 2026-11-28 …) already exists.`
    static func columns(_ detail: String?) -> [String] {
      guard let detail, let start = detail.firstIndex(of: "("), let end = detail.firstIndex(of: ")"), start < end,
        detail[end...].hasPrefix(")=(")
      else { return [] }
      return detail[detail.index(after: start)..<end].split(separator: ",").map {
        $0.filter { $0 != " " && $0 != "\"" }
      }
    }
  }
#endif
