import Kernel

/// How a calendar may be booked. Defaults come from the tenant file (`settings.scheduling.calendar`), each provider changes single keys.
public struct CalendarSettings: Sendable, Equatable {
    /// Names and ranges in one table: what a tenant file and a provider may say.
    private static let numbers: [(name: String, range: ClosedRange<Int>, fallback: Int)] = [
        ("bufferBeforeMinutes", 0...240, 0), ("bufferAfterMinutes", 0...240, 15),
        ("minimumNoticeMinutes", 0...43_200, 1440), ("horizonDays", 1...365, 60),
        ("cancelNoticeMinutes", 0...43_200, 2880), ("rescheduleNoticeMinutes", 0...43_200, 2880),
        ("maxReschedules", 0...10, 2), ("holdMinutes", 1...30, 10), ("depositMinutes", 5...1440, 30),
        ("waitlistOfferMinutes", 30...1440, 240), ("linkDays", 1...90, 7),
    ]
    private static let steps = [5, 10, 15, 20, 30, 60]
    private static let remindersMax = 4
    private static let reminderRange = 15...10_080
    private static let locationScalarsMax = 200
    static let stepName = "slotStepMinutes", remindersName = "reminderMinutes", documentName = "customerDocument", locationName = "location"
    public static let names = Set(numbers.map(\.name) + [stepName, remindersName, documentName, locationName])

    /// Key → value, all keys.
    private let values: [String: JSONValue]

    /// `changes` over `defaults` over ours. What does not fit was refused before it was kept.
    public init(defaults: [String: JSONValue] = [:], changes: [String: JSONValue] = [:]) {
        var own: [String: JSONValue] = [Self.stepName: 30, Self.remindersName: [1440, 120], Self.documentName: "none",
                                        Self.locationName: ""]
        for number in Self.numbers { own[number.name] = .int(number.fallback) }
        values = own.merging(Self.named(defaults).filter { Self.names.contains($0.key) }) { $1 }.merging(Self.named(changes)) { $1 }
    }

    /// Tenant definitions and rows of earlier releases have a setting under its former name.
    private static func named(_ settings: [String: JSONValue]) -> [String: JSONValue] {
        Dictionary(settings.map { (BookingNames.settingFields[$0.key] ?? $0.key, $0.value) }) { $1 }
    }
    private func number(_ name: String) -> Int { values[name]?.int ?? 0 }
    public var slotStepMinutes: Int { number(Self.stepName) }
    public var buffers: Buffers { Buffers(beforeMinutes: number("bufferBeforeMinutes"), afterMinutes: number("bufferAfterMinutes")) }
    public var minimumNoticeMinutes: Int { number("minimumNoticeMinutes") }
    public var horizonDays: Int { number("horizonDays") }
    public var policy: NoticePolicy {
        NoticePolicy(cancelMinutes: number("cancelNoticeMinutes"), rescheduleMinutes: number("rescheduleNoticeMinutes"),
                     reschedulesMax: number("maxReschedules"))
    }
    public var holdMinutes: Int { number("holdMinutes") }
    public var depositMinutes: Int { number("depositMinutes") }
    public var waitlistOfferMinutes: Int { number("waitlistOfferMinutes") }
    public var linkDays: Int { number("linkDays") }
    public var reminderMinutes: [Int] { values[Self.remindersName]?.array?.compactMap(\.int) ?? [] }
    public var customerDocument: IdentityDocument.Kind {
        values[Self.documentName]?.string.flatMap { IdentityDocument.Kind(rawValue: $0) } ?? .none
    }
    public var location: String { values[Self.locationName]?.string ?? "" }

    /// Every key, for answers.
    public var json: [String: JSONValue] { values }

    /// What of these may be kept, and what is wrong with the others. Unknown keys are nobody's business.
    public static func read(_ changes: [String: JSONValue]) -> (kept: [String: JSONValue], errors: [String: [String]]) {
        var kept: [String: JSONValue] = [:], errors: [String: [String]] = [:]
        for (name, value) in named(changes) where names.contains(name) && value != .null {
            if let error = problem(name, value) { errors[name] = [error] } else { kept[name] = trimmed(value) }
        }
        return (kept, errors)
    }
    private static func trimmed(_ value: JSONValue) -> JSONValue { value.string.map { .string($0.trimmed) } ?? value }

    private static func problem(_ name: String, _ value: JSONValue) -> String? {
        if let number = numbers.first(where: { $0.name == name }) {
            guard let given = value.int else { return "must be a whole number" }
            return number.range.contains(given) ? nil : "must be \(number.range.lowerBound) to \(number.range.upperBound)"
        }
        switch name {
        case stepName:
            return value.int.map(steps.contains) == true ? nil : "must be one of \(steps.map(String.init).joined(separator: ", "))"
        case remindersName: return reminderProblem(value)
        case documentName: return value.string.flatMap { IdentityDocument.Kind(rawValue: $0) } != nil ? nil : "must be one of AR, ES, none"
        default:
            guard let text = value.string?.trimmed else { return "must be text" }
            if text.hasControlCharacters() { return "contains control characters" }
            return text.unicodeScalars.count <= locationScalarsMax ? nil : "must have at most \(locationScalarsMax) characters"
        }
    }
    private static func reminderProblem(_ value: JSONValue) -> String? {
        guard let list = value.array else { return "must be a list" }
        let minutes = list.compactMap(\.int)
        guard minutes.count == list.count, minutes.allSatisfy(reminderRange.contains) else {
            return "each must be \(reminderRange.lowerBound) to \(reminderRange.upperBound)"
        }
        guard minutes.count <= remindersMax, Set(minutes).count == minutes.count else {
            return "must be at most \(remindersMax) different values"
        }
        return nil
    }
}

/// Until when a customer may change an appointment. Fixed when it is booked.
public struct NoticePolicy: Hashable, Sendable {
    public let cancelMinutes: Int
    public let rescheduleMinutes: Int
    /// By the customer.
    public let reschedulesMax: Int
    public init(cancelMinutes: Int, rescheduleMinutes: Int, reschedulesMax: Int) {
        (self.cancelMinutes, self.rescheduleMinutes, self.reschedulesMax) = (cancelMinutes, rescheduleMinutes, reschedulesMax)
    }
}
