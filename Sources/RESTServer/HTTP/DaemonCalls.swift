internal import CHTTPD
import Glibc

/// The library's calls, handed on to the server and its connections. They come on the thread that runs the library, and
/// capture nothing.
let daemonCalls = httpd_calls(
    opened: { server, handle, descriptor in
        guard let server, let handle else { return nil }
        let connection = Unmanaged<HTTPServer>.fromOpaque(server).takeUnretainedValue()
            .opened(handle, descriptor: descriptor)
        return Unmanaged.passRetained(connection).toOpaque()
    },
    line: { state, target in
        guard let connection = connection(state), let target else { return }
        connection.lineCame(String(cString: target))
    },
    proceed: { state, method, version, piece, size in
        guard let connection = connection(state), let method, let version, let size else { return 0 }
        let bytes = UnsafeRawBufferPointer(start: piece, count: size.pointee)
        size.pointee = 0
        return connection.proceed(
            method: String(cString: method),
            version: String(cString: version),
            piece: bytes
        ) ? 1 : 0
    },
    ended: { state, isComplete in
        connection(state)?.ended(isComplete: isComplete != 0)
    },
    closed: { state in
        guard let state else { return }
        let connection = Unmanaged<Connection>.fromOpaque(state).takeRetainedValue()
        connection.server.closed(connection)
    }
)

private func connection(_ state: UnsafeMutableRawPointer?) -> Connection? {
    state.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
}

/// The error of the last system call.
func currentError() -> Int32 { errno }

/// Closes a listening socket.
func closeListener(_ descriptor: Int32) {
    close(descriptor)
}
