import Contracts
import Kernel
import ServiceKit

/// What a query about recommendations needs to know of the person who asks.
struct Personal {
    let facts: UserFacts
    let profile: RecommendationProfile
    /// Nothing to go by: a guest, somebody new, or somebody who does not want it.
    let isColdStart: Bool
    let recommender: Recommender
    let candidates: [Candidate]

    init(_ view: CatalogView, near: Coordinates?, only event: EventID? = nil) throws {
        let settings = try view.settings()
        let user = view.principal?.userID
        if let user {
            let own = try view.interests.settings(of: user) ?? InterestSettings()
            facts = UserFacts(settings: own, deeds: try view.interests.deeds(of: user), followed: Set(try view.interests.followedOrganizers(of: user)),
                location: near)
        } else {
            facts = .guest(at: near)
        }
        profile = RecommendationProfile.of(user?.rawValue, settings.recommendations)
        isColdStart = user == nil || facts.isNewUser || !facts.settings.personalization
        recommender = Recommender(facts: facts, profile: profile, settings: settings, zone: try view.zone(), now: view.now)
        candidates = try view.lists.candidates(for: user, reachedAges: try Viewing(view).reachedAges(), only: event, bands: settings.priceBands, now: view.now)
    }

    static func write(_ recommendation: Recommendation, _ document: EventDocument, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("event")
            document.card(recommendation.candidate.seen, to: &writer)
            writer.member("score", recommendation.score)
            writer.member("reason", recommendation.reason)
            writer.member("reasons", array: recommendation.reasons) { writer, reason in
                writer.object { writer in
                    writer.member("signal", reason.signal.rawValue)
                    writer.member("points", reason.points)
                    writer.member("text", reason.text)
                }
            }
        }
    }
    static let schema = Schema.object([
        "event": EventSchemas.card, "score": .integer(), "reason": Schema.string().orNull,
        "reasons": .array(.object(["signal": .string(), "points": .integer(), "text": .string()])),
    ])
}
