import Kernel

/// The neighbourhoods of an app with partner shops, by their numbers.
public struct Neighborhoods: SharedSettings {
    public static let owner: ServiceName = "catalog"
    public static let place = "shops"
    public static let copies = [
        SettingCopy("auth", "neighborhoodIds", name: "neighborhoods"),
        SettingCopy("notifications", "neighborhoodIds", name: "neighborhoods"),
    ]

    /// Nil: the app has none.
    public let ids: [Int]?

    private struct Neighborhood: Decodable { let id: Int }
    private enum Key: String, CodingKey { case neighborhoods }
    public init(from decoder: any Decoder) throws {
        ids = try decoder.container(keyedBy: Key.self).decodeIfPresent([Neighborhood].self, forKey: .neighborhoods)?.map(\.id)
    }
    private init(ids: [Int]?) { self.ids = ids }

    public static func copy(of service: ServiceName, in settings: JSONValue) throws -> Self? {
        ["auth", "notifications"].contains(service) ? Self(ids: try settings["neighborhoodIds"]?.decoded()) : nil
    }
}
