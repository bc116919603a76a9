import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// What recommendations are made of, in a question as in a change.
protocol RecommendationSource {
    var interests: InterestStore { get }
    var lists: EventListStore { get }
    var people: PersonStore { get }
    var now: Timestamp { get }
    func settings() throws -> CatalogSettings
    func zone() throws -> TimeZoneRules
}
extension CatalogView: RecommendationSource {}
extension CatalogTransaction: RecommendationSource {}

/// What recommendations need to know of a person.
struct Personal {
    let facts: UserFacts
    let profile: RecommendationProfile
    /// Nothing to go by: a guest, somebody new, or somebody who does not want it.
    let isColdStart: Bool
    let recommender: Recommender
    let candidates: [Candidate]

    /// Of whoever asks.
    init(_ view: CatalogView, near: Coordinates?, only event: EventID? = nil) throws {
        try self.init(view, of: view.principal?.userID, near: near, only: event)
    }
    init(_ source: some RecommendationSource, of user: User.ID?, near: Coordinates? = nil, only event: EventID? = nil,
         at time: Timestamp? = nil) throws {
        let (settings, now) = (try source.settings(), time ?? source.now)
        if let user {
            let own = try source.interests.settings(of: user) ?? InterestSettings()
            facts = UserFacts(settings: own, deeds: try source.interests.deeds(of: user),
                followed: Set(try source.interests.followedOrganizers(of: user)), location: near)
        } else {
            facts = .guest(at: near)
        }
        profile = RecommendationProfile.of(user?.rawValue, settings.recommendations)
        isColdStart = user == nil || facts.isNewUser || !facts.settings.personalization
        recommender = Recommender(facts: facts, profile: profile, settings: settings, zone: try source.zone(), now: now)
        let ages = try AgeRule.reachedAges(bornOn: source.people.birthDate(of: user), settings.ageRestrictions, zone: source.zone())
        candidates = try source.lists.candidates(for: user, reachedAges: ages, only: event, bands: settings.priceBands, now: now)
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
