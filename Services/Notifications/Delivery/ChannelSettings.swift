import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// `settings.notifications.channels` of a tenant: which provider each channel has. A channel without settings writes to
/// the development outbox.
public enum ChannelSettings {
    package static func of(_ channel: ChannelName, in definition: TenantDefinition) -> JSONValue? {
        guard let settings = definition.settings[ServiceName.notifications.rawValue]?["channels"]?[channel.plugin],
              settings != .null else { return nil }
        return settings
    }
    public static func hasProvider(_ channel: ChannelName, in definition: TenantDefinition) -> Bool { of(channel, in: definition) != nil }

    /// What is wrong with one plugin's settings, as (path below the service's settings, message).
    package static func problems(_ channel: any Channel, _ settings: JSONValue) -> [(path: String, message: String)] {
        guard let own = settings["channels"]?[channel.plugin], own != .null else { return [] }
        return channel.problems(own).map { ("channels.\(channel.plugin)" + ($0.path.isEmpty ? "" : ".\($0.path)"), $0.message) }
    }
}

/// How many messages a sender has under way to one provider, and how fast it starts them.
public struct LaneSettings: Decodable, Sendable, Equatable {
    /// Messages under way at a time; a quarter of the places, at least one, is kept for critical messages.
    public let connections: Int
    /// Messages started per second; 0: no limit.
    public let perSecond: Int
    /// For one message, from the first byte to the answer.
    public let timeoutSeconds: Int
    private enum Key: String, CodingKey { case connections, perSecond, timeoutSeconds }

    public init(connections: Int = 8, perSecond: Int = 0, timeoutSeconds: Int = 15) {
        (self.connections, self.perSecond, self.timeoutSeconds) = (connections, perSecond, timeoutSeconds)
    }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        connections = try container.decodeIfPresent(Int.self, forKey: .connections) ?? 8
        perSecond = try container.decodeIfPresent(Int.self, forKey: .perSecond) ?? 0
        timeoutSeconds = try container.decodeIfPresent(Int.self, forKey: .timeoutSeconds) ?? 15
    }
    package init(from settings: JSONValue) throws { self = try settings.decoded(as: LaneSettings.self) }

    /// One place is never enough: a bulk message in it would hold up a critical one.
    static let connectionsRange = 2...256
    static let perSecondRange = 0...100_000
    static let timeoutSecondsRange = 1...120
}

/// Reads one provider's settings and collects what is wrong with them, each with its path.
package struct SettingsReader {
    package let settings: JSONValue
    package private(set) var problems: [(path: String, message: String)] = []
    package init(_ settings: JSONValue, keys: [String]) {
        self.settings = settings
        guard case .object(let members) = settings else {
            problems.append(("", "must be a mapping"))
            return
        }
        let known = Set(keys + ["connections", "perSecond", "timeoutSeconds"])
        for key in members.keys.sorted() where !known.contains(key) {
            problems.append((key, "is not a setting; there are \(known.sorted().joined(separator: ", "))"))
        }
        number("connections", LaneSettings.connectionsRange)
        number("perSecond", LaneSettings.perSecondRange)
        number("timeoutSeconds", LaneSettings.timeoutSecondsRange)
    }
    package mutating func fail(_ path: String, _ message: String) { problems.append((path, message)) }

    package mutating func number(_ key: String, _ range: ClosedRange<Int>) {
        guard let value = settings[key] else { return }
        guard let number = value.int, range.contains(number) else { return fail(key, "must be \(range.lowerBound) to \(range.upperBound)") }
    }
    /// One line of text that is there.
    @discardableResult
    package mutating func text(_ key: String, required: Bool = true) -> String? {
        guard let value = settings[key], value != .null else {
            if required { fail(key, "is required") }
            return nil
        }
        guard let text = value.string, !text.isEmpty, text.utf8.count <= 512,
              text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
            fail(key, "must be one line of text")
            return nil
        }
        return text
    }
    package mutating func choice(_ key: String, _ values: [String]) -> String? {
        guard let text = text(key) else { return nil }
        if !values.contains(text) { fail(key, "must be one of \(values.joined(separator: ", "))") }
        return text
    }
    /// The name of a secret, never the secret itself.
    package mutating func secret(_ key: String, required: Bool = true) {
        guard let name = text(key, required: required) else { return }
        if !TenantSecrets.isName(name) { fail(key, "names a secret: lower case letters, digits and dashes") }
    }
    /// An https address; http only on this machine, for tests.
    package mutating func endpoint(_ key: String) {
        guard let address = text(key, required: false) else { return }
        guard let server = ProviderAddress.server(address) else { return fail(key, "must be an https address without path") }
        if !server.isSecure, !server.isLoopback { fail(key, "must be https") }
    }
}

/// A shape that the check of the tenant file would have refused.
package struct UnknownShape: Error, CustomStringConvertible {
    package let name: String
    package init(name: String) { self.name = name }
    package var description: String { "there is no shape '\(name)'" }
}
/// An endpoint that the check of the tenant file would have refused.
package struct UnusableEndpoint: Error, CustomStringConvertible {
    package let description = "endpoint is no https address"
    package init() {}
}
