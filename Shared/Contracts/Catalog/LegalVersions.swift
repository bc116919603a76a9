import Kernel

/// Which versions of an app's legal texts are in force. People accept a version, so it is compared exactly.
public struct LegalVersions: SharedSettings {
    public static let owner: ServiceName = "catalog"
    public static let place = "legal"

    public let terms: String
    public let privacy: String
    /// Of the terms that organizers accept.
    public let organizerTerms: String

    private enum Key: String, CodingKey { case terms, privacy, organizerTerms }
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        terms = try values.decodeIfPresent(String.self, forKey: .terms) ?? Self.first
        privacy = try values.decodeIfPresent(String.self, forKey: .privacy) ?? Self.first
        organizerTerms = try values.decodeIfPresent(String.self, forKey: .organizerTerms) ?? Self.first
    }
    /// The first versions of all texts.
    public init() { (terms, privacy, organizerTerms) = (Self.first, Self.first, Self.first) }
    private static let first = "1"
}
