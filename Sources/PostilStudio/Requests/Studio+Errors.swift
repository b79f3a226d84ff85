import PostilQuery
import PostilRows

extension Studio {
  /// The response to an error of the engine. The names in it are those of the models.
  package func error(for error: any Error, operation: Int? = nil) -> StudioError {
    switch error {
    case var error as StudioError:
      if error.place.operation == nil { error.place.operation = operation }
      return error
    case let error as JSONSyntaxError: return StudioError(error)
    case let error as ConsoleError: return error.studioError
    case let violation as ConstraintViolation: return self.error(for: violation, operation: operation)
    case let error as DatabaseError:
      let status = error.code == 5 || error.code == 6 ? 409 : error.sql == nil ? 500 : 400
      return StudioError(status: status, error.message, StudioError.Place(operation: operation))
    case let error as QueryError: return .badRequest(error.description, StudioError.Place(operation: operation))
    case let error as TransactionMisuse:
      return .badRequest("\(error)", StudioError.Place(operation: operation))
    case let error as CustomStringConvertible:
      return StudioError(status: 500, error.description, StudioError.Place(operation: operation))
    default: return StudioError(status: 500, "\(error)", StudioError.Place(operation: operation))
    }
  }

  private func error(for violation: ConstraintViolation, operation: Int?) -> StudioError {
    let named = NamedViolation(violation, in: schema)
    return StudioError(
      status: 409, named.message, StudioError.Place(operation: operation, table: named.table, column: named.column))
  }
}
