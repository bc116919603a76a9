import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// What recommendations are made of, in a question as in a change.
protocol RecommendationSource {
    var interests: InterestStore { get }
    var people: PersonStore { get }
    var now: Timestamp { get }
    func settings() throws -> CatalogSettings
    func zone() throws -> TimeZoneRules
    func candidates(_ question: CandidateQuestion) throws -> [RatedEvent]
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
    private let settings: CatalogSettings
    private let ages: [(years: Int, from: Timestamp)]
    private let user: User.ID?
    private let now: Timestamp

    /// Of whoever asks.
    init(_ view: CatalogView, near: Coordinates?) throws { try self.init(view, of: view.principal?.userID, near: near) }

    init(_ source: some RecommendationSource, of user: User.ID?, near: Coordinates? = nil, at time: Timestamp? = nil) throws {
        (settings, now, self.user) = (try source.settings(), time ?? source.now, user)
        if let user {
            let own = try source.interests.settings(of: user) ?? InterestSettings()
            facts = UserFacts(settings: own, deeds: try source.interests.deeds(of: user),
                followed: Set(try source.interests.followedOrganizers(of: user)), location: near)
        } else {
            facts = .guest(at: near)
        }
        profile = RecommendationProfile.of(user?.rawValue, settings.recommendations)
        isColdStart = user == nil || facts.isNewUser || !facts.settings.personalization
        let zone = try source.zone()
        // Without personal suggestions everybody's list is one's own: nothing that is known of the person counts.
        let counted = facts.settings.personalization ? facts : .guest(at: near)
        recommender = Recommender(facts: counted, profile: profile, settings: settings, zone: zone, now: now)
        ages = try AgeRule.reachedAges(bornOn: source.people.birthDate(of: user), settings.ageRestrictions, zone: zone)
    }

    /// All that may be recommended, with their scores: the soonest first.
    func scored(_ source: some RecommendationSource) throws -> [Recommendation] {
        try source.candidates(CandidateQuestion(user: user, reachedAges: ages, now: now)).map { recommend($0) }
    }
    func recommend(_ rated: RatedEvent) -> Recommendation { recommender.recommend(Candidate(rated)) }

    func write(_ recommendation: Recommendation, _ seen: SeenEvent, _ document: EventDocument, to writer: inout JSONWriter) {
        let reasons = recommender.reasons(for: recommendation.candidate, seen)
        writer.object { writer in
            writer.key("event")
            document.card(seen, to: &writer)
            writer.member("score", recommendation.score)
            writer.member("reason", reasons.first.flatMap { $0.points > 0 ? $0.text : nil })
            writer.member("reasons", array: reasons) { writer, reason in
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
