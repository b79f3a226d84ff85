extension ConsoleError {
  /// The error of the request.
  var studioError: StudioError {
    let status =
      switch kind {
      case .writes, .forbidden: 403
      case .stopped: 409
      case .failed: 400
      }
    var place = StudioError.Place(line: line, offset: offset)
    place.statement = statement
    var error = StudioError(status: status, message, place)
    error.code = kind.rawValue
    return error
  }
}
