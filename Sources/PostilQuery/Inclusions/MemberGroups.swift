/// The members of each key, in the order in which they came.
@usableFromInline
struct MemberGroups<Member> {
  @usableFromInline var groups: [[Member]]
  /// The members of one key that came one behind the other; each array is made once, as long as it has to be.
  @usableFromInline var run: [Member] = []
  @usableFromInline var number = 0

  @inlinable
  init(count: Int) { groups = Array(repeating: [], count: count) }

  @inlinable
  mutating func append(_ member: Member, to number: Int) {
    if number != self.number {
      endRun()
      self.number = number
    }
    run.append(member)
  }

  @inlinable
  mutating func endRun() {
    guard !run.isEmpty else { return }
    groups[number].reserveCapacity(groups[number].count + run.count)
    groups[number].append(contentsOf: run)
    run.removeAll(keepingCapacity: true)
  }

  @inlinable
  consuming func finished() -> [[Member]] {
    endRun()
    return groups
  }
}
