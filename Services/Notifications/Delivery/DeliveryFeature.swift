import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

extension Feature {
    /// The queue of messages and the channels they leave by.
    package static func delivery<List: ChannelList>(_: List.Type, _ words: PolicyVocabulary) -> Feature {
        Feature(
            "delivery",
            migrations: [CreateDeliveries.self, AddContentAvailable.self],
            commands: [DeliveryResult.self],
            timers: [RetryDelivery.self],
            queries: [DevelopmentOutbox.self],
            publishes: [DeliveryFailed.self, PushTokenRejected.self],
            plugins: List.channels.map { channel in
                PluginDeclaration(channel.plugin) { settings, definition in
                    let policy = NotificationPolicy.read(definition.policySettings, zone: definition.timezone,
                                                         languages: definition.languages, vocabulary: words)
                    return policy.problems + ChannelSettings.problems(channel, settings)
                }
            },
            sideEffectWorkers: [DeliverySender<List>.self])
    }
}
