import Kernel

/// A provider that misbehaves as an attempt asks: what it answers stays true, only when and how often it is told changes.
struct SandboxProvider {
    let provider: any SimulatedProvider
    /// What `late` without a duration means.
    let late: Duration

    /// The second telling of a result comes this long after the first.
    static let repeatAfter: Duration = .seconds(1)

    func capture(_ attempt: Attempt, amount: Money, at now: Timestamp) -> ProviderAnswer {
        bend(provider.capture(attempt, amount: amount), attempt, at: now)
    }
    func decide(_ decision: CustomerDecision, _ attempt: Attempt, amount: Money, at now: Timestamp) -> ProviderAnswer {
        bend(provider.decide(decision, attempt, amount: amount), attempt, at: now)
    }
    /// Nil while a late result is not there yet.
    func poll(_ attempt: Attempt, at now: Timestamp) -> AttemptResult? {
        if case .late(let delay) = attempt.fault, now < attempt.startedAt + (delay ?? late) { return nil }
        return provider.poll(attempt)
    }

    private func bend(_ answer: ProviderAnswer, _ attempt: Attempt, at now: Timestamp) -> ProviderAnswer {
        guard let fault = attempt.fault else { return answer }
        let first: ProviderCallback
        switch answer {
        case .needsAction: return answer
        case .settled(let result, _): first = ProviderCallback(after: .zero, result)
        case .pending(let callbacks):
            guard let callback = callbacks.first else { return answer }
            first = callback
        }
        switch fault {
        case .late(let delay):
            let due = attempt.startedAt + (delay ?? late)
            return .pending([ProviderCallback(after: max(.zero, due - now), first.result)])
        case .never:
            return .pending([])
        case .duplicate:
            let again = ProviderCallback(after: first.after + Self.repeatAfter, first.result)
            if case .settled(let result, _) = answer { return .settled(result, callbacks: [again]) }
            return .pending([first, again])
        case .outOfOrder:
            // The order of the messages is bent where they are published.
            return answer
        }
    }
}
