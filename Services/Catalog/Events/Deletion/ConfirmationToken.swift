import Crypto
import Kernel

/// Proof that somebody saw what a deletion costs: binds event, person and counts, and lives ten minutes. Holds no state anywhere.
package struct ConfirmationToken {
    package static let lifeMinutes = 10
    private let key: SymmetricKey
    private let bound: String

    /// `key`: 32 secret bytes of the service. `deletion`: the costs as they are now.
    package init(key: [UInt8], tenant: TenantID, event: String, user: String, deletion: EventDeletion) {
        self.key = SymmetricKey(data: key)
        bound = [tenant.rawValue, event, user, String(deletion.ticketCount), String(deletion.attendeeCount)].joined(separator: "\n")
    }

    package func issue(at now: Timestamp) -> (token: String, expiresAt: Timestamp) {
        let end = (now + .minutes(Self.lifeMinutes)).wholeSeconds
        return ("\(end.secondsSinceEpoch)." + mark(end), end)
    }

    /// False for a token that is over, somebody else's, of another event, forged, or of other counts.
    package func accepts(_ token: String, at now: Timestamp) -> Bool {
        let parts = token.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let seconds = Int64(parts[0]) else { return false }
        let end = Timestamp(secondsSinceEpoch: min(max(seconds, 0), Timestamp.distantFuture.secondsSinceEpoch))
        guard now < end, let code = Base64URL.decode(parts[1]) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message(end), using: key)
    }

    private func message(_ end: Timestamp) -> [UInt8] { Array("\(bound)\n\(end.secondsSinceEpoch)".utf8) }
    private func mark(_ end: Timestamp) -> String {
        Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: message(end), using: key)))
    }
}
