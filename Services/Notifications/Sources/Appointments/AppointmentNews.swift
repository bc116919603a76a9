import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit

/// Appointments. Scheduling notifies clients and artists itself, by `notifications.notify.v1` and `send-to-contact.v1`; here are its words.
struct AppointmentNews: NotificationSource {
    let words: SourceWords = {
        var words = SourceWords()
        words.relations = ["provider", "artist", "customer"].map { SourceWords.Relation($0) }
        words.conditions = ["appointment.confirmed"]
        words.occasion = SourceWords.Occasion("appointment", start: "start", end: "end")
        words.samples = AppointmentNews.samples
        return words
    }()

    /// Days and amounts in the language of the text.
    func complete(_ facts: inout Facts, for language: TextLanguage, in tx: NotificationsTransaction) throws {
        let words = facts.members[Notify.wordsByLanguage]?.object?.first { TextLanguage(tag: $0.key) == language }?.value.object
        facts.members.merge(words ?? [:]) { $1 }
    }

    /// An app says what it calls the two parties.
    @Sendable private static func samples(_ sample: SampleFacts) -> [String: JSONValue] {
        let start = sample.time(inHours: 24), provider: JSONValue = ["name": "A"], customer: JSONValue = ["name": "B"]
        return [
            "appointment": ["id": "sample", "start": start, "startsAt": start],
            "artist": provider, "provider": provider, "client": customer, "customer": customer,
            "weekday": sample.weekdayText(inDays: 1), "date": sample.dateText(inDays: 1), "start": "15:00", "end": "16:30",
            "deposit": sample.amountText, "due": sample.momentText(inHours: 12), "until": sample.momentText(inHours: 4),
            "manageUrl": "https://example.org/appointment", "payUrl": "https://example.org/pay",
        ]
    }
}
