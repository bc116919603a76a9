import Foundation
import Kernel
import Messaging
import Synchronization

/// Who calls, by address: for rate limits, and as a keyed hash that may travel in messages.
package final class ClientAddresses: Sendable {
    static let keptMax = 20_000
    private let trustedProxies: [AddressRange]
    private let secret: ServiceSecret
    private let hashes = Mutex<[String: String]>([:])

    package init(trustedProxies: [AddressRange], secret: ServiceSecret) { (self.trustedProxies, self.secret) = (trustedProxies, secret) }

    /// How the gateway distinguishes clients, as text for the log.
    package static func policy(_ trustedProxies: [AddressRange]) -> String {
        trustedProxies.isEmpty
            ? """
                by the address of their connection: X-Forwarded-For is not believed (set trustedProxies behind a proxy, or all who come \
                through it are one)
                """
            : """
                by X-Forwarded-For from \(trustedProxies.map(\.description).joined(separator: ", ")), else by the address of their \
                connection
                """
    }

    /// The client that limits count: the peer, or behind a configured proxy the last address in `X-Forwarded-For` that
    /// is not one of our proxies. For IPv6 the network.
    package func address(peer: String?, forwardedFor: String?) -> String {
        guard let peer else { return "local" }
        guard let bytes = IPAddress.bytes(peer) else { return peer }
        guard let forwardedFor, isProxy(bytes) else { return IPAddress.network(bytes) }
        for hop in forwardedFor.split(separator: ",").reversed() {
            // An entry of our proxy that cannot be parsed hides the client, so use the peer.
            guard let address = IPAddress.bytes(Self.withoutPort(hop.trimmingCharacters(in: .whitespaces))) else { break }
            if !isProxy(address) { return IPAddress.network(address) }
        }
        return IPAddress.network(bytes)
    }
    private func isProxy(_ address: [UInt8]) -> Bool { trustedProxies.contains { $0.contains(address) } }

    /// Drops the port: some proxies write `192.0.2.7:4711` and `[2001:db8::1]:4711`.
    private static func withoutPort(_ hop: String) -> String {
        if hop.hasPrefix("[") { return String(hop.dropFirst().prefix { $0 != "]" }) }
        let parts = hop.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : hop
    }

    /// A hash of the name used to sign in. The name itself is not stored, because clients choose its length and number.
    func hash(identifier: String) -> String { Base64URL.encode(secret.derive("sign-in-identifier", identifier).prefix(16)) }

    /// A hash of a guest's key as the bucket's name: the key may be long, and others must not learn it.
    func hash(capability: String) -> String { Base64URL.encode(secret.derive("guest-key", capability).prefix(16)) }

    /// Nobody without our secret can turn it back into an address by trying them all.
    func hash(_ address: String) -> String {
        if let known = hashes.withLock({ $0[address] }) { return known }
        let hash = Base64URL.encode(secret.derive("client-address", address).prefix(16))
        hashes.withLock { hashes in
            if hashes.count >= Self.keptMax { hashes.removeAll() }
            hashes[address] = hash
        }
        return hash
    }
}
