import Kernel

/// Something that happened in somebody's app.
package struct ClientEvent: Sendable, Equatable {
    package let id: String
    package let name: String
    let at: Timestamp
    let params: [String: JSONValue]

    /// Why an event isn't taken, in the order in which reasons are looked for.
    enum Rejected: String, Error, CaseIterable, Sendable {
        case unknownName = "unknown_name"
        case invalidParams = "invalid_params"
        case invalidTime = "invalid_time"
        case personalData = "personal_data"
    }

    static let names: Set<String> = [
        "signup", "login", "vehicle_added", "order_placed", "payment_success", "payment_failure", "screen_view", "app_error",
        "app_performance",
    ]
    static let ageMax = Duration.days(7)
    static let aheadMax = Duration.minutes(5)
    private static let paramsMax = 25
    private static let keyLengths = 1...40
    private static let textCharactersMax = 100

    /// What was sent, if it can be counted.
    init(_ sent: Sent, now: Timestamp) throws(Rejected) {
        guard let name = sent.name, Self.names.contains(name) else { throw .unknownName }
        guard let params = sent.params, params.count <= Self.paramsMax,
              params.allSatisfy({ Self.isKey($0.key) && Self.isValue($0.value) }) else { throw .invalidParams }
        // Its age counts from the second that apps read as now.
        guard sent.at >= now.wholeSeconds - Self.ageMax, sent.at <= now + Self.aheadMax else { throw .invalidTime }
        guard !params.values.contains(where: PersonalData.isIn) else { throw .personalData }
        (id, self.name, at, self.params) = (sent.id, name, sent.at, params)
    }

    /// `^[a-z][a-z0-9_]{0,39}$`
    private static func isKey(_ key: String) -> Bool {
        guard keyLengths.contains(key.utf8.count), let first = key.utf8.first, (97...122).contains(first) else { return false }
        return key.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
    }
    private static func isValue(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .int, .double: true
        case .string(let text): text.characterCount(atMost: textCharactersMax) <= textCharactersMax
        case .array, .object: false
        }
    }

    /// An event as it was sent: it can be told from others and has a time.
    package struct Sent {
        /// In lower case, so that one event has one id.
        package let id: String
        /// As the app wrote it: the app looks for it in the answer.
        package let writtenID: String
        package let name: String?
        package let at: Timestamp
        /// Nil: they are not an object.
        package let params: [String: JSONValue]?

        /// Nil for an event whose id isn't a UUID or whose time isn't one of RFC 3339.
        package init?(_ json: JSONValue) {
            guard let id = json["id"]?.string?.trimmed, Self.isUUID(id),
                  let at = json["at"]?.string.flatMap({ Timestamp($0.trimmed) }) else { return nil }
            (self.id, writtenID, self.at, name) = (id.lowercased(), id, at, json["name"]?.string?.trimmed)
            params = switch json["params"] {
            case nil, .null: [:]
            case .object(let members): members
            case .bool, .int, .double, .string, .array: nil
            }
        }
        private static func isUUID(_ text: String) -> Bool {
            let parts = text.utf8.split(separator: 45, omittingEmptySubsequences: false)
            return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy {
                (48...57).contains($0) || (65...70).contains($0) || (97...102).contains($0)
            }
        }
    }
}
