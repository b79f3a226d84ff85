import Postil

extension Shelf: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Shelf>) {
    speaker.column("label", \.label)
    speaker.column("floor", \.floor)
    speaker.column("width", \.width)
    speaker.column("keeper.name", \.keeper.name)
    speaker.column("keeper.born", \.keeper.born)
    speaker.column("keeper.senior.nick", \.keeper.senior.nick)
    speaker.toMany("books", \.books)
  }
}

extension Person: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Person>) {
    speaker.column("name", \.name)
    speaker.column("nick", \.nick)
    speaker.column("born", \.born)
    speaker.column("isMember", \.isMember)
    speaker.column("senior.name", \.senior.name)
    speaker.column("senior.born", \.senior.born)
    speaker.column("senior.isMember", \.senior.isMember)
    speaker.toMany("shelves", \.shelves)
    speaker.toMany("juniors", \.juniors)
    speaker.toMany("books", \.books)
    speaker.toMany("loans", \.loans)
  }
}

extension Book: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Book>) {
    speaker.column("title", \.title)
    speaker.column("subtitle", \.subtitle)
    speaker.column("code", \.code, ignoresCase: true)
    speaker.column("pages", \.pages)
    speaker.column("year", \.year)
    speaker.column("serial", \.serial)
    speaker.column("price", \.price)
    speaker.column("discount", \.discount)
    speaker.column("isLent", \.isLent)
    speaker.column("isRare", \.isRare)
    speaker.column("addedAt", \.addedAt)
    speaker.column("dueAt", \.dueAt)
    speaker.column("genre", \.genre)
    speaker.column("mood", \.mood)
    speaker.column("shelf.label", \.shelf.label)
    speaker.column("shelf.floor", \.shelf.floor)
    speaker.column("shelf.keeper.name", \.shelf.keeper.name)
    speaker.column("owner.name", \.owner.name)
    speaker.column("owner.born", \.owner.born)
    speaker.column("owner.isMember", \.owner.isMember)
    speaker.column("prequel.code", \.prequel.code, ignoresCase: true)
    speaker.column("prequel.genre", \.prequel.genre)
    speaker.column("prequel.price", \.prequel.price)
    speaker.column("prequel.shelf.floor", \.prequel.shelf.floor)
    speaker.toMany("tags", \.tags)
    speaker.toMany("sequels", \.sequels)
    speaker.toMany("loans", \.loans)
  }
}

extension Tag: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Tag>) {
    speaker.column("name", \.name)
    speaker.column("weight", \.weight)
    speaker.toMany("books", \.books)
  }
}

extension Loan: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Loan>) {
    speaker.column("id", \.id)
    speaker.column("days", \.days)
    speaker.column("fee", \.fee)
    speaker.column("endedAt", \.endedAt)
    speaker.column("book.pages", \.book.pages)
    speaker.column("book.title", \.book.title)
    speaker.column("book.shelf.width", \.book.shelf.width)
    speaker.column("book.owner.born", \.book.owner.born)
    speaker.column("reader.name", \.reader.name)
    speaker.column("reader.senior.born", \.reader.senior.born)
  }
}

extension Line: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.number.ascending }

  static func describe(to speaker: inout Speaker<Line>) {
    speaker.column("number", \.number)
    speaker.column("text", \.text)
    speaker.column("amount", \.amount)
    speaker.column("other", \.other)
  }
}
