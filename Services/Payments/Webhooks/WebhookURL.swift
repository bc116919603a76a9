import Kernel

/// The address of a receiver, read once for registration and for every attempt, so that both mean the same host.
public struct WebhookURL: Sendable, Equatable {
    public let isSecure: Bool
    /// A name, or an address without brackets; lower case.
    public let host: String
    public let port: Int
    /// Path and query, as they stand in the request.
    public let target: String
    /// Nil: the host is a name.
    public let literal: NetworkAddress?

    public static let lengthMax = 2_000
    private static let hostMax = 253

    /// Nil: no http or https address, or one with user info, a fragment, or a host that programs read in different ways.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.lengthMax, !text.contains("#"),
            text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }), let colon = text.range(of: "://") else { return nil }
        switch text[..<colon.lowerBound].lowercased() {
        case "https": isSecure = true
        case "http": isSecure = false
        default: return nil
        }
        let rest = text[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let target = rest.dropFirst(authority.count)
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
        guard !authority.contains("@"), let (host, portText, isBracketed) = Self.split(authority) else { return nil }
        if let portText {
            guard !portText.isEmpty, portText.utf8.count <= 5, portText.utf8.allSatisfy({ (48...57).contains($0) }),
                let port = Int(portText), (1...65_535).contains(port) else { return nil }
            self.port = port
        } else { port = isSecure ? 443 : 80 }
        self.host = host.lowercased()
        literal = NetworkAddress(self.host)
        switch literal {
        case .v6: guard isBracketed else { return nil }
        case .v4: guard !isBracketed else { return nil }
        case nil: guard !isBracketed, Self.isName(self.host) else { return nil }
        }
    }

    private static func split(_ authority: Substring) -> (host: Substring, port: Substring?, isBracketed: Bool)? {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let host = authority[authority.index(after: authority.startIndex)..<end], rest = authority[authority.index(after: end)...]
            if rest.isEmpty { return (host, nil, true) }
            return rest.hasPrefix(":") ? (host, rest.dropFirst(), true) : nil
        }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 1 ? (parts[0], nil, false) : parts.count == 2 ? (parts[0], parts[1], false) : nil
    }

    /// A last label that begins with a digit would be read as an address by resolvers (`127.1`, `0x7f000001`, `2130706433`).
    private static func isName(_ host: String) -> Bool {
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= hostMax, let first = labels.last?.utf8.first, !(48...57).contains(first) else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 95 }
        }
    }

    /// `Host` of the request.
    public var authority: String {
        let name = if case .v6 = literal { "[\(host)]" } else { host }
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
    private var isLocalName: Bool {
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// Why it may not be registered.
    public enum Refusal: Sendable, Equatable { case insecure, notPublic }
    /// - Parameter isDevelopment: allows http and this machine, nothing else.
    public func refusal(isDevelopment: Bool) -> Refusal? {
        if !isSecure, !isDevelopment { return .insecure }
        return Self.isAllowed(literal?.reach ?? (isLocalName ? .loopback : .anywhere), isDevelopment: isDevelopment) ? nil : .notPublic
    }
    public static func isAllowed(_ reach: NetworkAddress.Reach, isDevelopment: Bool) -> Bool {
        switch reach {
        case .anywhere: true
        case .loopback: isDevelopment
        case .inside: false
        }
    }
}
