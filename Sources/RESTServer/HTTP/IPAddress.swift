import Glibc

/// An IPv4 or IPv6 address, without port and zone. One of IPv4 that is written as IPv6 (`::ffff:10.0.0.1`) is of IPv4.
package struct IPAddress: Hashable, Sendable {
    /// 4 or 16, the most significant first.
    package let bytes: [UInt8]

    private init(_ bytes: [UInt8]) {
        let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        self.bytes = bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
    }

    /// Reads the usual notation; nil when it is none.
    package init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(withUnsafeBytes(of: four) { Array($0) })
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(withUnsafeBytes(of: six) { Array($0) })
        } else {
            return nil
        }
    }

    /// Who is at the other end of a connection; nil when that cannot be told any more.
    package init?(peerOf socket: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let bytes = withUnsafeMutablePointer(to: &storage) { storage -> [UInt8]? in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> [UInt8]? in
                guard getpeername(socket, address, &length) == 0 else { return nil }
                return Self.bytes(of: address)
            }
        }
        guard let bytes else { return nil }
        self.init(bytes)
    }

    private static func bytes(of address: UnsafePointer<sockaddr>) -> [UInt8]? {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { four in
                withUnsafeBytes(of: four.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { six in
                withUnsafeBytes(of: six.pointee.sin6_addr) { Array($0) }
            }
        default: nil
        }
    }
}

/// Addresses that begin alike: one, or those of a network (`192.168.1.0/24`).
package struct AddressRange: Hashable, Sendable {
    private let first: IPAddress
    private let bits: Int

    /// Reads an address, or one with the number of its leading bits behind a slash; nil when it is neither.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let address = IPAddress(String(parts[0])) else { return nil }
        first = address
        let most = 8 * address.bytes.count
        guard parts.count == 2 else {
            bits = most
            return
        }
        guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(parts[1]), bits <= most else {
            return nil
        }
        self.bits = bits
    }

    /// Whether it is one of them.
    package func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        let whole = bits / 8
        guard address.bytes.prefix(whole) == first.bytes.prefix(whole) else { return false }
        guard bits % 8 > 0 else { return true }
        return (address.bytes[whole] ^ first.bytes[whole]) >> UInt8(8 - bits % 8) == 0
    }
}
