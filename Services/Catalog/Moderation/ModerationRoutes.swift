import CatalogEvents
import Kernel
import ServiceKit

/// Telling the moderators, and deciding.
enum ModerationRoutes {
    private static let plugin = EventListing.name
    private static let moderators = Route.Access.roles([ModerationAccess.role])

    static let all: [Route] = [
        .command("POST", "/reports", FileReport.self, access: .user, plugin: plugin, action: "report",
                 body: .object(["targetType": .oneOf(ReportTarget.allCases.map(\.rawValue)), "targetId": .id,
                                "reason": .oneOf(Report.reasons), "details": .string(0...1000)],
                               required: ["targetType", "targetId", "reason"]),
                 summary: "Tell the moderators", success: 201, answer: Report.schema, refusals: ["409 already-reported"],
                 example: ["targetType": "event", "targetId": .string(EventSchemas.exampleID), "reason": "wrong-info"]),
        .get("/reports", ReportList.self, access: moderators, plugin: plugin, action: "continue",
             query: ["status": .oneOf(ReportStatus.allCases.map(\.rawValue))],
             summary: "Reports to decide: of targets with five or more open reporters first, then newest first",
             answer: .page(of: Report.schema))
            .with(orPermission: ModerationAccess.permission),
        .command("POST", "/reports/{reportId}/resolve", ResolveReport.self, access: moderators, plugin: plugin, action: "continue",
                 body: .object(["action": .oneOf(ReportAction.allCases.map(\.rawValue)), "note": .string(3...500)],
                               required: ["action", "note"]),
                 summary: "Decide about a report; all but dismiss close every open report on its target", answer: Report.schema,
                 refusals: ["409 report-resolved", "409 event-not-cancellable"],
                 example: ["action": "dismiss", "note": "The price is right, we asked the organizer."])
            .with(orPermission: ModerationAccess.permission),
    ]
}
