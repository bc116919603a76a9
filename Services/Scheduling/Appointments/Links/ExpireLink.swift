import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// A link was not used in time. By the clock it is over already; here the world hears of it.
public struct ExpireLink: Command {
    public static let type: MessageType = "scheduling.expire-link.v1"
    public let linkId: Int
    static func timerID(_ link: Int) -> String { "booking-link:\(link)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        // Used, revoked or extended.
        guard let link = try tx.links.find(linkId), link.state == .active, link.expiresAt <= tx.now else { return NoContent() }
        try tx.publish(BookingLinkExpired(link))
        try WaitlistRun(tx: tx).end(of: link, as: .ended)
        try CustomerErasure(tx: tx).scheduleErasure(of: link)
        return NoContent()
    }
}

extension BookingLink {
    var publicID: BookingLinkID { BookingLinkID(String(id)) }
}
extension BookingLinkExpired {
    init(_ link: BookingLink) {
        self.init(linkId: link.publicID, providerId: link.providerId, durationMinutes: link.durationMinutes, expiresAt: link.expiresAt)
    }
}
