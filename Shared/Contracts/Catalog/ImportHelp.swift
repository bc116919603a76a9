import Kernel

/// Imports the help of an app in one language; it replaces the help that the app had in this language.
public struct ImportHelp: Message, Equatable {
    public static let type: MessageType = "catalog.import-help.v1"
    public struct Question: Codable, Sendable, Equatable {
        public let id: String
        public let category: String
        public let question: String
        public let answer: String
        public init(id: String, category: String, question: String, answer: String) {
            (self.id, self.category, self.question, self.answer) = (id, category, question, answer)
        }
    }
    public struct Article: Codable, Sendable, Equatable {
        public let slug: String
        /// One of `kinds`.
        public let kind: String
        public let title: String
        /// Markdown.
        public let body: String
        public static let kinds = ["guide", "feature", "troubleshooting", "security"]
        public init(slug: String, kind: String, title: String, body: String) {
            (self.slug, self.kind, self.title, self.body) = (slug, kind, title, body)
        }
    }
    public let language: String
    /// In the order in which people see them.
    public let faqs: [Question]
    public let articles: [Article]
    public init(language: String, faqs: [Question], articles: [Article]) {
        (self.language, self.faqs, self.articles) = (language, faqs, articles)
    }
}
