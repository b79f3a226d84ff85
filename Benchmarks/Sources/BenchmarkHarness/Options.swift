/// What the command line asked for.
package struct Options: Sendable {
  package var quick = false
  package var rounds = 9
  package var only: [String] = []
  package var list = false
  /// `observe`: measures observation instead of the cases.
  package var observe = false
  /// `films`: compares typed queries over a database of films with SQL by hand.
  package var films = false
  /// The number of titles of the film database, which has about 21 times as many rows.
  package var titles = 24_000
  /// Whether `films` prints plans instead of measuring.
  package var explain = false
  package var folder: String?
  /// `--stream CONTENDER PATH`: the child process of the memory case.
  package var stream: (contender: String, path: String)?

  /// `--work CONTENDER ROUNDS`: runs the chosen cases of one contender and measures nothing, for a profiler that counts.
  package var work: (contender: String, rounds: Int)?

  package static let usage = """
    usage: benchmarks [observe | films] [--quick] [--only NAME]… [--rounds N] [--folder PATH] [--list]

      observe        what observers cost a write, and how soon a value arrives; with --quick small counts
      films          forty queries over 3 to 17 tables, typed and by hand; with --only, those whose name begins with NAME

      --quick        small sizes, 2 rounds: checks that all contenders come to the same results, judges nothing
      --only NAME    the cases whose name begins with NAME; may be given several times
      --rounds N     measured rounds of each case, after one that warms up (9)
      --folder PATH  where the database files go (the system's temporary folder)
      --titles N     the size of the database of films: about 21 rows for each title (24,000; with --quick 1,000)
      --explain      with films: prints the SQL and the plans, measures nothing
      --work CONTENDER ROUNDS
                     runs the cases of one contender so often and prints how many operations each did, for a tool that
                     counts what the processor does
      --list         the names of the cases, and what each measures
    """

  /// Reads the arguments that follow the program's name.
  /// - Throws: ``BenchmarkFailure`` that says what is wrong.
  package init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchmarkFailure("\(option) needs a value\n\n\(Self.usage)") }
      return value
    }
    func number(_ text: String, of option: String) throws -> Int {
      guard let number = Int(text), number > 0 else { throw BenchmarkFailure("\(option) needs a number above 0") }
      return number
    }
    var rounds: Int?
    var titles: Int?
    while let argument = rest.popFirst() {
      switch argument {
      case "observe": observe = true
      case "films": films = true
      case "--titles": titles = try number(try value(of: argument), of: argument)
      case "--explain": explain = true
      case "--quick": quick = true
      case "--list": list = true
      case "--only": only.append(try value(of: argument))
      case "--folder": folder = try value(of: argument)
      case "--stream": stream = (try value(of: argument), try value(of: argument))
      case "--work": work = (try value(of: argument), try number(try value(of: argument), of: argument))
      case "--rounds": rounds = try number(try value(of: argument), of: argument)
      case "--help", "-h": throw BenchmarkFailure(Self.usage)
      default: throw BenchmarkFailure("unknown argument '\(argument)'\n\n\(Self.usage)")
      }
    }
    self.rounds = rounds ?? (quick ? 2 : 9)
    self.titles = titles ?? (quick ? 1_000 : 24_000)
  }
}
