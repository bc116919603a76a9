import Kernel

/// Seeding: a banner of the home page with a fixed id. One that is there already stays as it is.
public struct ImportBanner: Message, Equatable {
    public static let type: MessageType = "catalog.import-banner.v1"
    public let bannerId: String
    /// By language.
    public let titles: [String: String]
    public let deepLink: String?
    public let startsAt: Timestamp?
    public let endsAt: Timestamp?
    public let position: Int
    public init(bannerId: String, titles: [String: String], deepLink: String?, startsAt: Timestamp?, endsAt: Timestamp?, position: Int) {
        (self.bannerId, self.titles, self.deepLink) = (bannerId, titles, deepLink)
        (self.startsAt, self.endsAt, self.position) = (startsAt, endsAt, position)
    }
}
