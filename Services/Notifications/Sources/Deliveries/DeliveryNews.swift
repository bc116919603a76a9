import NotificationPolicy
import NotificationsKit

/// Orders that somebody prepares and brings. Their workflows come with their apps; tenant files may name these words already.
struct DeliveryNews: NotificationSource {
    let words: SourceWords = {
        var words = SourceWords()
        words.relations = ["owner", "courier", "staff"].map { SourceWords.Relation($0) }
        return words
    }()
}
