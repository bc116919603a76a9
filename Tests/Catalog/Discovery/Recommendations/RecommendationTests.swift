// Long: one suite with the helpers that all of its tests use.
import CatalogDiscovery
import CatalogEvents
import CatalogKit
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("R6: recommendations with their arithmetic")
struct RecommendationTests {
    let john = Principal.user("john")

    private func send(_ it: CatalogFixture, _ type: MessageType, _ body: JSONValue, as principal: Principal?) throws -> Reply {
        try #require(try it.shard.send(raw: String(decoding: try JSON.encode(body), as: UTF8.self), type: type, as: principal))
    }

    /// John as the seed has him: likes music and technology, Kampala, moderate prices, was at two tech events; Bob's rating is 4.8.
    private func seeded() throws -> CatalogFixture {
        let it = try CatalogFixture()
        var hackers = CatalogFixture.event("hackers", title: "Hackers' Weekend", category: "technology", start: it.shard.now - .days(14),
                                           types: [ImportEvent.TicketType(id: "h1", name: "Entry", price: 20_000, quantity: 100, sold: 20)])
        hackers.buyers = [ImportEvent.Buyer(userId: "john", quantity: 1)]
        try it.shard.receive(hackers)
        for (n, stars) in [5, 5, 5, 5, 4].enumerated() {
            try it.shard.receive(
                ImportRating(eventId: "hackers", userId: User.ID("r\(n)"), stars: stars, attended: true, at: it.shard.now - .days(13)))
        }
        try it.shard.receive(ImportInterests(userId: "john", preferredCategories: ["music", "technology"], city: "Kampala",
                                             pricePreference: "moderate"))
        return it
    }

