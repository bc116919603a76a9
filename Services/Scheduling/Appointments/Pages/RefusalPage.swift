import Kernel
import ServiceKit

/// For what opens nothing (any more), without anything about anybody.
enum RefusalPage {
    static func of(_ rejection: Rejection, _ words: PageWords) -> PageAnswer {
        func page(_ title: String, _ text: String, _ status: Int) -> PageAnswer {
            PageAnswer(PageFrame.notice(language: words.code, title: title, text: text), status: status)
        }
        return switch rejection.slug {
        case "booking-link-used": page(words.usedTitle, words.used, 410)
        case "booking-link-revoked": page(words.revokedTitle, words.revoked, 410)
        case "booking-link-expired", "manage-link-expired": page(words.expiredTitle, words.expired, 410)
        default: page(words.notFoundTitle, words.notFound, rejection.status == 410 ? 410 : 404)
        }
    }
}
