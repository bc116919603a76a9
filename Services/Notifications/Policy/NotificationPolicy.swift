import Contracts
import Kernel

/// `settings.notifications` of a tenant, read: which messages it sends to whom, when, on which ways, in which words. Every number is data.
///
/// A type that is absent is a message the tenant does not send; a key that is absent is a rule that is absent.
package struct NotificationPolicy: Sendable {
    package enum Exemption: String, Sendable, CaseIterable {
        /// R15–R19, R21, R24–R25, R26.
        case timing, spacing, caps, total
    }
    /// What happens when holding would pass the deadline, or when a cap is full.
    package enum Disposition: Hashable, Sendable {
        case sendNow, email, feed, drop, delay
        case digest(String)
        package init?(_ text: String) {
            switch text {
            case "send_now": self = .sendNow
            case "email": self = .email
            case "feed": self = .feed
            case "drop": self = .drop
            case "delay": self = .delay
            default:
                guard text.hasPrefix("digest:"), text.count > 7 else { return nil }
                self = .digest(String(text.dropFirst(7)))
            }
        }
    }
    package enum Waiver: String, Sendable { case nearStart = "near_start", eventHours = "event_hours" }

    package struct Blackout: Sendable { package let after: Set<String>; package let span: Span }

    /// Categories in the order of their priority.
    package struct Category: Sendable {
        package let name: String
        /// 0 is the most important.
        package let rank: Int
        /// Cannot be switched off.
        package var isMandatory = false
        package var locked: Set<ChannelName> = []
        package var isOptIn = false
        package var defaults: Set<ChannelName> = [.push, .email, .inApp]
        /// Tried in this order when a type's push or SMS reaches nobody.
        package var fallback: [ChannelName] = []
        package var defaultOffFor: Set<String> = []
        package var exempt: Set<Exemption> = []
        package var dayCap: Int?
        package var weekCap: Int?
        package var slot: WallSlot?
        package var blackout: Blackout?
        /// Language → what people call it.
        package var labels: [String: String] = [:]
        /// Its name where the file gives none is its id, as words.
        package func label(in language: String) -> String {
            labels[language] ?? name.replacing("-", with: " ").replacing("_", with: " ")
        }
    }

    package struct TypeCaps: Sendable { package var day, week, month, ever: Int? }
    package struct ContactSMS: Sendable { package let within: Span; package let window: WallWindow }
    package struct Variant: Sendable {
        package let id: String
        package let weight: Int
        package let slot: WallSlot?
        package let templates: [String: Texts]
    }

    /// One kind of message.
    package struct MessageType: Sendable {
        package private(set) var name: String
        package var cat: String
        /// Names of the messages that trigger it.
        package var on: [String] = []
        package var timers: [String] = []
        package var schedule: String?
        package var to: [String] = []
        package var needs: Set<String> = []
        package var unless: Set<String> = []
        package var requires: [String] = []
        package var isInAppOnly = false
        /// Relations whose recipients find it in the feed alone.
        package var inAppOnlyFor: Set<String> = []
        /// Name of the condition that must still hold.
        package var open: String?
        package var expires: InstantExpression?
        package var deadline: InstantExpression?
        package var late = Disposition.feed
        package var over = Disposition.feed
        package var slot: WallSlot?
        package var waive: Waiver?
        package var exempt: Set<Exemption> = []
        package var caps = TypeCaps()
        package var perSubject: Span?
        package var counts = true
        package var channels: [ChannelName] = [.push]
        /// False: in no feed, for codes.
        package var feed = true
        /// Keeps its hours on every channel: feed and mailbox get it no earlier than a push could leave.
        package var isToldOnTime = false
        package var digest: String?
        /// Digests are sent as this type.
        package var isDigest = false
        package var dedupe: String?
        package var collapse: String?
        package var offsets: [String: ReminderOffset] = [:]
        package var thresholds: [Int] = []
        package var forNewUsers = false
        package var forInactive = false
        package var isForContact = false
        package var contactSMS: ContactSMS?
        package var attach: String?
        package var variants: [Variant] = []
        package var actions: [String] = []
        /// Path below the app's scheme, with placeholders: `orders/{order.id}`.
        package var deepLink: String?
        /// Facts that travel with a push as data, and wake the app to read them.
        package var pushFacts: [String] = []

        package init(name: String, cat: String) { (self.name, self.cat) = (name, cat) }
        package func named(_ other: String) -> MessageType {
            var copy = self
            copy.name = other
            return copy
        }
        /// Interrupts nobody: has neither push nor SMS.
        package var isSilent: Bool { !channels.contains(.push) && !channels.contains(.sms) }
        /// A type that comes neither by the clock nor as a digest is triggered by what happens, also if its line names no message.
        package var isEventTriggered: Bool { !on.isEmpty || timers.isEmpty && schedule == nil && !isDigest }
        /// Campaigns speak in words of their own, also those of the catalog: people write them, and their titles may be longer.
        package var titleMax: Int {
            let isOfCampaigns = on.contains { $0 == campaignStarted || $0 == CampaignStarted.type.rawValue }
            return isOfCampaigns ? Notification.campaignTitleMax : Notification.titleMax
        }
        /// A type that names no trigger takes every one that fits its name.
        package func isTriggered(by message: String) -> Bool { on.isEmpty || on.contains(message) }
    }
    /// What one offset of a reminder does differently.
    package struct ReminderOffset: Sendable {
        package var slot: WallSlot?
        package var expires: InstantExpression?
        package var late: Disposition?
        package var over: Disposition?
        package var waive: Waiver?
    }

    package struct Total: Sendable { package var day, week: Int?; package var categories: Set<String>; package var except: Set<String> }
    package struct Spacing: Sendable { package let every: Span; package let notCounted: Set<String> }
    package struct QuietPeriod: Sendable { package let code: String; package let window: WallWindow; package let categories: Set<String> }
    package struct Holidays: Sendable {
        package let until: Int
        package let categories: Set<String>
        package let dates: [CalendarDate: String]
    }
    package struct Ramadan: Sendable {
        package struct Year: Sendable {
            package let hijri: Int
            package let from, to: CalendarDate
            package let isConfirmed: Bool
            /// One day wider at both ends until the announced dates are in the file.
            package func contains(_ date: CalendarDate) -> Bool {
                isConfirmed ? date >= from && date <= to : date >= from.adding(days: -1) && date <= to.adding(days: 1)
            }
        }
        package let meals: [String: WallWindow]
        package let categories: Set<String>
        package let sparse: [String: Span]
        package let years: [Year]
        package func contains(_ date: CalendarDate) -> Bool { years.contains { $0.contains(date) } }
    }
    package struct NewUsers: Sendable { package let within: Span; package let quiet: Set<String> }
    package struct Inactive: Sendable { package let after: Span; package let silence: Set<String> }
    package struct FrequentBuyers: Sendable { package let tickets: Int; package let within: Span; package let weekly: [String: Int] }
    /// Types in the order: the first field alone, the second alone, both.
    package struct EventUpdates: Sendable {
        package let types: [String]
        /// Fields whose changes count: when, and where.
        package let fields: [String]
        package let perEvent, perField: Int
        package let within, coalesce: Span
        package func type(for changed: Set<String>) -> String? {
            switch fields.indices.filter({ changed.contains(fields[$0]) }) {
            case []: nil
            case [0]: types.first
            case [1]: types.count > 1 ? types[1] : types.first
            default: types.count > 2 ? types[2] : types.last
            }
        }
    }
    package struct Sales: Sendable { package let type, standard, auto, offHours: String; package let every: Span }
    package struct Digest: Sendable {
        /// Nil: every full hour. Seconds since midnight.
        package let at: Int?
        /// The type a digest is sent as.
        package let type: String
    }
    package struct Reminders: Sendable { package let type: String; package let allowed, standard: [String]; package let max: Int }
    package struct OptOutAlert: Sendable {
        package let above: Double
        package let minRecipients: Int
        package let within: Span
        package let halves: Bool
    }
    /// Bytes of a push: texts, data and link together.
    package struct Payload: Sendable {
        package var isLite = true
        package var liteBytesMax = bytesMax(isLite: true)
        package var richBytesMax = bytesMax(isLite: false)
        /// The most that a tenant may allow, and what holds where it says nothing.
        package static func bytesMax(isLite: Bool) -> Int { isLite ? 1_024 : 4_000 }
    }

    /// Texts of a type in one language, with placeholders.
    package struct Texts: Sendable, Hashable {
        package let title, body: String
        /// Nil: a sentence of the platform per relation.
        package let why: String?
        package init(title: String, body: String, why: String? = nil) { (self.title, self.body, self.why) = (title, body, why) }
    }

    package var version = 1
    package var zone: String
    /// ISO weekday.
    package var weekStart = 1
    package var categories: [String: Category] = [:]
    package var types: [String: MessageType] = [:]
    package var total: Total?
    package var spacing: Spacing?
    package var similarOncePerDay: Set<String> = []
    package var quietHours: WallWindow?
    package var quietPeriods: [QuietPeriod] = []
    package var place: (latitude: Double, longitude: Double)?
    package var holidays: Holidays?
    package var ramadan: Ramadan?
    package var newUsers: NewUsers?
    package var inactive: Inactive?
    package var frequentBuyers: FrequentBuyers?
    /// How long before the start doors open.
    package var eventHours: Span?
    package var eventUpdates: EventUpdates?
    package var sales: Sales?
    package var digests: [String: Digest] = [:]
    package var reminders: Reminders?
    package var optOutAlert: OptOutAlert?
    package var payload = Payload()
    package var deepLinkScheme: String?
    package var supportEmail: String?
    /// The valid neighborhoods for broadcasts; nil: the tenant does not list them.
    package var neighborhoods: Set<Int>?
    /// Type → language → texts.
    package var templates: [String: [String: Texts]] = [:]
    package var languages: [String] = ["en"]

    /// The words it was read with.
    package var vocabulary = PolicyVocabulary.none

    package init(zone: String) { self.zone = zone }

    /// Where messages about an account go in tenants without such a category.
    package static let platformCategory = "critical"

    /// Where several updates of one event go that are too many.
    package static let eventUpdatesDigest = "event-updates"
    package static let targets: [String: Double] = ["mandatory": 0.8, "standard": 0.4, "optIn": 0.15]

    package func category(of type: String) -> Category? { types[type].flatMap { categories[$0.cat] } }
    package var categoriesByRank: [Category] { categories.values.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) } }
    /// In order. The few that have any: everybody who registers is looked at for them.
    package var typesWithTimers: [MessageType] { types.values.filter { !$0.timers.isEmpty }.sorted { $0.name < $1.name } }
    /// Types the tenant triggers by a message, in order.
    package func types(on message: String) -> [MessageType] { types.values.filter { $0.on.contains(message) }.sorted { $0.name < $1.name } }

    /// Of several versions of a type, the one this recipient always gets: by a hash of both (FNV-1a, 64 bits) over the weights.
    package func variant(of type: MessageType, recipient: String) -> Variant? {
        let sum = type.variants.reduce(0) { $0 + $1.weight }
        guard sum > 0 else { return nil }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(recipient)|\(type.name)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        var place = Int(hash % UInt64(sum))
        for variant in type.variants {
            if place < variant.weight { return variant }
            place -= variant.weight
        }
        return nil
    }

    /// Texts in the recipient's language, else the tenant's first, else English, with that language. Nil: there are
    /// none, which applying the tenant file refuses.
    package func texts(of type: String, locale: String?, variant: Variant? = nil) -> (texts: Texts, language: TextLanguage)? {
        let common = templates[type] ?? [:]
        let byLanguage = variant.map { common.merging($0.templates) { _, own in own } } ?? common
        let own = locale.map { String($0.prefix { $0 != "-" && $0 != "_" }).lowercased() }
        let wanted: [String] = [own, languages.first, "en"].compactMap { $0 }
        return wanted.lazy.compactMap { tag in byLanguage[tag].map { ($0, TextLanguage(tag: tag)) } }.first
    }
}
