import Kernel

/// A part of a tenant's settings, read leniently: what is wrong is noted with its path, and a value nobody can use is left out.
final class PolicyForm {
    final class Notes {
        var problems: [(path: String, message: String)] = []
        let vocabulary: PolicyVocabulary
        init(_ vocabulary: PolicyVocabulary) { self.vocabulary = vocabulary }
    }
    let notes: Notes
    let path: String
    let members: [String: JSONValue]

    init(_ value: JSONValue?, path: String = "", notes: Notes) {
        (self.path, self.notes) = (path, notes)
        switch value {
        case .object(let members)?: self.members = members
        case nil, .null?: members = [:]
        default:
            members = [:]
            notes.problems.append((path, "must be a mapping"))
        }
    }

    func fail(_ key: String, _ message: String) { notes.problems.append((at(key), message)) }
    func at(_ key: String) -> String { key.isEmpty ? path : path.isEmpty ? key : "\(path).\(key)" }
    func has(_ key: String) -> Bool { members[key] != nil && members[key] != .null }

    /// Keys that nobody reads are mistakes of whoever wrote the file.
    func allow(_ keys: [String]) {
        for key in members.keys.sorted() where !keys.contains(key) {
            fail(key, "is not known here; known: \(keys.joined(separator: ", "))")
        }
    }
    func form(_ key: String) -> PolicyForm? { has(key) ? PolicyForm(members[key], path: at(key), notes: notes) : nil }
    /// Members of a mapping, by name.
    func forms(_ key: String) -> [(name: String, form: PolicyForm)] {
        guard let inner = form(key) else { return [] }
        return inner.members.keys.sorted().map { ($0, PolicyForm(inner.members[$0], path: inner.at($0), notes: notes)) }
    }
    /// Elements of a list of mappings.
    func list(_ key: String) -> [PolicyForm] {
        guard let value = members[key], value != .null else { return [] }
        guard let elements = value.array else {
            fail(key, "must be a list")
            return []
        }
        return elements.enumerated().map { PolicyForm($1, path: at("\(key).\($0)"), notes: notes) }
    }
    func text(_ key: String) -> String? {
        guard let value = members[key], value != .null else { return nil }
        if let text = value.string { return text }
        fail(key, "must be a text")
        return nil
    }
    func required(_ key: String) -> String {
        let text = text(key)
        if text == nil, !has(key) { fail(key, "is required") }
        return text ?? ""
    }
    func flag(_ key: String, default standard: Bool) -> Bool {
        guard let value = members[key], value != .null else { return standard }
        if let flag = value.bool { return flag }
        fail(key, "must be true or false")
        return standard
    }
    /// The most that a number of a policy may be: they are added up.
    private static let most = 1_000_000_000
    func integer(_ key: String, atLeast least: Int = 1) -> Int? {
        guard let value = members[key], value != .null else { return nil }
        guard let number = value.int, number >= least else {
            fail(key, "must be a number, at least \(least)")
            return nil
        }
        guard number <= Self.most else {
            fail(key, "must be at most \(Self.most)")
            return nil
        }
        return number
    }
    func number(_ key: String) -> Double? {
        switch members[key] {
        case nil, .null?: return nil
        case .int(let number)?: return Double(number)
        case .double(let number)?: return number
        default:
            fail(key, "must be a number")
            return nil
        }
    }
    /// A list of whole numbers; nil: absent.
    func numbers(_ key: String) -> [Int]? {
        guard let value = members[key], value != .null else { return nil }
        let numbers = value.array?.compactMap(\.int)
        if let numbers, numbers.count == value.array?.count, numbers.allSatisfy({ abs(Double($0)) <= Double(Self.most) }) { return numbers }
        fail(key, "must be a list of numbers")
        return nil
    }
    /// A text, or a list of them.
    func texts(_ key: String) -> [String] {
        switch members[key] {
        case nil, .null?: return []
        case .string(let text)?: return [text]
        case .array(let elements)?:
            let texts = elements.compactMap(\.string)
            if texts.count != elements.count { fail(key, "must be a list of texts") }
            return texts
        default:
            fail(key, "must be a list of texts")
            return []
        }
    }
    func named<T>(_ key: String, _ what: String, _ make: (String) -> T?) -> T? {
        guard let text = text(key) else { return nil }
        if let value = make(text) { return value }
        fail(key, "there is no \(what) '\(text)'")
        return nil
    }
    func allNamed<T>(_ key: String, _ what: String, _ make: (String) -> T?) -> [T] {
        texts(key).compactMap { text in
            if let value = make(text) { return value }
            fail(key, "there is no \(what) '\(text)'")
            return nil
        }
    }
    func span(_ key: String) -> Span? { named(key, "duration", Span.init) }
    func channels(_ key: String) -> [ChannelName] { allNamed(key, "channel") { ChannelName(named: $0) } }
    func instant(_ key: String) -> InstantExpression? { named(key, "time") { InstantExpression($0, notes.vocabulary) } }

    /// `["daily 09:00-22:00", "sun,wed 18:00-21:00"]`, each at least two hours wide: a narrower one could vanish between other rules.
    func slot(_ key: String) -> WallSlot? {
        let texts = texts(key)
        guard !texts.isEmpty else { return nil }
        var windows: [WallWindow] = []
        for text in texts {
            let parts = text.split(separator: " ")
            let times = parts.count == 2 ? parts[1].split(separator: "-") : []
            guard times.count == 2, let days = WallWindow.weekdays(parts[0]),
                  let window = WallWindow(weekdays: days, from: String(times[0]), to: String(times[1])) else {
                fail(key, "'\(text)' is no slot; write: daily 09:00-22:00 or sun,wed 18:00-21:00")
                continue
            }
            if window.seconds < 7200 { fail(key, "'\(text)' is shorter than two hours") }
            if window.seconds > 43_200, window.to <= window.from { fail(key, "'\(text)' is longer than twelve hours") }
            windows.append(window)
        }
        return windows.isEmpty ? nil : WallSlot(windows: windows, texts: texts)
    }
    /// `"22:00-07:00"`.
    func window(_ key: String) -> WallWindow? {
        guard let text = text(key) else { return nil }
        let times = text.split(separator: "-").map(String.init)
        guard times.count == 2, let window = WallWindow(from: times[0], to: times[1]) else {
            fail(key, "'\(text)' is no window; write 18:30-20:00, with different ends")
            return nil
        }
        return window
    }
    /// `{ from: "22:00", to: "07:00" }`.
    func fromTo(weekdays: UInt8 = WallWindow.everyDay) -> WallWindow? {
        let (from, to) = (required("from"), required("to"))
        guard let start = WallWindow.second(from), let end = WallWindow.second(to) else {
            fail("", "'from' and 'to' are written HH:mm, in quotes")
            return nil
        }
        if start == end { fail("", "'from' and 'to' must differ") }
        return start == end ? nil : WallWindow(weekdays: weekdays, from: start, to: end)
    }
    func date(_ key: String) -> CalendarDate? { named(key, "date", CalendarDate.init) }
}
