import Kernel
import Messaging
import Synchronization

/// Who calls, by address: for rate limits, and as a keyed hash that may travel in messages.
final class ClientAddresses: Sendable {
    static let keptMax = 20_000
    private let trustedProxies: Set<String>
    private let secret: ServiceSecret
    private let hashes = Mutex<[String: String]>([:])

    init(trustedProxies: Set<String>, secret: ServiceSecret) { (self.trustedProxies, self.secret) = (trustedProxies, secret) }

    /// The peer's address; behind a configured proxy, the last address in `X-Forwarded-For` that is no proxy of ours.
    func address(peer: String?, forwardedFor: String?) -> String {
        let peer = peer ?? "local"
        guard let forwardedFor, trustedProxies.contains(peer) else { return peer }
        let hops = forwardedFor.split(separator: ",").map { $0.trimmingPrefix { $0 == " " }.prefix { $0 != " " } }
        return hops.last { !trustedProxies.contains(String($0)) && !$0.isEmpty && $0.utf8.count <= 45 }.map(String.init) ?? peer
    }

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
