/// How much one client may ask of the server, and how long it may take.
package struct ConnectionLimits: Sendable {
    /// The longest body of a request.
    package var bodyBytes = 1 << 20
    /// The longest head of a request, its line included.
    package var headBytes = 32 * 1024
    package var connections = 512
    /// Connections from one address; 0 means no limit.
    package var connectionsPerAddress = 128
    /// An incomplete request that brings nothing new for so long is given up.
    package var requestTimeout = Duration.seconds(15)
    /// A request that is not complete after so long is given up.
    package var requestAbsolute = Duration.seconds(30)
    /// A client that takes none of its answer for so long is given up.
    package var stalledReader = Duration.seconds(300)
    /// Bytes of its answer that a client must take in a second; less counts as nothing.
    package var readerRate = 1_024
    /// A client that takes its answer more slowly for so long, drop by drop, is given up.
    package var slowReader = Duration.seconds(60)
    /// A connection without a request is closed after so long.
    package var keepAlive = Duration.seconds(75)
    /// The longest wait for the rest of a refused body, so that the refusal reaches a client that is still sending.
    package var refusedBody = Duration.seconds(2)

    package init() {}

    /// Memory for one connection: the head of a request, the piece of a body that is read or sent at once, and the head of
    /// the answer. The library refuses what does not fit, in words of its own; half as much again lets us say it.
    var memory: Int { headBytes / 2 * 3 }
}
