import Kernel

/// Another service wants to know what to suggest to some people.
public struct SuggestEvents: Message, Equatable {
    public static let type: MessageType = "catalog.suggest-events.v1"
    public enum Choice: String, Codable, Sendable {
        /// What somebody may like by what they like and did; nothing for whom nothing is known of.
        case personal
        /// The same, and what many people go to for whom nothing is known of.
        case personalOrPopular
        /// What many people go to around somebody; nothing for whom no place is known of.
        case near
    }
    /// The caller's reference, returned with the answer.
    public let context: [String: JSONValue]
    public let choice: Choice
    /// At most `usersMax`: people are ranked one by one.
    public let userIds: [User.ID]
    public static let usersMax = 25
    /// As of when they are ranked; nil: now.
    public let at: Timestamp?
    public init(context: [String: JSONValue], choice: Choice, userIds: [User.ID], at: Timestamp? = nil) {
        (self.context, self.choice, self.userIds, self.at) = (context, choice, userIds, at)
    }
}

/// The catalog's suggestions for a `SuggestEvents`.
public struct EventsSuggested: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.events-suggested.v1"
    public struct Item: Codable, Sendable, Equatable {
        public let eventId: EventID
        public let title: String
        public let startDate: Timestamp
        public init(eventId: EventID, title: String, startDate: Timestamp) {
            (self.eventId, self.title, self.startDate) = (eventId, title, startDate)
        }
    }
    public struct Suggestion: Codable, Sendable, Equatable {
        public let userId: User.ID
        /// Best first.
        public let items: [Item]
        /// To the nearest of them; absent: not asked for, or no place is known.
        public let distanceKm: Double?
        /// Within the distance that the person travels.
        public let isNearby: Bool
        public init(userId: User.ID, items: [Item], distanceKm: Double? = nil, isNearby: Bool = false) {
            (self.userId, self.items, self.distanceKm, self.isNearby) = (userId, items, distanceKm, isNearby)
        }
    }
    public let context: [String: JSONValue]
    /// Only people there is something for.
    public let suggestions: [Suggestion]
    public var subject: String { "suggestions" }
    public init(context: [String: JSONValue], suggestions: [Suggestion]) { (self.context, self.suggestions) = (context, suggestions) }
}
