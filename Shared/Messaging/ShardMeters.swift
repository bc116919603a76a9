extension ShardWriter {
    /// What a shard counts.
    struct Meters: Sendable {
        let applied, duplicates, rejected, deadLettered, batches, relayed, gaps, outdated, early, parked, restarts: Metrics.Counter
        let batchSeconds: Metrics.Histogram
        init(_ metrics: Metrics, partition: Int32) {
            let label = ("partition", String(partition))
            applied = metrics.counter("souk_messages_applied_total", "Messages applied.", label)
            duplicates = metrics.counter("souk_messages_duplicate_total", "Messages the inbox had seen.", label)
            rejected = metrics.counter("souk_messages_rejected_total", "Messages the business refused.", label)
            deadLettered = metrics.counter("souk_messages_dead_lettered_total", "Messages put aside.", label)
            batches = metrics.counter("souk_batches_total", "Transactions committed.", label)
            relayed = metrics.counter("souk_outbox_relayed_total", "Outbox rows handed to the log.", label)
            gaps = metrics.counter("souk_log_gaps_total", "Times retention passed this shard by.", label)
            restarts = metrics.counter("souk_log_restarts_total", "Times the log had become another one and was begun anew.", label)
            outdated = metrics.counter("souk_messages_outdated_total",
                                       "Messages that came again after the inbox had forgotten them, and were not applied.", label)
            parked = metrics.counter("souk_messages_parked_total",
                                     "Events that came directly before what a forwarder had to bring first, and waited for it.", label)
            early = metrics.counter("souk_timers_early_total", "Timers that were fired by a clock that runs ahead of the log, and wait on.",
                                    label)
            batchSeconds = metrics.histogram("souk_batch_seconds", "Time of a batch from the first message to the commit.", label)
        }
    }
}
