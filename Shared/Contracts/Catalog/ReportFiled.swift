import Kernel

/// Somebody reported something to the moderators.
public struct ReportFiled: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.report-filed.v1"
    public let reportId: String
    /// `event`, `organizer`, `rating`.
    public let targetType: String
    public let targetId: String
    public let reason: String
    /// The event that is reported, or that the rating is of.
    public let eventId: EventID?
    public var subject: String { "reports/\(reportId)" }
    public init(reportId: String, targetType: String, targetId: String, reason: String, eventId: EventID? = nil) {
        (self.reportId, self.targetType, self.targetId, self.reason) = (reportId, targetType, targetId, reason)
        self.eventId = eventId
    }
}
