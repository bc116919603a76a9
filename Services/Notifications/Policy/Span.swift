import Kernel

/// An ISO 8601 duration as tenant files write it: `P7D` counts calendar days, `PT2H30M` elapsed time.
package struct Span: Hashable, Sendable, CustomStringConvertible {
    package let days: Int
    package let seconds: Int
    package let description: String

    package init(days: Int) { (self.days, seconds, description) = (days, 0, "P\(days)D") }

    /// Nil for anything but `P…D`, `P…W`, `PT…H…M…S` and their combinations, up to 274 years each.
    package init?(_ text: String) {
        guard let span = ISODuration(text), !span.isNegative, span.days <= 100_000, span.seconds <= 100_000 * 86_400 else { return nil }
        (days, seconds, description) = (span.days, span.seconds, text)
    }

    /// As elapsed time: a day is 24 hours.
    package var elapsed: Duration { .seconds(days * 86_400 + seconds) }

    /// This much after (`sign` 1) or before (−1) an instant, days counted on the clock of the zone.
    package func shift(_ instant: Timestamp, sign: Int, zone: TimeZoneRules) -> Timestamp {
        var moved = instant
        if days != 0 {
            let local = zone.local(instant)
            let fraction = instant - instant.wholeSeconds
            moved = zone.instant(of: LocalTime(date: local.date.adding(days: sign * days), secondOfDay: local.secondOfDay)) + fraction
        }
        return sign < 0 ? moved - .seconds(seconds) : moved + .seconds(seconds)
    }
}

/// When something is due or over: `at+PT15M`, `slot.end`, `event.start-PT2H`, `order.holdExpiresAt`.
package struct InstantExpression: Hashable, Sendable, CustomStringConvertible {
    package enum Base: Hashable, Sendable {
        /// When the trigger happened.
        case at
        /// The end of the slot that `at` lies in, or else of the next one.
        case slotEnd
        /// A fact of the candidate, by its path.
        case fact(String)
    }
    package let base: Base
    package let sign: Int
    package let span: Span?
    package let description: String

    /// - Parameter vocabulary: knows how tenant files may name a time.
    package init?(_ text: String, _ vocabulary: PolicyVocabulary) {
        var name = text[...]
        var sign = 1
        var span: Span?
        if let mark = text.firstIndex(where: { $0 == "+" || $0 == "-" }) {
            sign = text[mark] == "-" ? -1 : 1
            guard let parsed = Span(String(text[text.index(after: mark)...])) else { return nil }
            (span, name) = (parsed, text[..<mark])
        }
        switch name {
        case "at": base = .at
        case "slot.end": base = .slotEnd
        default:
            guard name.split(separator: ".", omittingEmptySubsequences: false).count == 2, !name.hasPrefix("."), !name.hasSuffix(".") else {
                return nil
            }
            base = .fact(vocabulary.path(ofTime: String(name)))
        }
        (self.sign, self.span, description) = (sign, span, text)
    }
    /// For times that sources name by their facts alone.
    package init?(_ text: String) { self.init(text, .none) }

    /// Nil when the fact is not there.
    package func instant(of candidate: Candidate, slot: WallSlot?, zone: TimeZoneRules) -> Timestamp? {
        let start: Timestamp? = switch base {
        case .at: candidate.at
        case .slotEnd: slot.flatMap { $0.end(from: candidate.at, zone: zone) }
        case .fact(let path): candidate.facts.time(path)
        }
        guard let start, let span else { return start }
        return span.shift(start, sign: sign, zone: zone)
    }
}
