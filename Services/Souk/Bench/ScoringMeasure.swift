import CatalogDiscovery
import CatalogEvents
import CatalogKit
import Contracts
import Kernel

/// How many events the recommendation engine scores on one core, with the reasons of each: the pure function by itself, in
/// memory, for somebody of whom every kind of fact is known. Median of five rounds.
struct ScoringMeasure {
    private static let events = 20_000, passes = 10, rounds = 5

    struct Result: Codable, Sendable {
        let scoredPerSecond: Double
        /// Scored, sorted and the first twenty explained, as an answer needs it.
        let rankedPerSecond: Double
        var text: String {
            "recommendations: \(Int(scoredPerSecond)) events scored per second on one core; \(Int(rankedPerSecond)) with the order and "
                + "the sentences of a page"
        }
    }
    private let definition: TenantDefinition
    private let settings: CatalogSettings

    /// - Parameter definition: a tenant with events.
    init(_ definition: TenantDefinition) throws {
        self.definition = definition
        settings = try definition.settings(of: "catalog")
    }

    func run(now: Timestamp) throws -> Result {
        var draws = Draws(state: 3)
        let candidates = (0..<Self.events).map { candidate($0, now, &draws) }
        var own = InterestSettings()
        (own.preferredCategories, own.city, own.pricePreference) = (["music", "technology", "food"], "kampala", "moderate")
        let categories = settings.categories.map(\.slug)
        let deeds = (0..<40).map {
            Deed(event: EventID("deed-\($0)"), category: categories[$0 % categories.count], views: $0, isFavorite: $0 % 3 == 0,
                 orders: $0 % 5 == 0 ? 1 : 0)
        }
        let facts = UserFacts(settings: own, deeds: deeds, followed: Set((0..<10).map { EventTown.organizer($0) }),
                              location: EventTown.cities[0].place)
        let engine = Recommender(facts: facts, profile: .weighted, settings: settings,
                                 zone: try TimeZoneRules.named(definition.timezone), now: now)
        var scored: [Double] = [], ranked: [Double] = []
        var sum = 0
        for _ in 0..<Self.rounds {
            scored.append(perSecond { for candidate in candidates { sum &+= engine.recommend(candidate).score } })
            ranked.append(perSecond { sum &+= engine.ranked(candidates).prefix(20).reduce(0) { $0 + $1.reasons.count } })
        }
        guard sum != 0 else { throw Installation.Invalid(description: "scoring: nothing was scored") }
        return Result(scoredPerSecond: scored.sorted()[Self.rounds / 2], rankedPerSecond: ranked.sorted()[Self.rounds / 2])
    }

    private func perSecond(_ work: () -> Void) -> Double {
        let started = ContinuousClock.now
        for _ in 0..<Self.passes { work() }
        let took = ContinuousClock.now - started
        let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
        return Double(Self.events * Self.passes) / seconds
    }

    private func candidate(_ number: Int, _ now: Timestamp, _ draws: inout Draws) -> Candidate {
        let city = EventTown.cities[draws.next() < 0.6 ? 0 : draws.index(EventTown.cities.count)]
        let place = Event.Place(name: "Hall \(number % 400)", address: nil, city: city.name,
                                latitude: city.place.latitude + (draws.next() - 0.5) / 5,
                                longitude: city.place.longitude + (draws.next() - 0.5) / 5)
        let start = now + .minutes(draws.index(180 * 24 * 60) - 60)
        var event = Event(id: EventTown.event(number), organizerID: EventTown.organizer(draws.index(EventTown.organizers)),
                          life: .published, place: place,
                          terms: Event.Terms(maxTicketsPerUser: 20, paymentWindowMinutes: 15, refundHoursBefore: 24, doorsOpenMinutes: 180),
                          createdAt: now - .days(30), updatedAt: now - .days(20))
        (event.title, event.category) = (draws.pick(EventTown.words), draws.pick(settings.categories).slug)
        (event.startDate, event.endDate, event.publishedAt) = (start, start + .hours(4), now - .hours(draws.index(800)))
        let price = draws.next() < 0.1 ? 0 : 5000 * (1 + draws.index(40))
        event.prices = Event.PriceSummary(range: price...price, lowestPaid: price == 0 ? nil : price, isFree: price == 0)
        let seen = SeenEvent(event: event, organizer: SeenEvent.Organizer(name: "Organizer", isVerified: true, followerCount: 3),
                             isFavorite: false, isFollowed: false, viewerBirthDate: nil)
        return Candidate(seen: seen, soldRatio: draws.next(), band: PriceBand(event.prices, settings.priceBands),
                         organizerRating: draws.next() * 2 + 3)
    }
}
