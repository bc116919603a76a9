import Contracts
import Kernel
import Messaging
import ServiceKit

/// A topic of a tenant with everything its services declare about it.
final class MountedTopic: Sendable {
    struct Part: Sendable {
        let service: ServiceName
        let topic: LiveTopic
        var isOwner: Bool { topic.admission != .byOwner }
    }
    let name: String
    let parameter: String?
    /// What stands before the parameter: `orders/`.
    let prefix: String
    let parts: [Part]
    /// Every frame is for users that its event names, so whoever watches is found by name.
    let isPersonal: Bool

    init(_ name: String, _ parts: [Part]) {
        (self.name, self.parts) = (name, parts)
        parameter = parts.first?.topic.parameter
        prefix = String(name.prefix { $0 != "{" })
        isPersonal = parameter == nil && parts.allSatisfy { $0.topic.feeds.allSatisfy { !$0.readers.isEmpty } }
    }
}

/// The topics of one tenant: by the text a client writes, and by the events that feed them.
final class TopicTable: Sendable {
    struct Supply: Sendable {
        let topic: MountedTopic
        /// Which part of the topic it belongs to.
        let part: Int
        let feed: Feed
    }
    static let parameterBytesMax = 64

    private let exact: [String: MountedTopic]
    private let patterns: [MountedTopic]
    private let supplies: [MessageType: [Supply]]
    let all: [MountedTopic]
    /// Guests may watch at least one topic.
    let hasGuestTopics: Bool
    /// Services whose events feed topics of this tenant.
    let services: Set<ServiceName>

    init(_ definition: TenantDefinition, manifests: [Manifest]) {
        var parts: [String: [MountedTopic.Part]] = [:]
        for manifest in manifests {
            for topic in manifest.live ?? [] where topic.plugin.map({ definition.has(plugin: $0, of: manifest.service) }) ?? true {
                parts[topic.name, default: []].append(.init(service: manifest.service, topic: topic))
            }
        }
        // Without an owner there is no such topic.
        all = parts.filter { $0.value.contains { $0.isOwner } }.sorted { $0.key < $1.key }.map { MountedTopic($0.key, $0.value) }
        hasGuestTopics = all.contains { $0.parts.contains { $0.isOwner && $0.topic.access == .guest } }
        exact = Dictionary(all.filter { $0.parameter == nil }.map { ($0.name, $0) }) { first, _ in first }
        patterns = all.filter { $0.parameter != nil }
        var supplies: [MessageType: [Supply]] = [:]
        for topic in all {
            for (index, part) in topic.parts.enumerated() {
                for feed in part.topic.feeds { supplies[feed.event, default: []].append(Supply(topic: topic, part: index, feed: feed)) }
            }
        }
        self.supplies = supplies
        services = Set(supplies.keys.map { Topics.owner(of: $0) })
    }

    /// The topic that this text names, with its parameter.
    func find(_ text: String) -> (topic: MountedTopic, parameter: String?)? {
        if let topic = exact[text] { return (topic, nil) }
        for topic in patterns where text.hasPrefix(topic.prefix) {
            let value = text.dropFirst(topic.prefix.count)
            guard (1...Self.parameterBytesMax).contains(value.utf8.count),
                  value.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") }) else { continue }
            return (topic, String(value))
        }
        return nil
    }

    func supplies(of type: MessageType) -> [Supply] { supplies[type] ?? [] }

    /// Everything that is a user's own, for a stream that asks for nothing in particular.
    var personal: [MountedTopic] { all.filter(\.isPersonal) }
}
