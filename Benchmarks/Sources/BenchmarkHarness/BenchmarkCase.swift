/// One line of the report.
package struct BenchmarkCase {
  /// `scan-stream`: what `--only` matches the beginning of.
  package let name: String
  /// What is measured, in a line.
  package let summary: String
  /// What is counted: `row`, `add`, `transaction`.
  package let unit: String
  /// How many of these one run does.
  package let operations: Int
  /// The ratio Postil / C API that DESIGN.md asks for, where it asks for one.
  package let goal: Double?
  /// How many rounds the case is run at most, where one run takes so long that more would tell nothing.
  package let maximumRounds: Int
  /// Makes the fixture for the contender of that name.
  package let fixture: (Workspace, _ contender: String) throws -> Fixture
  /// The contender's method.
  package let trials: (any Contender.Type, Fixture) throws -> [Trial]
  /// Run after every trial, unmeasured: what the file holds, and the file as it was before.
  package let afterwards: (Fixture) throws -> Digest?

  /// A case; see the properties.
  package init(
    _ name: String, _ summary: String, unit: String, operations: Int, goal: Double? = nil,
    maximumRounds: Int = .max,
    fixture: @escaping (Workspace, _ contender: String) throws -> Fixture,
    trials: @escaping (any Contender.Type, Fixture) throws -> [Trial],
    afterwards: @escaping (Fixture) throws -> Digest? = { _ in nil }
  ) {
    self.name = name
    self.summary = summary
    self.unit = unit
    self.operations = operations
    self.goal = goal
    self.maximumRounds = maximumRounds
    self.fixture = fixture
    self.trials = trials
    self.afterwards = afterwards
  }
}
