import Contracts
import Crypto
import Kernel

/// The id of a snapshot says itself which event it is of, so that snapshots need not be stored: its time, and what only
/// this service can compute of event and time.
enum SnapshotID {
    static let keyUse = "check-in-snapshot"
    private static let timeBytes = 6

    static func make(of event: EventID, _ tenant: TenantID, at time: Timestamp, key: [UInt8]) -> String {
        let milliseconds = UInt64(clamping: time.millisecondsSinceEpoch)
        let text = "\(tenant)\n\(event)\n\(milliseconds)"
        let proof = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: key))
        let head = (0..<timeBytes).map { UInt8(truncatingIfNeeded: milliseconds >> UInt64(40 - 8 * $0)) }
        return DeterministicID.uuid(fromDigest: head + Array(proof.prefix(16 - timeBytes)))
    }

    static func isSnapshot(_ text: String, of event: EventID, _ tenant: TenantID, key: [UInt8]) -> Bool {
        guard text.utf8.count == 36, let milliseconds = Int64(text.prefix(13).filter { $0 != "-" }, radix: 16) else { return false }
        return make(of: event, tenant, at: Timestamp(millisecondsSinceEpoch: milliseconds), key: key) == text
    }
}
