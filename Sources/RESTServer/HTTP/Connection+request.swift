internal import CHTTPD
internal import CPosix

/// From the request line to the handler.
extension Connection {
    func headCame(method: String, version: String) -> Bool {
        var request = Request(
            method: method,
            target: RequestTarget(raw: target),
            version: version == HTTPVersion.http10.rawValue ? .http10 : .http11,
            headers: headers()
        )
        request.peer = peer
        self.request = request
        lastSign = server.loop.now
        do throws(RequestFault) {
            framing = try request.checkedFraming(server.limits)
            refusal = server.handler.refusal(of: request)
        } catch {
            framing = .none
            refusal = server.refusal(for: error, of: request)
            if error.closesConnection {
                return refuseNow()
            }
            framing = (try? RequestFraming(of: request)) ?? .none
        }
        // A body that is already on its way is read and forgotten: the connection can be used again.
        return refusal != nil && framing.hasBody && request.expectsContinue ? refuseNow() : true
    }

    private func headers() -> Headers {
        var headers = Headers()
        withUnsafeMutablePointer(to: &headers) { httpd_each_header(handle, addHeader, $0) }
        return headers
    }

    /// Refuses while the body is still to come; the library closes the connection afterwards.
    private func refuseNow() -> Bool {
        guard let refusal else { return false }
        mustDrain = true
        hold()
        return send(Reply(refusal))
    }

    func bodyCame(_ piece: UnsafeRawBufferPointer) -> Bool {
        lastSign = server.loop.now
        bodyLength += piece.count
        guard bodyLength <= server.limits.bodyBytes else { return cutUpload() }
        if refusal == nil {
            request?.body.append(contentsOf: piece)
        }
        return true
    }
    /// A chunked body has become too long. The library takes no answer in mid-body, so it is written past it.
    private func cutUpload() -> Bool {
        guard let request else { return false }
        let raw = server.refusal(for: .bodyTooLong(limit: server.limits.bodyBytes), of: request).rawBytes()
        // The socket's buffer is empty: nothing was sent for this request.
        _ = raw.withUnsafeBytes { socket_send(descriptor, $0.baseAddress, $0.count) }
        mustDrain = true
        hold()
        return false
    }

    func requestIsComplete() -> Bool {
        if let reply {
            return send(reply)
        }
        guard let request else { return false }
        if let refusal {
            return send(Reply(refusal))
        }
        if let ending = server.ending {
            return send(Reply(ending.answer(request)))
        }
        enter(.handling)
        let number = requestCount
        let exchange = Exchange(request: request) { [weak self] response in
            self?.answer(response, toRequest: number) ?? .lost()
        }
        self.exchange = exchange
        server.handler.handle(exchange)
        // The handler may have stopped the server.
        if let reply = reply ?? server.ending.map({ Reply($0.answer(request)) }) {
            return send(reply)
        }
        enter(.waiting)
        rest()
        return true
    }
}

private func addHeader(
    _ context: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) {
    guard let context, let name, let value else { return }
    context.assumingMemoryBound(to: Headers.self).pointee.add(String(cString: name), String(cString: value))
}
