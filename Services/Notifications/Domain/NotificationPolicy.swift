import Kernel

/// `settings.notifications` of a tenant: which messages it sends, on which channels, in which words. A type that is absent is a message the tenant does not
/// send.
public struct NotificationPolicy: Decodable, Sendable {
    public struct Category: Decodable, Sendable {
        /// Cannot be switched off.
        public let mandatory: Bool
        /// Tried in this order when the type's channels reach nobody.
        public let fallback: [ChannelName]
        private enum Key: String, CodingKey { case mandatory, fallback }
        public init(mandatory: Bool = false, fallback: [ChannelName] = []) { (self.mandatory, self.fallback) = (mandatory, fallback) }
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            mandatory = try container.decodeIfPresent(Bool.self, forKey: .mandatory) ?? false
            fallback = try container.decodeIfPresent([ChannelName].self, forKey: .fallback) ?? []
        }
    }
    public struct MessageType: Decodable, Sendable {
        /// What goes with its e-mails: a calendar file.
        public enum Attachments: String, Decodable, Sendable { case ics }
        public enum Expiry: String, Decodable, Sendable { case eventEnd = "event.end" }
        public let cat: String
        public let channels: Set<ChannelName>
        /// Path below the app's scheme, with placeholders: `orders/{order.id}`.
        public let deepLink: String?
        public let expires: Expiry?
        public let attach: Attachments?
        private enum Key: String, CodingKey { case cat, channels, deepLink, expires, attach }
        public init(cat: String, channels: Set<ChannelName>, deepLink: String? = nil, expires: Expiry? = nil, attach: Attachments? = nil) {
            (self.cat, self.channels, self.deepLink, self.expires, self.attach) = (cat, channels, deepLink, expires, attach)
        }
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            cat = try container.decode(String.self, forKey: .cat)
            channels = Set(try container.decodeIfPresent([ChannelName].self, forKey: .channels) ?? [.push])
            deepLink = try container.decodeIfPresent(String.self, forKey: .deepLink)
            expires = try container.decodeIfPresent(Expiry.self, forKey: .expires)
            attach = try container.decodeIfPresent(Attachments.self, forKey: .attach)
        }
    }
    /// Texts of a type in one language, with placeholders.
    public struct Texts: Decodable, Sendable {
        public let title: String
        public let body: String
        public let why: String
        public init(title: String, body: String, why: String) { (self.title, self.body, self.why) = (title, body, why) }
    }

    public let deepLinkScheme: String?
    public let categories: [String: Category]
    public let types: [String: MessageType]
    /// Type → language → texts.
    public let templates: [String: [String: Texts]]

    private enum Key: String, CodingKey { case deepLinkScheme, categories, types, templates }
    public init(deepLinkScheme: String? = nil, categories: [String: Category] = [:], types: [String: MessageType] = [:],
        templates: [String: [String: Texts]] = [:]) {
        (self.deepLinkScheme, self.categories, self.types, self.templates) = (deepLinkScheme, categories, types, templates)
    }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        deepLinkScheme = try container.decodeIfPresent(String.self, forKey: .deepLinkScheme)
        let standard = [PlatformTypes.category: Category(mandatory: true, fallback: [.sms, .email])]
        categories = standard.merging(try container.decodeIfPresent([String: Category].self, forKey: .categories) ?? [:]) { _, own in own }
        types = PlatformTypes.types.merging(try container.decodeIfPresent([String: MessageType].self, forKey: .types) ?? [:]) { _, own in own }
        let own = try container.decodeIfPresent([String: [String: Texts]].self, forKey: .templates) ?? [:]
        templates = PlatformTypes.templates.merging(own) { standard, own in standard.merging(own) { _, own in own } }
    }

    /// Texts in the recipient's language, else the tenant's first, else English, with that language. Nil: there are none, which applying the tenant file
    /// refuses.
    public func texts(of type: String, locale: String?, languages: [String]) -> (texts: Texts, language: TextLanguage)? {
        guard let byLanguage = templates[type] else { return nil }
        let own = locale.map { String($0.prefix { $0 != "-" && $0 != "_" }).lowercased() }
        let wanted: [String] = [own, languages.first, "en"].compactMap { $0 }
        return wanted.lazy.compactMap { tag in byLanguage[tag].map { ($0, TextLanguage(tag: tag)) } }.first
    }

    /// What is wrong with it, by path.
    public func problems(languages: [String]) -> [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        for (name, type) in types.sorted(by: { $0.key < $1.key }) {
            if categories[type.cat] == nil { found.append(("types.\(name).cat", "there is no category \(type.cat)")) }
            for language in languages {
                guard let texts = templates[name]?[language] else {
                    if PlatformTypes.types[name] != nil { continue }  // Said in English until the tenant has words of its own.
                    found.append(("types.\(name)", "has no texts under templates.\(name).\(language)"))
                    continue
                }
                for format in [texts.title, texts.body, texts.why].flatMap(TextTemplate.unknownFormats) {
                    found.append(("templates.\(name).\(language)", "there is no format \(format)"))
                }
                for (part, text) in [("title", texts.title), ("body", texts.body)] {
                    for problem in TextRules.problems(of: text, in: TextLanguage(tag: language)) { found.append(("templates.\(name).\(language).\(part)", problem)) }
                }
                if texts.title.count > Notification.titleMax {
                    found.append(("templates.\(name).\(language).title", "is longer than \(Notification.titleMax)"))
                }
                if texts.body.count > Notification.bodyMax { found.append(("templates.\(name).\(language).body", "is longer than \(Notification.bodyMax)")) }
            }
        }
        for name in templates.keys.sorted() where types[name] == nil { found.append(("templates.\(name)", "there is no type \(name)")) }
        return found
    }
}
