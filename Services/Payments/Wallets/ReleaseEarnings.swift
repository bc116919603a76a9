import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// An event has been over for long enough: what it earned is released.
public struct ReleaseEarnings: Command {
    public static let type: MessageType = "payments.release-earnings.v1"
    public let eventId: EventID
    public init(eventId: EventID) { self.eventId = eventId }
    static func timerID(_ event: EventID) -> String { "release:\(event)" }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        try EarningsLedger(tx: tx).release(eventId)
        return NoContent()
    }
}
