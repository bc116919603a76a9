import Kernel

/// Somebody reported something to the moderators.
public struct ReportFiled: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.report-filed.v1"
    public let reportId: String
    /// `event`, `organizer`, `rating`.
    public let targetType: String
    public let targetId: String
    public let reason: String
    public var subject: String { "reports/\(reportId)" }
    public init(reportId: String, targetType: String, targetId: String, reason: String) {
        (self.reportId, self.targetType, self.targetId, self.reason) = (reportId, targetType, targetId, reason)
    }
}
