import Kernel

/// What counts as a conflict between dates, as far as it is the app's decision.
public struct CalendarTerms: SharedSettings {
    public static let owner: ServiceName = "catalog"

    /// Dates that are closer than this are adjacent.
    public let adjacentMinutes: Int

    private enum Key: String, CodingKey { case adjacentMinutes }
    public init(from decoder: any Decoder) throws {
        adjacentMinutes = try decoder.container(keyedBy: Key.self).decodeIfPresent(Int.self, forKey: .adjacentMinutes) ?? 30
    }
}