    @Test("The check value of the seed: 40 + 35 + 20 + 15 + 8 + 5 = 123")
    func checkValue() throws {
        let it = try seeded()
        let answer = try it.shard.ask(EventRecommendation.self, ["eventId": "summit"], as: john).json
        #expect(answer["score"] == 123)
        let reasons = answer["reasons"]?.array ?? []
        #expect(reasons.compactMap { $0["signal"]?.string } == ["categoryMatch", "purchaseHistory", "sameCity", "upcomingSoon",
                                                                "priceMatch", "highRating"])
        #expect(reasons.compactMap { $0["points"]?.int } == [40, 35, 20, 15, 8, 5])
        #expect(reasons.compactMap { $0["text"]?.string } == ["Matches your Technology interests", "Similar to events you've attended",
            "In Kampala", "In 5 days",
                                                              "Fits your budget", "Highly rated (4.8★)"])
        #expect(answer["reason"] == "Matches your Technology interests")
    }

    @Test("The points of the reasons, negative ones too, add up to the score; negative ones come last")
    func arithmetic() throws {
        let it = try seeded()
        try it.add("far", title: "Gulu Nights", category: "music", start: it.shard.now + .hours(8), price: 0,
                   venue: Venue(name: "Pece", address: nil, city: "Gulu", latitude: 2.77, longitude: 32.3))
        let answer = try it.shard.ask(EventRecommendation.self, ["eventId": "far", "latitude": 0.319, "longitude": 32.5863], as: john).json
        let reasons = answer["reasons"]?.array ?? []
        #expect(reasons.last?["signal"] == "farEvent" && reasons.last?["points"] == -10)
        #expect(reasons.compactMap { $0["points"]?.int }.reduce(0, +) == answer["score"]?.int)
        #expect(reasons.contains { $0["text"] == "Today" } && reasons.contains { $0["text"] == "This weekend" }
            && reasons.contains { $0["text"] == "Free" })
    }

    @Test("The engine is a function: equal facts give equal scores in any order of events, and every suggestion is explained")
    func pure() throws {
        let it = try seeded()
        for number in 0..<40 {
            try it.add(EventID("e\(number)"), title: "Event \(number)", category: ["music", "food", "technology"][number % 3],
                       start: it.shard.now + .hours(7 * number), price: number % 4 == 0 ? 0 : 5000 * number,
                       venue: Venue(name: "Hall", address: nil, city: number % 2 == 0 ? "Kampala" : "Gulu",
                                    latitude: 0.3 + Double(number) / 20, longitude: 32.5))
        }
        let settings: CatalogSettings = try CatalogFixture.definition.settings(of: "catalog")
        let (candidates, seen) = try it.shard.file.pool.read { db in
            let found = try EventListStore(database: db, tenant: "eventpass").soonest(100, for: "john", reachedAges: [], now: it.shard.now)
            let events = EventStore(database: db, tenant: "eventpass")
            return (found.map { Candidate($0) },
                    Dictionary(uniqueKeysWithValues: try found.compactMap { one in
                        try events.find(one.event.eventID).map { (one.event.id, $0) }
                    }))
        }
        var own = InterestSettings()
        (own.preferredCategories, own.city, own.pricePreference) = (["music"], "kampala", "free")
        let facts = UserFacts(settings: own, deeds: [Deed(event: "hackers", category: "technology", isFavorite: true, orders: 1)],
                              followed: ["bob"], location: Coordinates(latitude: 0.31, longitude: 32.58))
        for profile in RecommendationProfile.allCases {
            func ranked(_ some: [Candidate]) throws -> [(id: EventID, score: Int, reasons: [Recommendation.Reason])] {
                let engine = Recommender(facts: facts, profile: profile, settings: settings,
                                         zone: try TimeZoneRules.named("Africa/Kampala"), now: it.shard.now)
                return try engine.ranked(some).map {
                    ($0.event.eventID, $0.score, engine.reasons(for: $0.candidate, try #require(seen[$0.event.id])))
                }
            }
            let first = try ranked(candidates), again = try ranked(candidates.reversed())
            #expect(first.count == 41 && first.map(\.id) == again.map(\.id) && first.map(\.score) == again.map(\.score))
            #expect(zip(first, again).allSatisfy { $0.reasons == $1.reasons })
            let weights = profile.weights(settings.recommendations)
            for one in first {
                #expect(one.reasons.reduce(0) { $0 + $1.points } == one.score && one.reasons.allSatisfy { !$0.text.isEmpty })
                #expect(one.reasons.allSatisfy { weights[$0.signal] != nil && $0.points != 0 })
                let positive = one.reasons.filter { $0.points > 0 }.map(\.points)
                #expect(positive == positive.sorted(by: >) && one.reasons.prefix(positive.count).allSatisfy { $0.points > 0 })
            }
            #expect(Set(first.map(\.score)).count > 3)
        }
    }

    @Test("Candidates are not one's own, not held, not barred; best first, then soonest")
    func candidates() throws {
        let it = try seeded()
        try it.add("jazz", title: "Jazz", start: it.shard.now + .days(20))
        try it.add("food", title: "Food", category: "food", start: it.shard.now + .days(20))
        try it.claim("c", [("jazz-1", 1)], event: "jazz")
        func ids(_ principal: Principal) throws -> [String] {
            try it.shard.ask(Recommendations.self, as: principal).json["data"]?.array?.compactMap { $0["event"]?["id"]?.string } ?? []
        }
        #expect(try ids(john) == ["summit", "jazz", "food"])
        try it.confirm("c")
        #expect(try ids(john) == ["summit", "food"])
        #expect(try ids(.user("bob")) == [])
        #expect(try it.shard.ask(Recommendations.self, as: john).json["meta"]?["coldStart"] == false)
    }

    @Test("An event is not recommended to somebody who was given a ticket for it")
    func received() throws {
        let it = try CatalogFixture()
        func ids(_ user: String = "jane") throws -> [JSONValue?] {
            try it.shard.ask(Recommendations.self, as: .user(user)).json["data"]?.array?.map { $0["event"]?["id"] } ?? []
        }
        try it.claim("c", [(CatalogFixture.regular, 1)])
        try it.confirm("c")
        #expect(try ids() == ["summit"])
        #expect(try ids("john").isEmpty)
        let event = TicketEvent(
            eventId: CatalogFixture.summit, organizerId: "bob", organizerName: "Bob Events", title: "Kampala Tech Summit",
            category: "technology", status: "published", startDate: CatalogFixture.start, endDate: CatalogFixture.start + .hours(8),
            venue: Venue(name: "Hall", address: nil, city: "Kampala", latitude: 0, longitude: 0), posterUrl: nil, ageRestriction: nil,
            ticketTypes: [], refundPolicy: .init(type: "none", hoursBefore: nil), transferable: true, reEntry: false, doorsOpenMinutes: 180,
            version: 1)
        func ticket(_ id: TicketID, _ holder: User.ID) -> IssuedTicket {
            IssuedTicket(ticketId: id, ticketTypeId: CatalogFixture.regular, holderId: holder, serial: "S")
        }
        try it.shard.receive(TicketTransferred(transferId: "tr-1", orderId: "o-1", eventId: event.eventId, event: event, buyerId: "john",
                                               former: ticket("t-1", "john"), tickets: [ticket("t-2", "jane")]))
        #expect(try ids().isEmpty)
        #expect(try ids("john") == ["summit"], "gave away the only one")
    }

    @Test("A weight of the tenant changes points and score")
    func tenantWeights() throws {
        var definition = CatalogFixture.definition
        var settings = definition.settings["catalog"]?.object ?? [:]
        settings["recommendations"] = ["weights": ["weighted": ["sameCity": 50]]]
        definition.settings["catalog"] = .object(settings)
        let shard = try ShardHarness<Catalog>(definition: definition)
        try shard.receive(CatalogFixture.summitImport())
        try shard.receive(ImportInterests(userId: "john", preferredCategories: [], city: "kampala"))
        let answer = try shard.ask(EventRecommendation.self, ["eventId": "summit"], as: john).json
        #expect(answer["reasons"]?.array?.first == ["signal": "sameCity", "points": 50, "text": "In Kampala"])
        #expect(try shard.ask(RecommendationConfig.self).json["profiles"]?["weighted"]?["sameCity"] == 50)
    }

    @Test("Looks within half an hour count once; personalization off stores nothing; history can be forgotten")
    func interactions() throws {
        let it = try seeded()
        func interests() throws -> JSONValue { try it.shard.ask(MyInterests.self, as: john).json }
        let look = NoteInteractions(
            items: [.init(eventId: "summit", type: "view"), .init(eventId: "summit", type: "share"), .init(eventId: "nowhere",
            type: "view")])
        #expect(try it.shard.send(look, as: john)?.status == 204)
        try it.shard.send(look, as: john)
        #expect(try interests()["interactions"] == ["views": 1, "likes": 0, "shares": 2, "purchases": 1])
        #expect(try it.shard.published(EventViewed.self).count == 1)
        #expect(try interests()["inferredCategories"] == ["technology"] && interests()["confidenceScore"] == 0.2
            && interests()["isNewUser"] == false)
        #expect(try it.shard.send(PruneHistory(), as: john)?.status == 204)
        #expect(try interests()["interactions"] == ["views": 0, "likes": 0, "shares": 0, "purchases": 1])
        #expect(try send(it, SetInterests.type, ["personalization": false, "location": ["latitude": 0.31949, "longitude": 32.58]],
            as: john).json["location"] == ["latitude": 0.32, "longitude": 32.58])
        try it.shard.send(look, as: john)
        #expect(try interests()["interactions"]?["views"] == 0 && interests()["city"] == "Kampala")
        #expect(try it.shard.ask(Home.self, as: john).json["coldStart"] == true)
        #expect(try send(it, SetInterests.type, ["preferredCategories": ["nope"], "maxTravelDistanceKm": 0, "preferredDaysOfWeek": [8]],
            as: john).json["errors"]?.object?.count == 3)
        func named(_ count: Int) throws -> Int? {
            try send(it, SetInterests.type, ["preferredCategories": .array(Array(repeating: "music", count: count))], as: john).status
        }
        #expect(try named(12) == 200 && named(13) == 422)
    }

    @Test("Without personal suggestions everybody's list is one's own: nothing that is known of the person gives points")
    func withoutPersonalization() throws {
        let it = try seeded()
        try it.add("food", title: "Food", category: "food", start: it.shard.now + .days(2), price: 0)
        func first() throws -> JSONValue? { try it.shard.ask(Recommendations.self, as: john).json["data"]?.array?.first?["event"]?["id"] }
        #expect(try first() == "summit")
        #expect(try send(it, SetInterests.type, ["personalization": false], as: john).status == 200)
        #expect(try first() == "food")
        let one = try it.shard.ask(EventRecommendation.self, ["eventId": "summit", "latitude": 0.3, "longitude": 32.5], as: john).json
        #expect(one["reasons"]?.array?.map { $0["signal"] } == ["nearby", "upcomingSoon", "highRating"] && one["score"] == 35)
        #expect(try send(it, SetInterests.type, ["personalization": true], as: john).status == 200)
        #expect(try first() == "summit")
    }

    @Test("A place that is just outside the world is refused, before it is rounded into it")
    func placeOutsideTheWorld() throws {
        let it = try CatalogFixture()
        func errors(_ latitude: Double, _ longitude: Double) throws -> Set<String> {
            let place: JSONValue = ["latitude": .double(latitude), "longitude": .double(longitude)]
            return Set(try send(it, SetInterests.type, ["location": place], as: john).json["errors"]?.object?.keys.map { $0 } ?? [])
        }
        #expect(try errors(90, -180).isEmpty)
        #expect(try errors(90.004, 180.004) == ["location.latitude", "location.longitude"])
        #expect(try errors(-90.004, -180.004) == ["location.latitude", "location.longitude"])
    }

    @Test("Half a place is refused before it is said that an event is not there")
    func halfPlace() throws {
        let it = try CatalogFixture()
        let query: JSONValue = ["eventId": "nowhere", "latitude": 0.3]
        #expect(try it.shard.ask(EventDetails.self, query, as: john).json["errors"]?["longitude"] != nil)
        #expect(try it.shard.ask(EventRecommendation.self, query, as: john).json["errors"]?["longitude"] != nil)
        #expect(try it.shard.ask(EventDetails.self, ["eventId": "nowhere"], as: john).status == 404)
    }

    @Test("Home has its sections in order, without empty ones")
    func home() throws {
        let it = try seeded()
        try it.add("now", title: "Art Fair", category: "food", start: it.shard.now - .hours(1), hours: 24, price: 0)
        let mine = try it.shard.ask(Home.self, as: john).json
        #expect(mine["sections"]?.array?.compactMap { $0["key"]?.string } == ["recommended", "happeningNow", "interests", "thisWeekend",
            "free"])
        #expect(mine["sections"]?.array?.first?["events"]?.array?.first?["score"] == 123 && mine["coldStart"] == false
            && mine["profile"] == "weighted")
        let guest = try it.shard.ask(Home.self).json
        #expect(guest["coldStart"] == true)
        #expect(guest["sections"]?.array?.compactMap { $0["key"]?.string } == ["diverse", "happeningNow", "thisWeekend", "free"])
        #expect(guest["sections"]?.array?.first?["events"]?.array?.first?["score"] == nil)
    }

    @Test("The last ten searches, newest first, each once")
    func searches() throws {
        let it = try seeded()
        for n in 0..<12 {
            it.shard.now = it.shard.now + .seconds(1)
            try it.shard.send(RememberSearch(term: "term \(n)"), as: john)
        }
        it.shard.now = it.shard.now + .seconds(1)
        let reply = try it.shard.send(RememberSearch(term: "TERM 5"), as: john)
        let terms = reply?.json["data"]?.array?.compactMap { $0["term"]?.string }
        #expect(terms == ["TERM 5", "term 11", "term 10", "term 9", "term 8", "term 7", "term 6", "term 4", "term 3", "term 2"])
        #expect(try it.shard.send(ForgetSearches(), as: john)?.status == 204)
        #expect(try it.shard.ask(RecentSearches.self, as: john).json["data"] == [])
    }

    // MARK: - What other services are told

    private func suggested(_ it: CatalogFixture, _ choice: SuggestEvents.Choice, _ users: [User.ID]) throws -> [
        EventsSuggested.Suggestion] {
        try it.shard.markSeen()
        try it.shard.receive(SuggestEvents(context: ["type": "x"], choice: choice, userIds: users))
        let answer = try #require(try it.shard.published(EventsSuggested.self).first)
        #expect(answer.context == ["type": "x"])
        return answer.suggestions
    }

    @Test("Suggestions are the best of what is to come, for people something is known of; who is new may get what many go to")
    func suggestions() throws {
        let it = try seeded()
        for n in 1...4 { try it.add(EventID("tech\(n)"), title: "Tech \(n)", category: "technology", start: it.shard.now + .days(n)) }
        var sold = CatalogFixture.event("full", title: "Full House", category: "comedy", start: it.shard.now + .days(3),
                                        types: [ImportEvent.TicketType(id: "f1", name: "Entry", price: 20_000, quantity: 10, sold: 8)])
        sold.buyers = [ImportEvent.Buyer(userId: "r1", quantity: 8)]
        try it.shard.receive(sold)
        let personal = try suggested(it, .personal, ["john", "stranger"])
        #expect(personal.map(\.userId) == ["john"])
        let ranked = try it.shard.ask(Recommendations.self, ["limit": 3], as: john)
            .json["data"]?.array?.compactMap { $0["event"]?["id"]?.string } ?? []
        #expect(personal.first?.items.map(\.eventId.rawValue) == ranked && ranked.count == 3)
        #expect(personal.allSatisfy { $0.items.allSatisfy { $0.startDate > it.shard.now && !$0.title.isEmpty } })
        let popular = try suggested(it, .personalOrPopular, ["stranger"])
        #expect(popular.first?.items.map(\.eventId) == ["full"])
    }

    @Test("What is popular around somebody: by their place and how far they go, else in their city, else nothing")
    func near() throws {
        let it = try CatalogFixture()
        func popular(_ id: EventID, _ city: String, _ latitude: Double, _ longitude: Double) throws {
            var event = CatalogFixture.event(id, title: "In \(city)", start: it.shard.now + .days(3),
                                             types: [ImportEvent.TicketType(id: TicketTypeID("\(id)-t"), name: "Entry", price: 20_000,
                                                 quantity: 10, sold: 8)])
            event.buyers = [ImportEvent.Buyer(userId: "r1", quantity: 8)]
            event.venue = Venue(name: "Hall", address: nil, city: city, latitude: latitude, longitude: longitude)
            try it.shard.receive(event)
        }
        try popular("gulu", "Gulu", 2.77, 32.3)
        _ = try send(it, SetInterests.type, ["location": ["latitude": 0.32, "longitude": 32.59]], as: john)
        // 270 km away: too far for who goes 25 km, near for who goes 500.
        let far = try suggested(it, .near, ["john"])
        #expect(far.first?.isNearby == false && far.first?.items == [] && (260...290).contains(far.first?.distanceKm ?? 0))
        _ = try send(it, SetInterests.type, ["maxTravelDistanceKm": 500], as: john)
        #expect(try suggested(it, .near, ["john"]).first?.isNearby == true)
        try it.shard.receive(ImportInterests(userId: "jane", preferredCategories: [], city: "gulu"))
        let inCity = try suggested(it, .near, ["jane"])
        #expect(inCity.first?.isNearby == true && inCity.first?.distanceKm == nil && inCity.first?.items.map(\.eventId) == ["gulu"])
        #expect(try suggested(it, .near, ["stranger"]).isEmpty)
    }

    @Test("How far somebody goes is told when it is said for the first time, and when it changes")
    func travel() throws {
        let it = try CatalogFixture()
        try it.shard.markSeen()
        _ = try send(it, SetInterests.type, ["city": "Kampala"], as: john)
        _ = try send(it, SetInterests.type, ["city": "Gulu"], as: john)
        _ = try send(it, SetInterests.type, ["maxTravelDistanceKm": 40], as: john)
        #expect(try it.shard.published(InterestsChanged.self).map(\.maxTravelDistanceKm) == [25, 40])
    }
}
