import Contracts
import Kernel
import NotificationPolicy
import ServiceKit

extension Feature {
    /// The queue of messages and the channels they leave by.
    static func delivery(_ words: PolicyVocabulary) -> Feature {
        Feature(
            "delivery",
            migrations: [CreateDeliveries.self],
            commands: [DeliveryResult.self],
            timers: [RetryDelivery.self],
            queries: [DevelopmentOutbox.self],
            publishes: [DeliveryFailed.self, PushTokenRejected.self],
            plugins: Channels.all.map { channel in
                PluginDeclaration(channel.plugin) { settings, definition in
                    let policy = NotificationPolicy.read(definition.policySettings, zone: definition.timezone,
                                                         languages: definition.languages, vocabulary: words)
                    return policy.problems + ChannelSettings.problems(channel, settings)
                }
            },
            sideEffectWorkers: [DeliverySender.self])
    }
}
