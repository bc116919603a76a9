import Kernel

/// An invitation to be friends, for whoever gets its link first.
package struct FriendInvite: Sendable, Equatable {
    package let userID: User.ID
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    package let usedAt: Timestamp?
    package init(userID: User.ID, createdAt: Timestamp, expiresAt: Timestamp, usedAt: Timestamp? = nil) {
        (self.userID, self.createdAt, self.expiresAt, self.usedAt) = (userID, createdAt, expiresAt, usedAt)
    }

    package static let daysValid = 7
    /// Of one person: of more, the oldest go, used or not.
    package static let keptMax = 100

    /// Throws 422 for one's own, 410 for one that was used or is too old. At its end exactly it is over.
    package func requireUsable(by user: User.ID, at now: Timestamp) throws(Rejection) {
        if user == userID { throw .invalid(["token": ["is your own invitation"]]) }
        guard usedAt == nil else { throw Rejection(410, "gone", "This invitation was used.") }
        guard now < expiresAt else { throw Rejection(410, "gone", "This invitation is too old.") }
    }
}
