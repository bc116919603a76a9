import Kernel
import Messaging
import NotificationPolicy
import ServiceKit

/// JSON for programs, a page in the reader's language for a browser.
public struct UnsubscribeAnswer: AnswerShape, Sendable {
    private struct Body: Encodable { let category: String; let unsubscribed: Bool; let undo: String }
    private let body: Body
    /// Nil: the caller asked for JSON.
    private let page: Markup?

    init(_ category: String, isOff: Bool, _ token: String, _ editor: PreferenceEditor) {
        let attributes = editor.tx.context.envelope.attributes
        body = Body(category: category, unsubscribed: isOff,
                    undo: "\(RootPath.of(attributes["root"] ?? ""))/unsubscribe/\(token)/undo")
        guard (attributes["accept"] ?? "").contains("text/html") else {
            page = nil
            return
        }
        // The mail was in the reader's language; the browser's counts for people of whom none is known.
        let languages = editor.policy.languages
        let asked = attributes["language"].flatMap { languages.contains($0) ? $0 : nil }
        let language = editor.language ?? asked ?? languages.first ?? "en"
        let label = editor.policy.categories[category]?.label(in: language) ?? category
        page = Self.page(label, isOff: isOff, undo: body.undo, TextLanguage(tag: language))
    }

    public func encode(to encoder: any Encoder) throws { try body.encode(to: encoder) }
    public func reply() throws -> Reply {
        guard let page else { return Reply(status: 200, body: try JSON.encode(body)) }
        return try PageAnswer(page).reply()
    }

    // MARK: - The page

    private static func page(_ label: String, isOff: Bool, undo: String, _ language: TextLanguage) -> Markup {
        let text = (isOff ? noMore : again)[language].replacing("%", with: label)
        let form: Markup = isOff ? "<form method=\"post\" action=\"\(undo)\"><button>\(undoWord[language])</button></form>" : .empty
        return PageFrame(language: language.rawValue, title: title[language])
            .page("<h1>\(title[language])</h1><p>\(text)</p>\(form)")
    }
    private static let title = Phrase("Your messages", "Vos messages", "رسائلك", "Tus mensajes")
    private static let undoWord = Phrase("Undo", "Annuler", "تراجع", "Deshacer")
    /// `%`: what the category is called.
    private static let noMore = Phrase("You will get no more messages about “%”.", "Vous ne recevrez plus de messages sur « % ».",
                                       "لن تصلك بعد الآن رسائل عن «%».", "Ya no recibirás mensajes sobre «%».")
    private static let again = Phrase("You get messages about “%”.", "Vous recevez des messages sur « % ».", "تصلك رسائل عن «%».",
                                      "Recibes mensajes sobre «%».")
}
