import Kernel
import PaymentsKit

/// Reads what a person sends about a receiver and names every wrong field. In an edit null says the same as nothing.
struct WebhookForm {
    private var reader: FormReader
    private let isEdit: Bool
    private let isDevelopment: Bool

    init(_ form: JSONValue, isEdit: Bool, _ tx: PaymentsTransaction) {
        reader = FormReader(form)
        self.isEdit = isEdit
        isDevelopment = tx.context.envelope.attributes["development"] == "true"
    }

    static func json(url: String?, events: [String]?, description: String?, enabled: Bool?) -> JSONValue {
        let members: [String: JSONValue?] = [
            "url": url.map { .string($0) }, "events": events.map { .array($0.map { .string($0) }) },
            "description": description.map { .string($0) }, "enabled": enabled.map { .bool($0) },
        ]
        return .object(members.compactMapValues { $0 })
    }

    mutating func url() -> String? {
        guard isAsked("url"), let plain = reader.text("url", 1...WebhookURL.lengthMax, isRequired: true) else { return nil }
        guard let url = WebhookURL(plain) else {
            reader.fail("url", "must be an https address without user name and fragment")
            return nil
        }
        switch url.refusal(isDevelopment: isDevelopment) {
        case nil: return plain
        case .insecure: reader.fail("url", "must be an https address without user name and fragment")
        case .notPublic: reader.fail("url", "must be an address on the public internet")
        }
        return nil
    }
    mutating func events() -> [String]? {
        guard isAsked("events"), let value = reader.value("events", isRequired: true) else { return nil }
        guard let entries = value.array else {
            reader.fail("events", "must be a list")
            return nil
        }
        let names = entries.compactMap(\.string)
        for (place, entry) in entries.enumerated() where entry.string == nil { reader.fail("events.\(place)", "must be text") }
        guard names.count == entries.count else { return nil }
        if let events = WebhookEvents.read(names) { return events }
        reader.fail("events", "must be names of payment events, or * alone")
        return nil
    }
    /// Empty: none.
    mutating func description() -> String? {
        guard reader.value("description") != nil else { return nil }
        return reader.text("description", 0...200) ?? ""
    }
    mutating func enabled() -> Bool? { reader.flag("enabled") }
    /// Throws a 422 that names all fields that failed.
    func finish() throws(Rejection) { try reader.finish() }

    private func isAsked(_ name: String) -> Bool { !isEdit || reader.has(name) && !reader.isNull(name) }
}
