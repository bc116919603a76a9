import Kernel

/// Imports somebody's notification preferences. Ignored if the person has chosen any already.
public struct ImportPreferences: Message, Equatable {
    public static let type: MessageType = "notifications.import-preferences.v1"
    public let userId: User.ID
    /// Of the person: some choices are for organizers, and the account may be told of later.
    public let roles: [String]
    /// As in the body of `PUT /notification-preferences`; absent keys keep what the tenant has.
    public let document: [String: JSONValue]
    public init(userId: User.ID, roles: [String], document: [String: JSONValue]) {
        (self.userId, self.roles, self.document) = (userId, roles, document)
    }
}
