import Kernel

/// Somebody chose what to hear of, and on which ways.
public struct PreferencesChanged: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.preferences-changed.v1"
    public struct Switch: Codable, Sendable, Equatable {
        public let category: String
        public let channel: String
        public init(category: String, channel: String) { (self.category, self.channel) = (category, channel) }
    }
    public let recipientId: String
    public let turnedOff: [Switch]
    /// `user`, `unsubscribe`, `admin`.
    public let by: String
    public var subject: String { "users/\(recipientId)" }
    public init(recipientId: String, turnedOff: [Switch], by: String) {
        (self.recipientId, self.turnedOff, self.by) = (recipientId, turnedOff, by)
    }
}

/// An operator's message to many begins.
public struct MessageCampaignStarted: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.campaign-started.v1"
    public let campaignId: String
    public let kind: String
    public let recipients: Int
    public var subject: String { "campaigns/\(campaignId)" }
    public init(campaignId: String, kind: String, recipients: Int) {
        (self.campaignId, self.kind, self.recipients) = (campaignId, kind, recipients)
    }
}

/// Too many people leave a category.
public struct OptOutAlertOpened: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.opt-out-alert-opened.v1"
    public let category: String
    public let rate: Double
    public let optOuts: Int
    public let recipients: Int
    public var subject: String { "categories/\(category)" }
    public init(category: String, rate: Double, optOuts: Int, recipients: Int) {
        (self.category, self.rate, self.optOuts, self.recipients) = (category, rate, optOuts, recipients)
    }
}

/// They do not any more, or an operator has seen to it.
public struct OptOutAlertClosed: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.opt-out-alert-closed.v1"
    public let category: String
    public let rate: Double
    public let optOuts: Int
    public let recipients: Int
    public var subject: String { "categories/\(category)" }
    public init(category: String, rate: Double, optOuts: Int, recipients: Int) {
        (self.category, self.rate, self.optOuts, self.recipients) = (category, rate, optOuts, recipients)
    }
}
