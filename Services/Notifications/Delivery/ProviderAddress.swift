import FoundationEssentials
import NIOCore

/// An absolute http or https address from a tenant file or a key file, without user, password and fragment.
package struct ProviderAddress: Hashable, Sendable {
    package let text: String
    package let isSecure: Bool
    package let isLoopback: Bool
    private let isServer: Bool

    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), let url = URL(string: text, encodingInvalidCharacters: false),
            let scheme = url.scheme, ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty,
            url.user == nil, url.password == nil, url.fragment == nil, (1...65_535).contains(url.port ?? 443) else { return nil }
        (self.text, isSecure, isLoopback) = (text, scheme == "https", Self.isLoopback(host))
        isServer = ["", "/"].contains(url.path()) && url.query == nil
    }

    /// Reads `https://host[:port]`, with at most a slash behind it.
    package static func server(_ text: String) -> ProviderAddress? {
        guard let address = ProviderAddress(text), address.isServer else { return nil }
        return address
    }

    /// The address of a path on this server.
    package func at(_ path: String) -> String { (text.hasSuffix("/") ? String(text.dropLast()) : text) + path }

    /// This machine, by address or as `localhost`. A name such as `127.example.com` may be anybody's.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        let literal = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard let address = try? SocketAddress(ipAddress: literal, port: 0) else { return false }
        return switch address {
        case .v4: literal.hasPrefix("127.")
        case .v6: address.ipAddress == "::1"
        case .unixDomainSocket: false
        }
    }
}
