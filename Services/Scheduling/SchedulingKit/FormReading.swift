import Kernel

/// Reading forms whose fields the handler checks, types included, so that one answer names every field that is wrong.
extension FormReader {
    /// A text as it was sent. Nil: nothing or null, or another type, which is refused.
    package mutating func string(_ name: String, isRequired: Bool = false) -> String? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        if value.string == nil { fail(name, "must be text") }
        return value.string
    }

    /// A text of the body that `read` checks; it gets nil where nothing was sent. It does not see values of other types.
    package mutating func typed<Made>(_ name: String, _ read: (String?, inout Validation) throws -> Made?) rethrows -> Made? {
        let sent = value(name)
        if let sent, sent.string == nil {
            fail(name, "must be text")
            return nil
        }
        var own = Validation()
        let made = try read(sent?.string, &own)
        take(own)
        return made
    }

    /// A start that was sent as an instant, or as a day and a time on the wall. Nil: refused.
    package mutating func start(_ startsAt: String?, date: String? = nil, startTime: String? = nil,
                                in zone: TimeZoneRules) -> Timestamp? {
        var own = Validation()
        let start = StartTime.read(startsAt, date: date, startTime: startTime, in: zone, &own)
        take(own)
        return start
    }

    /// A whole number whose bounds are for the caller to check.
    package mutating func anyInteger(_ name: String, isRequired: Bool = false) -> Int? {
        integer(name, Int.min...Int.max, isRequired: isRequired)
    }

    /// What `read` makes of each entry of a list of the body. Nothing of a list that is too long is read.
    package mutating func list<Made>(_ name: String, _ entriesMax: Int, isRequired: Bool = false,
                                     _ read: (inout FormReader, _ place: Int) -> Made?) -> [Made] {
        guard let value = value(name, isRequired: isRequired) else { return [] }
        guard let entries = value.array else {
            fail(name, "must be a list")
            return []
        }
        guard entries.count <= entriesMax else {
            fail(name, "must have 0 to \(entriesMax) entries")
            return []
        }
        var found: [Made] = []
        for (place, entry) in entries.enumerated() {
            var inner = FormReader(entry, at: "\(name).\(place)")
            if inner.isValid, let made = read(&inner, place) { found.append(made) }
            take(inner.check)
        }
        return found
    }
}
