import Contracts
import Kernel
import ServiceKit

/// Ratings of events by visitors (`ratings` in `sales.yml`).
public struct DemoRatings: DemoReader {
    public static let file = "sales.yml"
    public static let keys = ["ratings"]

    struct Rating {
        let event: Int
        let account: Int
        let stars: Int
        let review: String?
        let at: Timestamp
    }
    let ratings: [Rating]

    public init(_ form: DemoForm) {
        ratings = form.list("ratings", in: form.root).map { value in
            form.allow(["event", "account", "stars", "review", "at"], in: value, what: "a rating")
            return Rating(event: form.reference("event", to: .event, in: value),
                          account: form.reference("account", to: .account, in: value),
                          stars: form.number("stars", in: value), review: form.optionalText("review", in: value),
                          at: form.requiredTime("at", in: value))
        }
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        ratings.map { rating in
            DemoMessage("rating/\(rating.event)/\(rating.account)", .choices, ImportRating(
                eventId: EventID(DemoID.event(rating.event)), userId: content.user(rating.account), stars: rating.stars,
                review: rating.review, attended: true, at: rating.at))
        }
    }
}
