import PostilDialects

extension StudioRoute {
  /// The routes of the schema's page.
  static let structure: [StudioRoute] = [
    StudioRoute("GET", "/structure/ddl") { studio, call in
      let name = call.request.query["dialect"] ?? "sqlite"
      guard let dialect = DDLDialect(rawValue: name) else {
        throw StudioError.badRequest("unknown dialect '\(name)'; use 'sqlite' or 'postgresql'")
      }
      return StudioResponse(try studio.ddl(for: dialect))
    },
    StudioRoute("GET", "/structure/diagram") { studio, call in
      StudioResponse(studio.diagrams(hasOnlyKeys: call.request.query["columns"] == "keys"))
    },
    StudioRoute("GET", "/structure/migrations") { studio, _ in StudioResponse(try await studio.migrations()) },
    StudioRoute("GET", "/structure/drift") { studio, _ in
      StudioResponse(try await studio.drift(isRequested: false))
    },
    StudioRoute("POST", "/structure/drift") { studio, _ in
      StudioResponse(try await studio.drift(isRequested: true))
    },
    StudioRoute("GET", "/structure/findings") { studio, _ in StudioResponse(try studio.findings()) },
    StudioRoute("GET", "/structure/sizes") { studio, call in
      StudioResponse(try await studio.inspection.sizes(isExact: call.request.query["exact"] == "1"))
    },
    StudioRoute("POST", "/structure/integrity") { studio, _ in
      StudioResponse(try await studio.inspection.integrity())
    },
  ]
}
