import Kernel

/// The cuisines that an app's restaurants may name, in the order in which apps show them.
public struct Cuisines: SharedSettings {
    public static let owner: ServiceName = "catalog"
    public static let place = "restaurants"

    public struct Cuisine: Decodable, Sendable {
        public let code: String
        /// By language.
        public let names: [String: String]
    }
    public let all: [Cuisine]

    private enum Key: String, CodingKey { case cuisines }
    public init(from decoder: any Decoder) throws {
        all = try decoder.container(keyedBy: Key.self).decodeIfPresent([Cuisine].self, forKey: .cuisines) ?? []
    }
}
