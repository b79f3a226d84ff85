/// The texts of the diagnostics about what PostgreSQL doesn't support.
package enum PostgreSQLMessage {
  package static func refused(_ reason: PostgreSQLRefusal.Reason) -> String {
    switch reason {
    case .unreadable(let word) where word.isEmpty:
      "this SQL ends unexpectedly and can't be translated for PostgreSQL; write an expression that both databases support"
    case .unreadable(let word):
      "this SQL can't be translated for PostgreSQL, because of the syntax near '\(word)'; use the operators and functions "
        + "listed in Docs/PostgreSQL.md"
    case .tooDeep: "this SQL is nested too deeply to be translated for PostgreSQL; use fewer parentheses"
    case .emptyList:
      "PostgreSQL doesn't allow an empty list after 'IN'; write 'false' for a condition that is never true"
    case .unknownColumn(let name):
      "unknown column '\(name)' for PostgreSQL; write the column's name, qualified with its table"
    case .rowID(let name): "PostgreSQL tables have no '\(name)'; use the primary key column"
    case .unknownTable(let name): "unknown table '\(name)' for PostgreSQL; write the name of a model's table"
    case .function(let name):
      "'\(name)()' has no PostgreSQL equivalent that returns the same result for every value; use the functions listed in "
        + "Docs/PostgreSQL.md"
    case .arguments(let name):
      "'\(name)()' with arguments of these types has no PostgreSQL equivalent that always returns the same result; use the "
        + "argument types listed in Docs/PostgreSQL.md, or another expression"
    case .changingFunction(let name):
      "'\(name)()' has no PostgreSQL equivalent here; set the value in the program"
    case .operands(let left, "beside", let right):
      "PostgreSQL can't compare '\(left)' with '\(right)'; convert both to one type, with 'CAST' if necessary"
    case .operands(let type, let sign, let other) where other.isEmpty:
      "PostgreSQL's '\(sign)' doesn't accept '\(type)'; use it with numbers, with 'CAST' if necessary"
    case .operands(let left, let sign, let right):
      "'\(left)' \(sign) '\(right)' has a different result in PostgreSQL, or is an error; make both sides integers, or convert "
        + "them to one type with 'CAST'"
    case .condition(let type):
      "PostgreSQL doesn't accept '\(type)' as a condition; write a comparison, such as 'x <> 0'"
    case .literal(let text, let type):
      "\(text.hasPrefix("'") || text.hasPrefix("x'") ? text : "'\(text)'") is not a valid '\(type)' in PostgreSQL; write "
        + "\(example(of: type))"
    case .value(let type, let column, let wanted):
      "the PostgreSQL column '\(column)' has type '\(wanted)' and can't store '\(type)'; write an expression of that type, with "
        + "'CAST' if necessary"
    case .concatenation(let type):
      "PostgreSQL converts '\(type)' to text differently; concatenate only text and integers, or use 'strftime' for a date"
    case .cast(let cast):
      "'CAST(\(cast))' has a different result in PostgreSQL, or is an error; only the casts listed in Docs/PostgreSQL.md are "
        + "supported"
    case .collation(let name):
      "the collation '\(name)' has no PostgreSQL equivalent; write 'nocase' or 'binary'"
    case .pattern(let word):
      "PostgreSQL requires the pattern of '\(word)' to be a string literal; write it in single quotes"
    case .jsonPath:
      "PostgreSQL requires the path of a JSON function to be a string literal; write a path such as '$.address.city'"
    case .array(let name):
      "PostgreSQL can't read the elements of the array '\(name)' in an index or a generated column; use only 'json_array_length' and "
        + "paths such as '$[0]', or write '@json' instead of '@json(array)'"
    case .search(let text):
      "the full-text expression '\(text)' has no PostgreSQL equivalent; use words, phrases, 'AND', 'OR', 'NOT' and 'word*'"
    case .trigrams(let name):
      "the index '\(name)' of three-letter sequences can't be searched with 'MATCH' in PostgreSQL; write 'LIKE', which uses the "
        + "index"
    case .modifier(let name):
      "this modifier of '\(name)()' has a different result in PostgreSQL; use units from years to seconds, as in '+7 days', "
        + "or 'start of month'"
    case .format(let format) where format == "text":
      "PostgreSQL formats dates by session settings, which isn't allowed in an index or a generated column; write 'date(x)', or "
        + "'CAST(strftime('%Y', x) AS INTEGER)' for one component"
    case .format(let format):
      "the format '\(format)' has no PostgreSQL equivalent; use only %Y, %m, %d, %H, %M, %S, %f and %j"
    case .window: "'WINDOW' is not translated for PostgreSQL; write the window in parentheses after 'OVER'"
    case .naturalJoin: "'NATURAL JOIN' is not translated for PostgreSQL; write 'JOIN … ON …'"
    case .ungrouped(let name):
      "'\(name)' is ambiguous within a group in PostgreSQL; add it to 'GROUP BY', or write 'max(\(name))'"
    case .orderOfSeveral:
      "PostgreSQL can sort distinct and combined rows only by result columns; write the name or number of the result column"
    case .alias(let name):
      "'\(name)' is the alias of a result column, which PostgreSQL doesn't allow in 'WHERE'; repeat the expression"
    case .subquery: "PostgreSQL doesn't allow 'SELECT' here; write the expression without it"
    case .conflictWord:
      "'INSERT OR …', 'UPDATE OR …' and 'REPLACE' are not supported by PostgreSQL; write 'ON CONFLICT … DO UPDATE' or 'ON "
        + "CONFLICT DO NOTHING'"
    case .updateFrom: "'UPDATE … FROM' is not translated for PostgreSQL; write the value as a 'SELECT' in parentheses"
    case .partialConflict:
      "'ON CONFLICT' with a partial index is not translated for PostgreSQL; write 'ON CONFLICT DO NOTHING'"
    case .selectWithoutEffect:
      "in PostgreSQL triggers, only 'SELECT RAISE(ABORT, '…')' is supported; remove this 'SELECT'"
    case .raise(let word):
      "'RAISE(\(word), …)' has no PostgreSQL equivalent; write 'RAISE(ABORT, '…')'"
    case .ignoreAfter: "'RAISE(IGNORE)' in an 'AFTER' trigger has no PostgreSQL equivalent; write 'BEFORE'"
    case .refiring(let action):
      "this statement fires its own trigger again in PostgreSQL, but not in SQLite; "
        + (action == "UPDATE"
          ? "name the columns that fire it, as in 'AFTER UPDATE OF title'" : "do this in the program instead")
    case .systemColumn(let name): systemColumn(name)
    case .systemTable(let name): reservedTable(name)
    case .statedTable(let name, let clause):
      "'\(clause)' in the 'CREATE TABLE' statement of '\(name)' is not translated for PostgreSQL; remove it, or describe the "
        + "table with annotations instead of 'sql:'"
    case .tokenizer(let name):
      "the tokenizer '\(name)' has no PostgreSQL equivalent; write 'unicode61', 'unicode61 remove_diacritics 0', 'ascii', "
        + "'porter' or 'trigram'"
    case .generatedBefore(let name):
      "PostgreSQL computes '\(name)' after 'BEFORE' triggers run; write 'AFTER', or use the columns it is computed from"
    }
  }

  private static func example(of type: String) -> String {
    switch type {
    case "timestamptz": "a timestamp in UTC, as in '2026-11-21 18:30:00'"
    case "date": "a date, as in '2026-11-21'"
    case "uuid": "a UUID of 32 hexadecimal digits with its hyphens"
    case "boolean": "0, 1, or a comparison"
    case "text": "text in single quotes"
    case "jsonb": "JSON in single quotes"
    case _ where type.hasSuffix("[]"):
      "a JSON array of such values, whose texts have no escapes other than \\\" and \\\\"
    case "bytea": "bytes, as in x'00FF'"
    default: "a number"
    }
  }

  /// A bound text without an equivalent.
  package static func text(_ conversion: PostgreSQLConversion, _ text: String) -> String {
    switch conversion {
    case .dateFormat: refused(.format(text))
    case .pattern, .search, .timeZone: refused(.search(text))
    }
  }

  package static func systemColumn(_ name: String) -> String {
    "'\(name)' is a system column of every PostgreSQL table; write '@column(\"…\")' with another name"
  }

  package static func anyValue(_ property: String) -> String {
    "a PostgreSQL column holds values of one type, so '\(property)' can't be a 'SQLValue'; write the type of its values"
  }

  package static func reservedTable(_ name: String) -> String {
    "PostgreSQL reserves names that start with 'pg_', such as '\(name)'; write '@table(\"…\")' with another name"
  }

  package static func object(_ object: String, _ message: String) -> String {
    "'\(object)' is not supported by PostgreSQL: \(message)"
  }
}
