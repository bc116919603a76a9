extension ShardApplier.Outcome {
    /// How much of the outcome existed before a message, to roll back to when the message fails. Counts, not copies,
    /// because the lists grow with the batch.
    struct Mark {
        private let answers, outgoing: Int
        private let touchedTimers: Bool
        init(_ outcome: ShardApplier.Outcome) {
            (answers, outgoing, touchedTimers) = (outcome.answers.count, outcome.outgoing.count, outcome.touchedTimers)
        }
        func restore(_ outcome: inout ShardApplier.Outcome) {
            outcome.answers.removeSubrange(answers...)
            outcome.outgoing.removeSubrange(outgoing...)
            outcome.touchedTimers = touchedTimers
        }
    }
}
