import Contracts
import Kernel

/// One scan, as it is kept.
package struct CheckIn: Sendable, Equatable {
    package let id: String
    package let nonce: String
    /// Of what was sent under the nonce: the same nonce with another content is refused.
    package let fingerprint: String
    package let ticket: TicketID?
    package let serial: String?
    package let kind: CheckInRules.Kind
    package let refusedBecause: String?
    package let isForced: Bool
    package let gateId: String?
    package let gateName: String?
    package let deviceId: String?
    package let scannedBy: User.ID
    package let at: Timestamp
    /// JSON, as it was answered.
    package let answer: String
}
