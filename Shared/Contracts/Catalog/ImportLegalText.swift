import Kernel

/// Imports one version of a legal text. The tenant file says which version is in force. A version never changes: ignored if it exists.
public struct ImportLegalText: Message, Equatable {
    public static let type: MessageType = "catalog.import-legal-text.v1"
    /// One of `kinds`.
    public let kind: String
    public let version: String
    public let language: String
    public let effectiveFrom: CalendarDate
    /// Markdown.
    public let body: String
    public static let kinds = ["terms", "privacy", "organizer-terms"]
    public init(kind: String, version: String, language: String, effectiveFrom: CalendarDate, body: String) {
        (self.kind, self.version, self.language, self.effectiveFrom, self.body) = (kind, version, language, effectiveFrom, body)
    }
}
