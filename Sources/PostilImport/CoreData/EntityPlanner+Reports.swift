import PostilSQL

extension EntityPlanner {
  /// Adds remarks about values that have another form than the model says.
  mutating func report(
    _ survey: ColumnSurvey, _ form: StoredForm, of attribute: EntityAttribute, _ name: String, _ index: Int
  ) {
    let place = "\(plans[index].value.name).\(name)"
    if survey.missingFiles > 0 {
      let files = survey.missingFiles == 1 ? "1 file" : "\(survey.missingFiles) files"
      let text = "\(files) of '\(place)' in '_EXTERNAL_DATA' can't be found; the references are kept as they are stored"
      plans[index].value.remarks.append(text)
      warnings.append(text)
    }
    if case .unknown = attribute.type {
      if form == .data, survey.forms.contains(.externalData), survey.values > 0 {
        plans[index].value.remarks.append(
          "every value of '\(name)' begins with the byte 1, as data do whose attribute allows external storage; pass the model to "
            + "import them without it")
      }
      if form == .data, let type = survey.archivedClass { addArchive(of: type, survey, name, index) }
      return
    }
    if case .transformable = attribute.type, form == .data, let type = survey.archivedClass {
      return addArchive(of: type, survey, name, index)
    }
    guard survey.misfits > 0 else { return }
    if case .data = form, let type = survey.archivedClass { return addArchive(of: type, survey, name, index) }
    if case .transformable = attribute.type, case .json = form { return }
    let values = survey.misfits == 1 ? "1 value" : "\(survey.misfits) values"
    let example = survey.firstMisfit.map { ", such as \(Self.shown($0))" } ?? ""
    let text =
      "\(values) of '\(place)'\(example), can't be read as the model's type, so the property is '\(form.type.text)' and keeps them as they are stored"
    plans[index].value.remarks.append(text)
    warnings.append(text)
  }

  private static func shown(_ cell: StoredCell) -> String {
    guard case .text(let bytes) = cell, bytes.count > 40 else { return "\(cell)" }
    return SQLText.literal(String(decoding: bytes.prefix(40), as: UTF8.self) + "…")
  }

  private mutating func addArchive(of type: String, _ survey: ColumnSurvey, _ name: String, _ index: Int) {
    let values = survey.values == 1 ? "1 value" : "\(survey.values) values"
    let text =
      "'\(plans[index].value.name).\(name)' contains \(values) archived by 'NSKeyedArchiver' (\(type)), kept as 'Data'; "
      + "decode them in the application with 'NSKeyedUnarchiver'"
    plans[index].value.remarks.append(text)
    warnings.append(text)
  }
}
