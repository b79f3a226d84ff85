import Foundation

/// Prints what was measured: a block for each case as it ends, and a Markdown table at the end.
package struct Report {
  /// The contender that the others are compared with.
  let base: String
  private var results: [CaseResult] = []

  /// A report of ratios to `base`.
  package init(base: String) { self.base = base }

  /// Prints a case's block: each trial's ratio to the base on the processor's clock and on the wall's, with the time of one
  /// operation and the rate for orientation.
  ///
  /// What counts is the processor's. On a machine that others use, the wall's charges their time slices to whichever
  /// contender they hit; only where a case waits for the disk does it tell more.
  package mutating func add(_ result: CaseResult) {
    results.append(result)
    let benchmark = result.benchmark
    print("\n\(benchmark.name): \(benchmark.summary)")
    guard let base = result.usual(of: base) else { return }
    for line in result.lines {
      let title = (line.contender + (line.label.isEmpty ? "" : ", \(line.label)")).padded(to: 28)
      let seconds = line.processor / Double(benchmark.operations)
      print(
        "  \(title) \(Self.ratio(line.processor / base.processor))  (wall \(Self.ratio(line.wall / base.wall)))",
        String(format: "  %10.0f ns per %@  %12.0f per second", seconds * 1e9, benchmark.unit, 1 / seconds))
    }
    if let goal = benchmark.goal, let postil = result.usual(of: "Postil") {
      print("  the goal is \(Self.ratio(goal)): \(postil.processor / base.processor <= goal ? "reached" : "missed")")
    }
  }

  /// Prints the table of all cases, and for the relationships what an add costs at each size over the smallest.
  package func printTable() {
    let titles = [
      "case", "Postil / C API", "goal", "GRDB / C API", "GRDB / Postil", "Postil / C API, wall", "C API, ns",
      "Postil, ns", "GRDB, ns",
    ]
    print("\n| " + titles.joined(separator: " | ") + " |")
    print("|---" + String(repeating: "|--:", count: titles.count - 1) + "|")
    for result in results {
      guard let base = result.usual(of: base), let postil = result.usual(of: "Postil"),
        let peer = result.best(of: "GRDB")
      else { continue }
      let cells =
        [
          result.benchmark.name, Self.ratio(postil.processor / base.processor),
          result.benchmark.goal.map(Self.ratio) ?? "", Self.ratio(peer.processor / base.processor),
          Self.ratio(peer.processor / postil.processor), Self.ratio(postil.wall / base.wall),
        ]
        + [base, postil, peer].map { String(format: "%.0f", $0.processor * 1e9 / Double(result.benchmark.operations)) }
      print("| " + cells.joined(separator: " | ") + " |")
    }
    printGrowth("add-to-tags")
    printGrowth("add-to-steps")
  }

  private func printGrowth(_ prefix: String) {
    let family = results.filter { $0.benchmark.name.hasPrefix(prefix + "-") }
    guard family.count > 1 else { return }
    print("\n\(prefix): the cost of one add, over that of the smallest relationship in this run")
    for contender in [base, "Postil", "GRDB"] {
      guard let first = family[0].best(of: contender) else { continue }
      let growth = family.compactMap { result in
        result.best(of: contender).map {
          result.benchmark.name.dropFirst(prefix.count + 1) + ": " + Self.ratio($0.processor / first.processor)
        }
      }
      print("  \(contender.padded(to: 10)) \(growth.joined(separator: "  "))")
    }
  }

  static func ratio(_ value: Double) -> String { String(format: "%.2f", value) }
}

extension String {
  /// The text with blanks after it, `width` characters at least.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
