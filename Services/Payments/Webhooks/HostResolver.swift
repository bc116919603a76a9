import Foundation

/// Asks the machine for the addresses of a name, anew each time.
enum HostResolver {
    /// More addresses of one name are not tried.
    static let addressesMax = 8

    /// Empty: there are none. A name server that doesn't answer blocks a thread of its own.
    static func addresses(of name: String) async -> [NetworkAddress] {
        await withCheckedContinuation { found in
            Thread.detachNewThread { found.resume(returning: lookUp(name)) }
        }
    }

    private static func lookUp(_ name: String) -> [NetworkAddress] {
        var hints = addrinfo(), first: UnsafeMutablePointer<addrinfo>?
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        guard getaddrinfo(name, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var found: [NetworkAddress] = [], next = first
        while let entry = next?.pointee, found.count < addressesMax {
            if let address = address(entry), !found.contains(address) { found.append(address) }
            next = entry.ai_next
        }
        return found
    }

    private static func address(_ entry: addrinfo) -> NetworkAddress? {
        guard let raw = UnsafeRawPointer(entry.ai_addr) else { return nil }
        switch (entry.ai_family, Int(entry.ai_addrlen)) {
        case (AF_INET, MemoryLayout<sockaddr_in>.size...):
            var address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            return .v4(withUnsafeBytes(of: &address) { Array($0) })
        case (AF_INET6, MemoryLayout<sockaddr_in6>.size...):
            var address = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return .v6(withUnsafeBytes(of: &address) { Array($0) })
        default: return nil
        }
    }
}
