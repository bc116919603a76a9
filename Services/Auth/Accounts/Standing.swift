/// What the platform knows of a person beyond the account. Wire names of `identityStatus` and `organizerStatus`.
public struct Standing: Hashable, Sendable {
    public static let unverified = "unverified"
    public static let verified = "verified"
    public static let notStarted = "not-started"
    public static let inProgress = "in-progress"
    public static let approved = "approved"

    public let identity: String
    public let organizer: String
    public init(identity: String = unverified, organizer: String = notStarted) { (self.identity, self.organizer) = (identity, organizer) }
}
