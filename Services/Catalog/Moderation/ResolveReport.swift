import CatalogEvents
import CatalogKit
import CatalogSocial
import Contracts
import Kernel
import ServiceKit

/// A moderator decides about a report. `dismiss` closes this one, every other action all open ones on the target.
package struct ResolveReport: Command {
    package static let type: MessageType = "catalog.resolve-report.v1"
    let reportId: String
    let action: String
    let note: String
    package init(reportId: String, action: String, note: String) { (self.reportId, self.action, self.note) = (reportId, action, note) }

    package func handle(in tx: CatalogTransaction) throws -> Report {
        let moderator = try tx.user()
        try ModerationAccess.require(roles: moderator.roles, in: tx.definition)
        var check = Validation()
        let wanted = ReportAction(rawValue: action)
        check.require(wanted != nil, "action", "must be one of \(ReportAction.allCases.map(\.rawValue).joined(separator: ", "))")
        let note = check.text("note", note, 3...500, multiline: true)
        try check.check()
        guard let wanted, let note, let report = try tx.reports.find(reportId) else { throw Rejection.notFound }
        guard report.status == ReportStatus.open.rawValue else {
            throw Rejection.conflict("report-resolved", "This report is resolved.", ["currentStatus": .string(report.status)])
        }
        guard let target = ReportTarget(rawValue: report.targetType), target.allows(wanted) else {
            throw Rejection.invalid(["action": ["does not fit this report"]])
        }
        let concerned = try ModeratedTarget(target, report.targetId, in: tx)
        let isNews = try wanted != .suspendOrganizer || !(concerned.organizer.map { try tx.people.isSuspended($0) } ?? false)
        try carryOut(wanted, concerned, note: note, by: moderator.userID, in: tx)
        let resolution = Report.Resolution(action: wanted.rawValue, note: note, by: moderator.userID, at: tx.now.wholeSeconds)
        if wanted == .dismiss {
            try tx.reports.resolve(reportId, resolution, at: tx.now)
        } else {
            try tx.reports.resolveAll(on: report.targetType, report.targetId, resolution, at: tx.now)
            if isNews { try concerned.notifyOrganizer(of: wanted, note: note, report: reportId, in: tx) }
        }
        guard let resolved = try tx.reports.find(reportId) else { throw Rejection.notFound }
        return resolved
    }

    private func carryOut(_ action: ReportAction, _ target: ModeratedTarget, note: String, by moderator: User.ID,
                          in tx: CatalogTransaction) throws {
        switch action {
        case .dismiss: break
        case .cancelEvent:
            guard let event = target.event?.id else { throw CancelEvent.notCancellable(nil) }
            try CancelEvent.asModerator(event, by: moderator, in: tx)
        case .suspendOrganizer:
            // Who is suspended already stays so: auth ignores it.
            guard let organizer = target.organizer else { break }
            try tx.send(SuspendOrganizer(userId: organizer, reason: note, by: moderator))
        case .removeRating:
            // One that is gone already stays gone.
            guard let rating = target.rating else { break }
            _ = try tx.ratings.remove(rating.event, by: rating.user)
            try EventCounts(tx).publish(of: rating.event)
        }
    }
}
