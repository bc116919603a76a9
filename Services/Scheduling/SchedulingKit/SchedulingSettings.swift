import Contracts
import Kernel

/// `settings.scheduling` of a tenant. Everything has a default.
public struct SchedulingSettings: Decodable, Sendable {
    /// How long before the start people are reminded.
    public var reminderOffsetsMinutes = ReminderTimes().reminderOffsetsMinutes
    /// The alarm in calendar files, before the start.
    public var alarmMinutes = 120
    /// Where an event is on the web, with `{event.id}`; nil: nowhere.
    public var eventUrl: String?
    /// Defaults of calendars, by the names of `CalendarSettings`.
    public var calendar: [String: JSONValue] = [:]
    public var appointments = AppointmentWords()
    /// What only this app asks about an appointment.
    public var extraFields: [ExtraField] = []
    /// Of the plugin `delivery-windows`.
    public var windows: [WindowForm] = []
    /// A customer's data are forgotten so long after the appointment.
    public var customerRetentionDays = 730

    /// The offsets at which providers can be reminded; each provider chooses among them in the notification preferences,
    /// independently of the customers' mails.
    public var providerReminderMinutes = ReminderTimes().providerReminderMinutes

    private enum Key: String, CodingKey, CaseIterable {
        case reminderOffsetsMinutes, alarmMinutes, eventUrl, calendar, appointments, extraFields, windows, customerRetentionDays,
             providerReminderMinutes
    }
    /// Names of earlier releases, which definitions of running tenants have.
    private enum FormerKey: String, CodingKey, CaseIterable { case clientRetentionDays, artistReminderMinutes }
    static let names = Key.allCases.map(\.rawValue) + FormerKey.allCases.map(\.rawValue)
    public init() {}
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let times = try ReminderTimes(from: decoder)
        (reminderOffsetsMinutes, providerReminderMinutes) = (times.reminderOffsetsMinutes, times.providerReminderMinutes)
        alarmMinutes = try container.decodeIfPresent(Int.self, forKey: .alarmMinutes) ?? alarmMinutes
        eventUrl = try container.decodeIfPresent(String.self, forKey: .eventUrl)
        calendar = try container.decodeIfPresent([String: JSONValue].self, forKey: .calendar) ?? calendar
        appointments = try container.decodeIfPresent(AppointmentWords.self, forKey: .appointments) ?? appointments
        extraFields = try container.decodeIfPresent([ExtraField].self, forKey: .extraFields) ?? extraFields
        windows = try container.decodeIfPresent([WindowForm].self, forKey: .windows) ?? windows
        let former = try decoder.container(keyedBy: FormerKey.self)
        customerRetentionDays = try container.decodeIfPresent(Int.self, forKey: .customerRetentionDays)
            ?? former.decodeIfPresent(Int.self, forKey: .clientRetentionDays) ?? customerRetentionDays
    }

    /// The name shown for an erased customer.
    package func nameOfErased(in definition: TenantDefinition) -> String {
        AppointmentWords.text(appointments.erasedCustomer, definition.languages.first ?? "en")
    }

    /// What is wrong with them, by name.
    public var problems: [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        if reminderOffsetsMinutes.count > 10 { found.append(("reminderOffsetsMinutes", "must be at most 10")) }
        // Under half an hour a reminder comes when people are on their way.
        if !reminderOffsetsMinutes.allSatisfy({ (30...44_640).contains($0) }) {
            found.append(("reminderOffsetsMinutes", "each must be 30 to 44640 minutes"))
        }
        if Set(reminderOffsetsMinutes).count != reminderOffsetsMinutes.count { found.append(("reminderOffsetsMinutes", "must differ")) }
        if providerReminderMinutes.count > 10 { found.append(("providerReminderMinutes", "must be at most 10")) }
        if !providerReminderMinutes.allSatisfy({ (5...44_640).contains($0) }) {
            found.append(("providerReminderMinutes", "each must be 5 to 44640 minutes"))
        }
        if Set(providerReminderMinutes).count != providerReminderMinutes.count { found.append(("providerReminderMinutes", "must differ")) }
        if !(0...44_640).contains(alarmMinutes) { found.append(("alarmMinutes", "must be 0 to 44640")) }
        if let eventUrl, !eventUrl.hasPrefix("https://") { found.append(("eventUrl", "must start with https://")) }
        for (name, messages) in CalendarSettings.read(calendar).errors.sorted(by: { $0.key < $1.key }) {
            found.append(("calendar.\(name)", messages[0]))
        }
        for name in calendar.keys.sorted() where !CalendarSettings.names.contains(name) {
            found.append(("calendar.\(name)", "is not a setting of a calendar"))
        }
        if !(1...36_500).contains(customerRetentionDays) { found.append(("customerRetentionDays", "must be 1 to 36500")) }
        found += appointments.problems.map { ("appointments.\($0.path)", $0.message) }
        found += ExtraField.problems(of: extraFields).map { ($0.path.isEmpty ? "extraFields" : "extraFields.\($0.path)", $0.message) }
        found += WindowForm.problems(of: windows).map { ("windows.\($0.path)", $0.message) }
        return found
    }
}

