import Contracts
import ServiceKit

extension Feature {
    /// Calls to companies beside the log, their answers and their events.
    static let providerCalls = Feature(
        "provider-calls",
        migrations: [CreateProviderCalls.self],
        commands: [ProviderAnswered.self, ReceiveProviderEvent.self, ApplyProviderReport.self],
        timers: [RetryProviderCall.self],
        sideEffectWorkers: [ProviderCaller.self])
}
