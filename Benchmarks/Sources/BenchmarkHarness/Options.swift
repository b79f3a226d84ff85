/// What the command line asked for.
package struct Options: Sendable {
  package var quick = false
  package var rounds = 9
  package var only: [String] = []
  package var list = false
  package var folder: String?
  /// `--stream CONTENDER PATH`: the child process of the memory case.
  package var stream: (contender: String, path: String)?

  package static let usage = """
    usage: benchmarks [--quick] [--only NAME]… [--rounds N] [--folder PATH] [--list]

      --quick        small sizes, 2 rounds: checks that all contenders come to the same results, judges nothing
      --only NAME    the cases whose name begins with NAME; may be given several times
      --rounds N     measured rounds of each case, after one that warms up (9)
      --folder PATH  where the database files go (the system's temporary folder)
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
    var rounds: Int?
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": quick = true
      case "--list": list = true
      case "--only": only.append(try value(of: argument))
      case "--folder": folder = try value(of: argument)
      case "--stream": stream = (try value(of: argument), try value(of: argument))
      case "--rounds":
        guard let number = Int(try value(of: argument)), number > 0 else {
          throw BenchmarkFailure("--rounds needs a number above 0")
        }
        rounds = number
      case "--help", "-h": throw BenchmarkFailure(Self.usage)
      default: throw BenchmarkFailure("unknown argument '\(argument)'\n\n\(Self.usage)")
      }
    }
    self.rounds = rounds ?? (quick ? 2 : 9)
  }
}
