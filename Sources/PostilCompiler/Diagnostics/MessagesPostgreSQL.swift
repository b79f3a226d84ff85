import PostilSchema

/// What cannot be said to PostgreSQL.
extension Message {
  static func postgreSQL(_ reason: PostgreSQLRefusal.Reason) -> String {
    switch reason {
    case .unreadable(let word) where word.isEmpty:
      "this SQL cannot be translated for PostgreSQL from its end on; write it as an expression that both know"
    case .unreadable(let word):
      "this SQL cannot be translated for PostgreSQL from '\(word)' on; write it with the operators and functions that "
        + "Docs/PostgreSQL.md lists"
    case .tooDeep: "this SQL is nested too deeply to be translated for PostgreSQL; write it in fewer parentheses"
    case .emptyList: "PostgreSQL takes no empty list behind 'IN'; write 'false' for a condition that never holds"
    case .unknownColumn(let name): "PostgreSQL finds no column '\(name)' here; write a column's name, with its table's"
    case .rowID(let name): "PostgreSQL's tables have no '\(name)'; write the column of the key"
    case .unknownTable(let name): "PostgreSQL has no table '\(name)'; write the name of one of the models' tables"
    case .function(let name):
      "PostgreSQL has nothing that gives the same as '\(name)()' for every value; write it with the functions that "
        + "Docs/PostgreSQL.md lists"
    case .arguments(let name):
      "'\(name)()' of these values has no counterpart in PostgreSQL that always gives the same; write it for a value of "
        + "the type that Docs/PostgreSQL.md names, or otherwise"
    case .changingFunction(let name):
      "'\(name)()' has no counterpart in PostgreSQL here; let the program give the value"
    case .operands(let left, "beside", let right):
      "PostgreSQL compares no '\(left)' with a '\(right)'; write both as one type, with 'CAST' where it must be"
    case .operands(let type, let sign, let other) where other.isEmpty:
      "PostgreSQL's '\(sign)' takes no '\(type)'; write it for numbers, with 'CAST' where it must be"
    case .operands(let left, let sign, let right):
      "'\(left)' \(sign) '\(right)' means something else to PostgreSQL, or nothing; write both sides as integers, or "
        + "with 'CAST' as one type"
    case .condition(let type): "PostgreSQL takes no '\(type)' for a condition; write a comparison, such as 'x <> 0'"
    case .literal(let text, let type):
      "\(text.hasPrefix("'") || text.hasPrefix("x'") ? text : "'\(text)'") is no '\(type)' to PostgreSQL; "
        + "write \(example(of: type))"
    case .value(let type, let column, let wanted):
      "PostgreSQL keeps '\(column)' as '\(wanted)' and takes no '\(type)' for it; write an expression of that type, "
        + "with 'CAST' where it must be"
    case .concatenation(let type):
      "a '\(type)' reads otherwise as a text of PostgreSQL's; join texts and integers alone, or use 'strftime' for a date"
    case .cast(let cast):
      "'CAST(\(cast))' means something else to PostgreSQL, or nothing; cast between numbers, or a number to TEXT"
    case .collation(let name):
      "PostgreSQL has no collation '\(name)' that compares the same; write 'nocase' or 'binary'"
    case .pattern(let word):
      "PostgreSQL needs the pattern of '\(word)' as a text that stands there; write it in single quotes"
    case .jsonPath:
      "paths into JSON give values of other types in PostgreSQL; keep what the expression needs in a column of its own"
    case .modifier(let name):
      "this modifier of '\(name)()' is reckoned otherwise in PostgreSQL; write days, hours, minutes or seconds, as in "
        + "'+7 days', or 'start of month'"
    case .format(let format) where format == "text":
      "PostgreSQL makes texts of dates by the session's settings, which no index and no generated column may; write "
        + "'date(x)', or 'CAST(strftime('%Y', x) AS INTEGER)' for a part"
    case .format(let format):
      "'\(format)' is no format that PostgreSQL has; write it with %Y, %m, %d, %H, %M, %S, %f and %j alone"
    case .window: "window functions are not translated for PostgreSQL; write the query without 'OVER'"
    case .recursive: "'WITH RECURSIVE' is not translated for PostgreSQL; write the view without it"
    case .naturalJoin: "'NATURAL JOIN' is not translated for PostgreSQL; write 'JOIN … ON …'"
    case .ungrouped(let name):
      "PostgreSQL cannot tell which '\(name)' of the group is meant; name it behind 'GROUP BY', or write 'max(\(name))'"
    case .orderOfSeveral:
      "PostgreSQL sorts distinct and combined rows by their results alone; write the result's name, or its number"
    case .alias(let name):
      "'\(name)' is the name of a result, which PostgreSQL does not know in 'WHERE'; write what it stands for"
    case .subquery: "PostgreSQL takes no 'SELECT' here; write the expression without it"
    case .conflictWord:
      "'INSERT OR …', 'UPDATE OR …' and 'REPLACE' are SQLite's alone; write 'ON CONFLICT … DO UPDATE' or "
        + "'ON CONFLICT DO NOTHING'"
    case .updateFrom: "'UPDATE … FROM' is not translated for PostgreSQL; write the value as a 'SELECT' in parentheses"
    case .partialConflict:
      "'ON CONFLICT' of a partial index is not translated for PostgreSQL; write 'ON CONFLICT DO NOTHING'"
    case .selectWithoutEffect:
      "PostgreSQL's triggers take no 'SELECT' but 'SELECT RAISE(ABORT, '…')'; remove it"
    case .raise(let word):
      "'RAISE(\(word), …)' has no counterpart in PostgreSQL; write 'RAISE(ABORT, '…')'"
    case .ignoreAfter: "'RAISE(IGNORE)' behind the change has no counterpart in PostgreSQL; write 'BEFORE'"
    case .refiring(let action):
      "this statement makes its own trigger run again in PostgreSQL, which SQLite does not; "
        + (action == "UPDATE"
          ? "name the columns that it watches, as in 'AFTER UPDATE OF title'" : "let the program do what it does")
    case .systemColumn(let name): postgreSQLColumn(name)
    case .systemTable(let name): postgreSQLTable(name)
    case .statedTable(let name, let clause):
      "'\(clause)' in the statement that makes '\(name)' is not translated for PostgreSQL; write the statement without it, or "
        + "annotate the struct without 'sql:'"
    case .tokenizer(let name):
      "PostgreSQL has nothing like the tokenizer '\(name)'; write 'unicode61', 'unicode61 remove_diacritics 0', 'ascii', "
        + "'porter' or 'trigram'"
    case .generatedBefore(let name):
      "PostgreSQL has not computed '\(name)' when a 'BEFORE' trigger runs; write 'AFTER', or what it is computed from"
    }
  }

  private static func example(of type: String) -> String {
    switch type {
    case "timestamptz": "a point in time as '2026-11-21 18:30:00', in UTC"
    case "date": "a day as '2026-11-21'"
    case "uuid": "a UUID of 32 hexadecimal digits with its hyphens"
    case "boolean": "0, 1, or a comparison"
    case "text": "a text in single quotes"
    case "jsonb": "JSON in single quotes"
    case "bytea": "bytes as x'00FF'"
    default: "a number"
    }
  }

  static func postgreSQLColumn(_ name: String) -> String {
    "every table of PostgreSQL's has a column '\(name)' of its own; write '@column(\"…\")' with another name"
  }

  static func postgreSQLAny(_ property: String) -> String {
    "a PostgreSQL column holds values of one type, so '\(property)' can't be a 'SQLValue'; write the type of its values"
  }

  static func postgreSQLTable(_ name: String) -> String {
    "PostgreSQL keeps names that begin with 'pg_' for itself, such as '\(name)'; write '@table(\"…\")' with another name"
  }

  static func postgreSQLObject(_ object: String, _ message: String) -> String {
    "'\(object)' cannot be said to PostgreSQL: \(message)"
  }
}
