import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// A hold is over: its time is free. An offer that was not taken goes to the next who waits.
public struct ExpireHold: Command {
    public static let type: MessageType = "scheduling.expire-hold.v1"
    public let holdId: String
    static func timerID(_ hold: String) -> String { "hold:\(hold)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard let hold = try tx.links.hold(holdId), hold.state == .live else { return NoContent() }  // Booked or given back already.
        try SlotHolding(tx: tx).release(hold, as: .expired)
        return NoContent()
    }
}
