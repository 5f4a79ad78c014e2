import Glibc

/// The addresses that other hosts reach this one by.
enum HostAddresses {
    /// The IPv4 addresses of all interfaces that are up, but for the loopback.
    static func own() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [String] = []
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard let address = interface.ifa_addr,
                interface.ifa_flags & UInt32(IFF_UP) != 0,
                interface.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
                address.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            found += [text(of: address)].compactMap(\.self)
        }
        return found
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        var room = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { internet in
            inet_ntop(AF_INET, &internet.pointee.sin_addr, &room, socklen_t(room.count)).map { String(cString: $0) }
        }
    }
}
