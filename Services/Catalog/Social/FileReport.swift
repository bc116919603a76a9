import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody tells the moderators of an event, an organizer or a rating. One open report per person and target.
package struct FileReport: Command {
    package static let type: MessageType = "catalog.file-report.v1"
    let targetType: String
    let targetId: String
    let reason: String
    let details: String?
    package init(targetType: String, targetId: String, reason: String, details: String? = nil) {
        (self.targetType, self.targetId, self.reason, self.details) = (targetType, targetId, reason, details)
    }
    package static let targets = ["event", "organizer", "rating"]
    package static let reasons = ["spam", "fraud", "inappropriate", "wrong-info", "dangerous", "copyright", "other"]

    package struct Report: Codable, Sendable, Equatable {
        let id: String
        let targetType: String
        let targetId: String
        let reason: String
        let details: String?
        let status: String
        let createdAt: Timestamp
    }

    package func handle(in tx: CatalogTransaction) throws -> Created<Report> {
        let user = try tx.user().userID
        var check = Validation()
        check.require(Self.targets.contains(targetType), "targetType", "must be one of \(Self.targets.joined(separator: ", "))")
        check.require(Self.reasons.contains(reason), "reason", "must be one of \(Self.reasons.joined(separator: ", "))")
        let text = check.text("details", details, 0...1000, required: false, multiline: true)
        try check.check()
        guard try targetExists(for: user, tx) else { throw Rejection.notFound }
        if try tx.reports.hasOpen(targetType, targetId, by: user) {
            throw Rejection.conflict("already-reported", "You have reported this already.")
        }
        let id = tx.context.newID()
        try tx.reports.add(id, target: targetType, targetID: targetId, reason: reason, details: text, by: user, at: tx.now)
        try tx.publish(ReportFiled(reportId: id, targetType: targetType, targetId: targetId, reason: reason))
        return Created(Report(id: id, targetType: targetType, targetId: targetId, reason: reason, details: text, status: "open",
            createdAt: tx.now.wholeSeconds), at: "/reports/\(id)")
    }

    private func targetExists(for user: User.ID, _ tx: CatalogTransaction) throws -> Bool {
        switch targetType {
        case "event": try tx.events.find(EventID(targetId), seenBy: user)?.event.isVisible(to: user) ?? false
        case "organizer": try tx.organizers.find(User.ID(targetId), seenBy: user) != nil
        default: try tx.ratings.find(id: targetId) != nil
        }
    }
}
