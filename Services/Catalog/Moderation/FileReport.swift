import CatalogEvents
import CatalogKit
import CatalogSocial
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

    package func handle(in tx: CatalogTransaction) throws -> Created<Report> {
        let user = try tx.user().userID
        var check = Validation()
        let target = ReportTarget(rawValue: targetType)
        check.require(target != nil, "targetType", "must be one of \(ReportTarget.allCases.map(\.rawValue).joined(separator: ", "))")
        check.require(Report.reasons.contains(reason), "reason", "must be one of \(Report.reasons.joined(separator: ", "))")
        let text = check.text("details", details, 0...1000, required: false, multiline: true)
        try check.check()
        guard let target, try exists(target, for: user, tx) else { throw Rejection.notFound }
        if try tx.reports.hasOpen(targetType, targetId, by: user) {
            throw Rejection.conflict("already-reported", "You have reported this already.")
        }
        let id = tx.context.newID()
        try tx.reports.add(id, target: targetType, targetID: targetId, reason: reason, details: text, by: user, at: tx.now)
        try tx.publish(ReportFiled(reportId: id, targetType: targetType, targetId: targetId, reason: reason,
                                   eventId: try ModeratedTarget(target, targetId, in: tx).event?.id))
        guard let report = try tx.reports.find(id) else { throw Rejection.notFound }
        return Created(report, at: "/reports/\(id)")
    }

    private func exists(_ target: ReportTarget, for user: User.ID, _ tx: CatalogTransaction) throws -> Bool {
        switch target {
        case .event: try tx.events.find(EventID(targetId), seenBy: user)?.event.isVisible(to: user) ?? false
        case .organizer: try tx.organizers.find(User.ID(targetId), seenBy: user) != nil
        case .rating: try tx.ratings.find(id: targetId) != nil
        }
    }
}
