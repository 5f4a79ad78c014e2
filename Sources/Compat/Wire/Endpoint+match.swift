extension Endpoint {
    /// What a request line asks for.
    public enum Match: Hashable, Sendable {
        /// A call that is served, with the values of the braces in its path.
        case found(Endpoint, parameters: [String: String])
        /// The path is served, but not with this method; `allowed` is what the Allow header says.
        case wrongMethod(allowed: [String], Generation)
        /// Nothing is served there.
        case unknown(Generation)
    }

    /// Finds the call that is meant. Paths match without regard to case; HEAD counts as GET.
    ///
    /// - Parameter segments: of the path, already split and percent-decoded, empty ones left out.
    public static func match(method: String, segments: [String]) -> Match {
        let wanted = method == "HEAD" ? "GET" : method
        let routes = routes.filter { $0.fits(segments) }
        guard !routes.isEmpty else { return .unknown(generation(of: segments)) }
        guard let route = routes.first(where: { $0.endpoint.method == wanted }) else {
            return .wrongMethod(allowed: allowed(routes.map(\.endpoint.method)), generation(of: segments))
        }
        return .found(route.endpoint, parameters: route.parameters(segments))
    }

    private static func allowed(_ methods: [String]) -> [String] {
        let served = Set(methods)
        return ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"].filter {
            served.contains($0 == "HEAD" ? "GET" : $0)
        } + ["OPTIONS"]
    }

    /// Literal paths come first, so that a word is not taken for an id.
    private static let routes =
        (allCases.map { Route(endpoint: $0, pattern: $0.pattern, empty: []) } + [
            // A client that was refused asks for the pages of job "": the doubled slash is gone by now.
            Route(
                endpoint: .legacyNextDocument,
                pattern: ["DWTAPI", "ScanJobs", "NextDocument"],
                empty: ["jobuid"]
            )
        ]).sorted { $0.literals > $1.literals }

    /// One way to write the path of an endpoint.
    private struct Route {
        let endpoint: Endpoint
        let pattern: [String]
        /// Parameters that are the empty text in this way of writing.
        let empty: [String]

        var literals: Int { pattern.filter { !$0.hasPrefix("{") }.count }

        func fits(_ segments: [String]) -> Bool {
            segments.count == pattern.count
                && zip(segments, pattern).allSatisfy { segment, piece in
                    piece.hasPrefix("{") || segment.lowercased() == piece.lowercased()
                }
        }

        func parameters(_ segments: [String]) -> [String: String] {
            var values: [String: String] = [:]
            for name in empty {
                values[name] = ""
            }
            for (segment, piece) in zip(segments, pattern) where piece.hasPrefix("{") {
                values[String(piece.dropFirst().dropLast())] = Endpoint.unquoted(segment)
            }
            return values
        }
    }

    /// The id inside quotes: clients that parse the job id as JSON on the way in put it back with them.
    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}
