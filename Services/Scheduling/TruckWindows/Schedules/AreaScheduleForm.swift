import Kernel

/// A schedule as people send it: any JSON. Each field that is wrong is named.
package struct AreaScheduleForm: Sendable {
    static let reasonLength = 0...200
    let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }

    /// - Parameter known: the schedule that it replaces; its exceptions stay where none are sent.
    /// Throws a 422 that names all fields that failed.
    package func schedule(replacing known: AreaSchedule?) throws(Rejection) -> AreaSchedule {
        var reader = FormReader(form)
        let week = Self.week(&reader)
        let length = reader.integer("windowMinutes", AreaSchedule.windowLengths, isRequired: true)
        let cutoff = reader.integer("cutoffMinutes", AreaSchedule.cutoffs, isRequired: true)
        let dates = reader.has("exceptions") ? Self.dates(&reader) : known?.exceptions ?? []
        try reader.finish()
        return AreaSchedule(weekly: week, windowMinutes: length ?? 0, cutoffMinutes: cutoff ?? 0, exceptions: dates)
    }

    private static func week(_ reader: inout FormReader) -> [Weekday: OpenHours] {
        guard let sent = reader.value("weekly", isRequired: true) else { return [:] }
        guard let days = sent.object else {
            reader.fail("weekly", "must be an object")
            return [:]
        }
        var week: [Weekday: OpenHours] = [:]
        for (name, pairs) in days.sorted(by: { $0.key < $1.key }) {
            guard let day = Weekday(rawValue: name) else {
                reader.fail("weekly.\(name)", "must be a weekday (mon to sun)")
                continue
            }
            week[day] = hours("weekly.\(name)", pairs, &reader)
        }
        return week
    }

    private static func hours(_ field: String, _ sent: JSONValue, _ reader: inout FormReader) -> OpenHours? {
        do throws(OpenHours.Flaw) {
            // A value that is not a text becomes an empty one, which `OpenHours` refuses as a time.
            guard let pairs = sent.array?.map({ $0.array?.map { $0.string ?? "" } ?? [] }) else { throw .form }
            return try OpenHours(pairs)
        } catch {
            switch error {
            case .form: reader.fail(field, "must be pairs of times (HH:mm, up to 24:00)")
            case .reversed: reader.fail(field, "must end after they begin")
            case .overlapping: reader.fail(field, "must not overlap")
            }
            return nil
        }
    }

    private static func dates(_ reader: inout FormReader) -> [AreaSchedule.Exception] {
        guard let sent = reader.value("exceptions") else { return [] }
        guard let entries = sent.array else {
            reader.fail("exceptions", "must be a list")
            return []
        }
        if entries.count > AreaSchedule.exceptionsMax { reader.fail("exceptions", "must be at most \(AreaSchedule.exceptionsMax)") }
        var seen: Set<CalendarDate> = []
        return entries.prefix(AreaSchedule.exceptionsMax).enumerated().compactMap { place, entry in
            var inner = FormReader(entry, at: "exceptions.\(place)")
            let read = inner.isValid ? exception(&inner, &seen) : nil
            reader.take(inner.check)
            return read
        }
    }

    private static func exception(_ reader: inout FormReader, _ seen: inout Set<CalendarDate>) -> AreaSchedule.Exception? {
        let text = reader.text("date", 1...40, isRequired: true), date = text.flatMap { CalendarDate($0) }
        if text != nil, date == nil { reader.fail("date", "must be a date (YYYY-MM-DD)") }
        if let date, !seen.insert(date).inserted { reader.fail("date", "comes twice") }
        let isClosed = reader.flag("closed") == true, sent = reader.value("hours")
        if !isClosed, sent == nil { reader.fail("closed", "must be true, unless hours are sent") }
        if isClosed, sent != nil { reader.fail("hours", "must not stand beside closed") }
        let open = sent.flatMap { hours("hours", $0, &reader) }
        let reason = reader.text("reason", reasonLength)
        return date.map { AreaSchedule.Exception(date: $0, hours: isClosed ? nil : open, reason: reason) }
    }
}

extension AreaSchedule {
    /// As routes answer it.
    package var answer: JSONValue {
        func pairs(_ hours: OpenHours) -> JSONValue {
            .array(hours.ranges.map { [.string(ClockText.text($0.lowerBound)), .string(ClockText.text($0.upperBound))] })
        }
        return [
            "weekly": .object(Dictionary(weekly.map { ($0.key.rawValue, pairs($0.value)) }) { first, _ in first }),
            "windowMinutes": .int(windowMinutes), "cutoffMinutes": .int(cutoffMinutes),
            "exceptions": .array(exceptions.map { exception in
                var members: [String: JSONValue] = ["date": .string(exception.date.description)]
                if let hours = exception.hours { members["hours"] = pairs(hours) } else { members["closed"] = true }
                members["reason"] = exception.reason.map { .string($0) } ?? .null
                return .object(members)
            }),
        ]
    }
}
