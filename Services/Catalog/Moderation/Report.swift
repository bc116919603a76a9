import Contracts
import Kernel
import ServiceKit

package enum ReportTarget: String, CaseIterable, Sendable {
    case event, organizer, rating

    /// What a moderator may do about it.
    func allows(_ action: ReportAction) -> Bool {
        switch (self, action) {
        case (_, .dismiss), (.event, .cancelEvent), (.event, .suspendOrganizer), (.organizer, .suspendOrganizer), (.rating, .removeRating):
            true
        case (.event, .removeRating), (.organizer, .cancelEvent), (.organizer, .removeRating), (.rating, .cancelEvent),
            (.rating, .suspendOrganizer): false
        }
    }
}

package enum ReportAction: String, CaseIterable, Sendable {
    case dismiss
    case cancelEvent = "cancel-event", removeRating = "remove-rating", suspendOrganizer = "suspend-organizer"
}

package enum ReportStatus: String, CaseIterable, Sendable { case open, resolved }

/// What somebody told the moderators, and what became of it. Nobody but moderators and the reporter sees it.
package struct Report: Encodable, Sendable, Equatable {
    package struct Resolution: Encodable, Sendable, Equatable {
        let action: String
        let note: String
        /// The moderator.
        let by: User.ID
        let at: Timestamp
    }
    let id: String
    let targetType: String
    let targetId: String
    let reason: String
    let details: String?
    let reporterId: User.ID
    let status: String
    /// People with an open report on this target.
    let openReporters: Int
    let createdAt: Timestamp
    let resolution: Resolution?

    static let reasons = ["spam", "fraud", "inappropriate", "wrong-info", "dangerous", "copyright", "other"]
    /// Targets with so many open reporters are first in the moderators' list.
    static let urgentReporters = 5

    static let schema = Schema.object([
        "id": .id, "targetType": .oneOf(ReportTarget.allCases.map(\.rawValue)), "targetId": .id, "reason": .oneOf(reasons),
        "details": .string(), "reporterId": .id, "status": .oneOf(ReportStatus.allCases.map(\.rawValue)), "openReporters": .integer(),
        "createdAt": .time,
        "resolution": .object(["action": .oneOf(ReportAction.allCases.map(\.rawValue)), "note": .string(), "by": .id, "at": .time]),
    ], required: ["id", "targetType", "targetId", "reason", "reporterId", "status", "openReporters", "createdAt"])
}
