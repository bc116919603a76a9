import Kernel

/// A provider that misbehaves as an attempt asks: what it answers stays true, only when and how often it is told changes.
package struct SandboxProvider {
    package let provider: any SimulatedProvider
    /// What `late` without a duration means.
    package let late: Duration

    /// The second telling of a result comes this long after the first.
    static let repeatAfter: Duration = .seconds(1)

    package func capture(_ attempt: Attempt, of payment: Payment, at now: Timestamp) -> ProviderAnswer {
        bend(captured(provider.capture(attempt, amount: payment.amount), attempt, of: payment), attempt, at: now)
    }
    package func decide(_ decision: CustomerDecision, _ attempt: Attempt, of payment: Payment, at now: Timestamp) -> ProviderAnswer {
        bend(captured(provider.decide(decision, attempt, amount: payment.amount), attempt, of: payment), attempt, at: now)
    }
    /// Nil while a late result is not there yet.
    package func poll(_ attempt: Attempt, of payment: Payment, at now: Timestamp) -> AttemptResult? {
        if case .late(let delay) = attempt.fault, now < attempt.startedAt + (delay ?? late) { return nil }
        return provider.poll(attempt).map { captured($0, attempt, of: payment) }
    }

    /// An automatic payment is authorised and captured at once, so a card that refuses captures declines it.
    private func captured(_ result: AttemptResult, _ attempt: Attempt, of payment: Payment) -> AttemptResult {
        guard payment.captureMethod == .automatic, result == .succeeded,
            case .declined = provider.captureAuthorized(attempt, amount: payment.amount) else { return result }
        return .failed("card_declined")
    }
    private func captured(_ answer: ProviderAnswer, _ attempt: Attempt, of payment: Payment) -> ProviderAnswer {
        func taken(_ callbacks: [ProviderCallback]) -> [ProviderCallback] {
            callbacks.map { ProviderCallback(after: $0.after, captured($0.result, attempt, of: payment)) }
        }
        return switch answer {
        case .settled(let result, let callbacks): .settled(captured(result, attempt, of: payment), callbacks: taken(callbacks))
        case .pending(let callbacks): .pending(taken(callbacks))
        case .needsAction: answer
        }
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
