import PostilCompiler
import PostilSchema

/// Amounts of money in a `Double` or `Float`, which can't represent 0.1.
enum FloatingPointMoney {
  static func findings(in subject: LintSubject) -> [Finding] {
    subject.models.flatMap { model in
      model.properties.flatMap { property in
        property.columns.compactMap { column -> Finding? in
          let name = column.property.split(separator: ".").last.map(String.init) ?? column.property
          guard isMoney(name), let type = model.table.columns.first(where: { $0.name == column.name })?.type,
            case .real(let bits) = type
          else { return nil }
          return model.finding(
            .floatingPointMoney,
            Message.floatingPointMoney(
              column.property, property.group == nil ? property.type : bits == 32 ? "Float" : "Double"),
            on: model.origin.column(column.name))
        }
      }
    }
  }

  private static let money: Set<String> = [
    "price", "prices", "amount", "cost", "costs", "total", "subtotal", "balance", "fee", "fees", "salary", "wage",
    "wages", "payment", "revenue", "turnover", "budget", "tax", "taxes", "vat", "discount", "deposit", "refund",
    "rent", "tip", "debt", "credit", "debit", "income", "expense", "expenses", "profit", "money", "cash",
  ]
  /// Words that can follow a word for money without changing its meaning.
  private static let additions: Set<String> = [
    "in", "net", "gross", "due", "paid", "excl", "incl", "vat", "tax", "usd", "eur", "gbp", "chf", "jpy", "cny", "inr",
    "dollar", "dollars", "euro", "euros", "pound", "pounds", "cents", "currency",
  ]

  /// Whether the name is about money: `unitPrice` and `priceInEuros` are, `priceChangeRate` isn't.
  static func isMoney(_ name: String) -> Bool {
    var words = SnakeCase.name(name).split(separator: "_").map(String.init)[...]
    while let last = words.last, !money.contains(last), additions.contains(last) { words.removeLast() }
    return words.last.map(money.contains) ?? false
  }
}
