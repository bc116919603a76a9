import NotificationPolicy

/// Appointments. Scheduling notifies clients and artists itself, by `notifications.notify.v1` and `send-to-contact.v1`; here are its words.
struct AppointmentNews: NotificationSource {
    let words: SourceWords = {
        var words = SourceWords()
        words.relations = ["provider", "artist", "customer"].map { SourceWords.Relation($0) }
        words.conditions = ["appointment.confirmed"]
        words.occasion = SourceWords.Occasion("appointment", start: "start", end: "end")
        words.samples = { sample in ["appointment": ["start": sample.time(inHours: 24), "startsAt": sample.time(inHours: 24)]] }
        return words
    }()
}
