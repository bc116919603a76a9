// What parts of services do in the process of the tool alone: measured where services are known, shown by the report.

extension BenchReport {
    /// How fast a shard is rebuilt from its log.
    package struct Replay: Codable, Sendable {
        /// Of all partitions.
        let messages: Int
        let perSecond: Double
        /// One partition by itself.
        let perSecondOfOne: Double

        package init(messages: Int, perSecond: Double, perSecondOfOne: Double) {
            (self.messages, self.perSecond, self.perSecondOfOne) = (messages, perSecond, perSecondOfOne)
        }
        package var text: String {
            """
                replay of the catalog's log: \(Int(perSecond)) messages/s, \(Int(perSecondOfOne)) of one partition by itself (\(messages) \
                measured)
                """
        }
    }

    /// How many messages notifications decide, and what a burst does to a shard.
    package struct Decisions: Codable, Sendable {
        /// The rules alone.
        let rulesPerSecond: Double
        /// One message to many: every decision with its rows, its item in the feed and what leaves.
        let decidedPerSecond: Double
        /// What a payment confirmation waits for while that goes on: one slice.
        let sliceMilliseconds: Double
        /// Separate updates of events, taken one after the other.
        let updatesPerSecond: Double

        package init(rulesPerSecond: Double, decidedPerSecond: Double, sliceMilliseconds: Double, updatesPerSecond: Double) {
            (self.rulesPerSecond, self.decidedPerSecond) = (rulesPerSecond, decidedPerSecond)
            (self.sliceMilliseconds, self.updatesPerSecond) = (sliceMilliseconds, updatesPerSecond)
        }
        package var text: String {
            """
            decisions: the rules alone \(Int(rulesPerSecond))/s; with rows, feed and outbox \(Int(decidedPerSecond))/s, in slices of \
            \(Int(sliceMilliseconds)) ms; \
            separate event updates taken \(Int(updatesPerSecond))/s
            """
        }
    }
}
