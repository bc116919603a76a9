import Kernel

/// When a provider is asked for a result that did not come.
package enum PollSchedule {
    /// Counted from the first question.
    package static let waits: [Duration] = [.zero, .minutes(1), .minutes(5), .minutes(30), .hours(2), .hours(6), .hours(24)]
    /// The last question has this long for its answer; then a person must look.
    static let lastAnswerWithin: Duration = .minutes(10)

    /// The first question after an instant, or the look at what the last one brought; nil: both are over.
    package static func next(from start: Timestamp, after now: Timestamp) -> Timestamp? {
        let last = start + (waits.last ?? .zero)
        return waits.map { start + $0 }.first { $0 > now } ?? (now < last + lastAnswerWithin ? last + lastAnswerWithin : nil)
    }
}

extension Rejection {
    /// Of a timer: it goes to the dead letters, which is how operators hear of it.
    package static func noResult(of thing: String) -> Rejection {
        .conflict("no-result", "The provider was asked for the last time and gave no result of \(thing).")
    }
}
