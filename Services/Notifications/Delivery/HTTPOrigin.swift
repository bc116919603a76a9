/// Scheme, host and port of an HTTP server.
struct HTTPOrigin: Hashable, Sendable {
    let isSecure: Bool
    let host: String
    let port: Int

    /// Reads `https://host[:port]`, with nothing behind it but a slash. Nil for anything else.
    init?(_ address: String) {
        guard let url = HTTPAddress(address), url.path == "/" else { return nil }
        self = url.origin
    }
    init(isSecure: Bool, host: String, port: Int) { (self.isSecure, self.host, self.port) = (isSecure, host, port) }
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
    /// As the `Host` header says it.
    var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }
}

/// An absolute HTTP address: origin and path with query.
struct HTTPAddress: Hashable, Sendable {
    let origin: HTTPOrigin
    let path: String

    init?(_ address: String) {
        let isSecure = address.hasPrefix("https://")
        guard isSecure || address.hasPrefix("http://"), address.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else { return nil }
        let rest = address.dropFirst(isSecure ? 8 : 7)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2, !authority.contains("@") else { return nil }
        guard host.utf8.allSatisfy({ (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46 }) else { return nil }
        var port = isSecure ? 443 : 80
        if parts.count == 2 {
            guard let number = Int(parts[1]), (1...65_535).contains(number) else { return nil }
            port = number
        }
        origin = HTTPOrigin(isSecure: isSecure, host: String(host), port: port)
        let path = rest.dropFirst(authority.count)
        guard !path.contains("#") else { return nil }
        self.path = path.isEmpty ? "/" : String(path)
    }
}