/// What a tenant calls its appointments, in calendar files and on pages.
public struct AppointmentWords: Decodable, Sendable {
    /// `PRODID` of calendar files.
    public var productId = "-//Souk//Scheduling//EN"
    /// Makes the UIDs unique in the world; nil: the tenant's first host.
    public var uidHost: String?
    /// Sender of invitations.
    public var organizerEmail = "noreply@souk.invalid"
    /// Language → what stands in a customer's calendar, with `{provider.name}`.
    public var title: [String: String] = ["en": "Appointment with {provider.name}"]
    /// Language → what a page calls the work that is booked: "Haircut".
    public var subject: [String: String] = ["en": "Appointment", "es": "Turno", "fr": "Rendez-vous", "ar": "الموعد"]
    /// Language → what a page calls whose calendar it is: "Stylist".
    public var host: [String: String] = ["en": "With", "es": "Con", "fr": "Avec", "ar": "مع"]
    /// Language → who stands in an appointment whose customer's data are gone.
    public var erasedCustomer: [String: String] = ["en": "Deleted customer", "es": "Cliente eliminado", "fr": "Client supprimé",
                                                   "ar": "عميل محذوف"]
    /// Language → what a busy feed says.
    public var busy: [String: String] = ["en": "Busy"]

    public init() {}
    private enum Key: String, CodingKey, CaseIterable {
        case productId, uidHost, organizerEmail, title, subject, host, erasedCustomer, busy
    }
    private enum FormerKey: String, CodingKey { case erasedClient }
    static let names = Key.allCases.map(\.rawValue) + [FormerKey.erasedClient.rawValue]
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        productId = try container.decodeIfPresent(String.self, forKey: .productId) ?? productId
        uidHost = try container.decodeIfPresent(String.self, forKey: .uidHost)
        organizerEmail = try container.decodeIfPresent(String.self, forKey: .organizerEmail) ?? organizerEmail
        title = try container.decodeIfPresent([String: String].self, forKey: .title) ?? title
        subject = try container.decodeIfPresent([String: String].self, forKey: .subject) ?? subject
        host = try container.decodeIfPresent([String: String].self, forKey: .host) ?? host
        erasedCustomer = try container.decodeIfPresent([String: String].self, forKey: .erasedCustomer)
            ?? decoder.container(keyedBy: FormerKey.self).decodeIfPresent([String: String].self, forKey: .erasedClient) ?? erasedCustomer
        busy = try container.decodeIfPresent([String: String].self, forKey: .busy) ?? busy
    }
    var problems: [(path: String, message: String)] {
        [("title", title), ("subject", subject), ("host", host), ("erasedCustomer", erasedCustomer),
         ("busy", busy)].flatMap { name, texts -> [(path: String, message: String)] in
            if texts.isEmpty { return [(name, "must have a text for a language")] }
            return texts.keys.sorted().filter { texts[$0]?.trimmed.isEmpty != false }.map { ("\(name).\($0)", "must not be empty") }
        }
    }
    /// In that language, else the first there is.
    package static func text(_ texts: [String: String], _ language: String) -> String {
        texts[language] ?? texts.min { $0.key < $1.key }?.value ?? ""
    }
}
