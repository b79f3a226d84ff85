import PostilCompiler
import PostilSchema

/// Indexes that are a prefix of another index, unique key or primary key over the same rows. They take space, slow down
/// every write, and help no query that the other doesn't help.
enum RedundantIndexes {
  /// An index or a key of a table.
  private struct Key {
    var name: String
    var terms: [Index.Term]
    var isUnique: Bool
    var condition: String?
    /// `nil` for the primary key and for indexes that Postil adds.
    var origin: KeyOrigin?
    var what: String
  }

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.models.flatMap { model in
      let keys = keys(of: model)
      return keys.indices.compactMap { index -> Finding? in
        let key = keys[index]
        guard let origin = key.origin else { return nil }
        let other = keys.indices.first { $0 != index && makes(keys[index], redundant: keys[$0], isEarlier: $0 < index) }
        guard let other = other.map({ keys[$0] }) else { return nil }
        var finding = model.finding(
          .redundantIndex,
          Message.redundantIndex(
            key.what, key.name, other: other.what, other.name, isWhole: key.terms.count == other.terms.count),
          on: origin)
        if let place = other.origin?.place { finding.notes = [(Message.otherIndex, place)] }
        return finding
      }
    }
  }

  private static func keys(of model: ResolvedModel) -> [Key] {
    let table = model.table
    let primary = Key(
      name: table.primaryKey.name, terms: table.primaryKey.columns.map { Index.Term(column: $0) }, isUnique: true,
      what: "primary key")
    let uniques = table.uniqueConstraints.map {
      Key(
        name: $0.name, terms: $0.columns.map { Index.Term(column: $0) }, isUnique: true,
        origin: model.origin.key($0.name, isConstraint: true), what: "unique key")
    }
    let indexes = table.indexes.filter { $0.distance == nil }.map {
      Key(
        name: $0.name, terms: $0.terms, isUnique: $0.isUnique, condition: $0.condition,
        origin: model.origin.key($0.name, isConstraint: false), what: $0.isUnique ? "unique index" : "index")
    }
    return [primary] + uniques + indexes
  }

  /// Whether a key adds nothing to `other`. Of two equal keys the later one is redundant.
  private static func makes(_ key: Key, redundant other: Key, isEarlier: Bool) -> Bool {
    guard key.condition == other.condition else { return false }
    if key.isUnique {
      return other.isUnique && isEarlier && Set(key.terms) == Set(other.terms)
    }
    guard key.terms.count <= other.terms.count else { return false }
    let isSame = key.terms.count == other.terms.count && !other.isUnique
    guard isEarlier || !isSame else { return false }
    // An index can be read in both directions.
    let flipped = key.terms.map { term in
      var term = term
      term.isDescending.toggle()
      return term
    }
    return other.terms.starts(with: key.terms) || other.terms.starts(with: flipped)
  }
}
