import Contracts
import Kernel
import Messaging
import ServiceKit

/// The next slice of a message to many.
public struct ContinueAnnouncement: Command {
    public static let type: MessageType = "notifications.continue-announcement.v1"
    public let announcementId: String
    public init(announcementId: String) { self.announcementId = announcementId }

    /// One message does not hold up the shard for a stadium.
    public static let sliceMax = 200

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let candidates = try tx.announcements.take(announcementId, limit: Self.sliceMax)
        let notifying = try Notifying(tx: tx)
        for candidate in candidates { try notifying.notify(candidate) }
        if candidates.count == Self.sliceMax {
            try tx.schedule("announcement:\(announcementId)", at: tx.now, self)
        } else {
            try tx.announcements.close(announcementId)
        }
        return NoContent()
    }

    /// Opens a message to the holders of an event and sends its first slice.
    static func begin(_ candidate: Candidate, toHoldersOf event: EventID, in tx: NotificationsTransaction) throws {
        guard try Notifying(tx: tx).sends(candidate.type) else { return }  // An absent key is an absent rule.
        let id = tx.context.newID()
        try tx.announcements.open(id, candidate, toHoldersOf: event)
        _ = try ContinueAnnouncement(announcementId: id).handle(in: tx)
    }
}
