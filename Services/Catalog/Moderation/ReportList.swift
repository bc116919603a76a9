import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /reports`: what moderators have to look at, or what was decided.
package struct ReportList: Query {
    package static let type: MessageType = "catalog.reports.v1"
    let status: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<Report> {
        try ModerationAccess.require(roles: view.user().roles, in: view.definition)
        var check = Validation()
        let wanted = ReportStatus(rawValue: status ?? ReportStatus.open.rawValue)
        check.require(wanted != nil, "status", "must be one of \(ReportStatus.allCases.map(\.rawValue).joined(separator: ", "))")
        let request = try check.page(page, perPage)
        let found = try view.reports.page(wanted ?? .open, limit: request.perPage, offset: request.offset)
        return Page(found.reports, request, total: found.total)
    }
}
