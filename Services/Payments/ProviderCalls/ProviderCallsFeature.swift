import Contracts
import PaymentsKit
import ServiceKit

extension Feature {
    /// Calls to companies beside the log, their answers and their events.
    package static func providerCalls<List: PaymentProviderList>(_: List.Type) -> Feature {
        Feature(
            "provider-calls",
            migrations: [CreateProviderCalls.self],
            commands: [ProviderAnswered.self, ReceiveProviderEvent.self, ApplyProviderReport.self],
            timers: [RetryProviderCall.self],
            sideEffectWorkers: [ProviderCaller<List>.self])
    }
}
