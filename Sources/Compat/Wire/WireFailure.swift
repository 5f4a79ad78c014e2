/// A refusal as it travels: a sentence in the legacy generation, an envelope in v19, and that envelope with the members
/// that the JavaScript library reads on its own paths.
public struct WireFailure: Error, Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The API's own number, negative; legacy answers do not show it.
    public var code: Int
    /// What happened and what a person can do.
    public var message: String

    /// Makes a refusal.
    public init(status: Int, code: Int, message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// The Content-Type of the body.
    public static func mediaType(_ generation: Endpoint.Generation) -> String {
        switch generation {
        case .legacy: "text/plain; charset=utf-8"
        case .v19, .library: "application/json"
        }
    }

    /// The body: the bare sentence, or `{"code":…,"message":…,"statusCode":…}`; the JavaScript library knows the first
    /// two as `exception` and `description`.
    ///
    /// Source: vendor's REST reference, errors of both generations.
    public func body(_ generation: Endpoint.Generation) -> String {
        switch generation {
        case .legacy: message
        case .v19:
            JSONValue.object([
                "code": .integer(code), "message": .string(message), "statusCode": .integer(status),
            ]).text
        case .library:
            JSONValue.object([
                "code": .integer(code), "message": .string(message), "statusCode": .integer(status),
                "exception": .integer(code), "description": .string(message),
            ]).text
        }
    }
}

/// The API's error numbers that are in use here.
///
/// Source: vendor's reference, error codes.
public enum WireCode {
    /// A failure that nothing else names.
    public static let general = -1001
    /// No memory, or no room for another job or page.
    public static let noRoom = -1002
    /// No such scanner.
    public static let unknownScanner = -1003
    /// The scanner is in use.
    public static let busy = -1004
    /// The scanner told people itself.
    public static let toldByScanner = -1005
    /// The scanner has no such capability, or not together with the others.
    public static let dependentCapability = -1006
    /// The value is out of range.
    public static let valueOutOfRange = -1010
    /// Not now.
    public static let outOfSequence = -1011
    /// The scanner has no such capability.
    public static let unsupportedCapability = -1013
    /// The capability can only be read.
    public static let unsupportedOperation = -1014
    /// Paper is jammed in the feeder.
    public static let jammed = -1020
    /// The scanner does not answer.
    public static let offline = -1023
    /// Somebody canceled the scan, at the scanner for instance.
    public static let canceled = -1032
    /// No such job, or no longer.
    public static let unknownJob = -1034
    /// No such page, by its number or name.
    public static let unknownPage = -1040
    /// There is nothing to scan.
    public static let noImage = -1035
    /// Too much is asked for at the same time.
    public static let tryLater = -2007
    /// The path exists, the method does not.
    public static let wrongMethod = -2112
    /// A parameter is not valid.
    public static let invalidParameter = -2113
    /// The access key is wrong.
    public static let accessKey = -2800
}

extension WireFailure {
    /// 400: the request says something that cannot be meant.
    public init(_ error: WireError) {
        self.init(status: 400, code: WireCode.invalidParameter, message: error.message)
    }

    /// 405: the path is served with other methods.
    ///
    /// Source: the wording is the vendor's; HEAD and OPTIONS go without saying.
    public static func wrongMethod(allowed: [String]) -> WireFailure {
        let methods = allowed.filter { $0 != "HEAD" && $0 != "OPTIONS" }
        let list =
            methods.count > 1
            ? methods.dropLast().joined(separator: ", ") + " and " + (methods.last ?? "") : methods.first ?? ""
        return WireFailure(
            status: 405,
            code: WireCode.wrongMethod,
            message: "This endpoint only supports \(list)."
        )
    }

    /// 404: nothing is served there.
    public static let unknownPath = WireFailure(
        status: 404,
        code: WireCode.invalidParameter,
        message: "There is nothing at this address. GET /api/openapi.json tells what there is."
    )
}
