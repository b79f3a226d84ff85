/// `@display(firstName, lastName)`: the properties that the studio shows for a row.
extension Resolver {
  func resolveDisplay(of model: Int) {
    guard let note = models[model].source.notes("display").first else { return }
    if note.columns.isEmpty {
      return report.error(Message.displayWithoutProperties(models[model].name), at: note.place)
    }
    for term in note.columns {
      let name = term.name.text
      if models[model].properties.contains(where: { $0.name == name }) {
        models[model].origin.displayProperties.append(name)
      } else {
        reportUnknownProperty(term.name, in: note, of: model)
      }
    }
  }
}
