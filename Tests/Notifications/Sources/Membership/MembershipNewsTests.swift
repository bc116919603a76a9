// Long: one suite with the helpers that all of its tests use.
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import NotificationsService
import ServiceKit
import TestKit
import Testing

/// A notifications shard of the PEEZ tenant, as its file stands in this repository.
private struct MemberScene {
    let shard: ShardHarness<Notifications>
    static let samir = Principal.user("samir", roles: ["member"])
    static let nadia = Principal.user("nadia", roles: ["member"])
    static let admin = Principal.user("admin", roles: ["admin"])

    /// Saturday 2026-11-21, 10:00 in Oran.
    init(at now: String = "2026-11-21T09:00:00Z") throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = try YAMLFile(path: root.path() + "deploy/tenants/peez.yml").root.json
        let settings = try #require(file["settings"]?["notifications"])
        let catalog = try #require(file["settings"]?["catalog"])
        let definition = TenantDefinition(tenant: "peez", name: "PEEZ", json: .snakeCase, currency: .dzd, timezone: "Africa/Algiers",
                                          languages: ["fr", "ar"],
                                          phonePrefix: "+213", sandbox: true, roles: ["member": [], "admin": ["notifications:manage"]],
                                          plugins: ["notifications": ["in-app", "push", "email", "announcements"]],
                                          settings: ["notifications": settings, "catalog": catalog])
        shard = try ShardHarness(Notifications.self, definition: definition, now: try #require(Timestamp(now)))
        for (user, locale, neighborhood) in [(Self.samir, "fr", 1), (Self.nadia, "ar", 2)] {
            try shard.receive(UserRegistered(userId: user.userID, name: "N", email: "\(user.userID)@example.com", roles: ["member"],
                                             locale: locale, profile: ["neighborhoodId": .int(neighborhood)]))
            try shard.receive(PushTokenChanged(sessionId: "s-\(user.userID)", userId: user.userID, pushToken: "token-\(user.userID)"))
        }
    }
    func feed(_ who: Principal = samir, type: String? = nil) throws -> [JSONValue] {
        try (shard.ask(NotificationsOfUser.self, as: who).json["data"]?.array ?? []).filter { type == nil || $0["type"]?.string == type }
    }
    /// Registers a person without a device.
    func register(_ id: String) throws {
        try shard.receive(UserRegistered(userId: User.ID(id), name: "N", email: "\(id)@example.com", roles: ["member"], locale: "fr"))
    }
    /// Runs what is due as the timer driver does: with the time at which it runs.
    func runTimers() throws {
        let due = try shard.file.pool.read {
            try Row.fetchAll($0, sql: "SELECT id, message_id, type, value FROM souk_timer WHERE due_at <= ? ORDER BY due_at, id",
                             arguments: [shard.now.millisecondsSinceEpoch])
        }
        for row in due {
            try shard.deliver(Envelope(id: row[1], type: MessageType(row[2] as String), source: "/notifications/timers", time: shard.now,
                                       tenant: shard.tenant,
                                       correlationID: "test", attributes: ["timer": row[0]], value: [UInt8](row[3] as Data)))
        }
    }
    func mails() throws -> [JSONValue] { try shard.ask(DevelopmentOutbox.self, ["channel": "email"]).json["data"]?.array ?? [] }
    func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }
    func visit(_ id: String, of user: User.ID = "samir", shop: Int = 11, at time: Timestamp? = nil) -> RedemptionRecorded {
        RedemptionRecorded(redemptionId: id, userId: user, shopId: shop, purchaseAmount: Money(245_000, .dzd), discountBasisPoints: 550,
                           bonusBasisPoints: 0,
                           savings: Money(13_475, .dzd), recordedAt: time ?? shard.now, offline: false,
                           shopNames: ["fr": "Boucherie Centrale", "ar": "جزارة المركزية"])
    }
    func voided(_ id: String, shop: Int = 11) -> RedemptionVoided {
        RedemptionVoided(redemptionId: id, userId: "samir", shopId: shop, purchaseAmount: Money(245_000, .dzd), discountBasisPoints: 550,
                         bonusBasisPoints: 0, savings: Money(13_475, .dzd), recordedAt: shard.now, offline: false)
    }
    func activated(_ id: Int, _ user: User.ID = "samir", from start: String, to end: String) throws -> MembershipActivated {
        MembershipActivated(subscriptionId: id, userId: user, source: "vendor", months: 1, startDate: try day(start), endDate: try day(end),
                            coverageEnd: try day(end), amount: Money(30_000, .dzd))
    }
}

@Suite("What members are told")
struct MembershipNewsTests {
    @Test("An activation is told at once, in the member's language, day and night")
    func activated() throws {
        let scene = try MemberScene(at: "2026-11-21T22:30:00Z")
        try scene.shard.receive(scene.activated(1, from: "2026-11-21", to: "2026-12-21"))
        try scene.shard.receive(scene.activated(2, "nadia", from: "2026-11-21", to: "2027-02-04"))
        let item = try #require(try scene.feed().first)
        #expect((item["title"], item["body"], item["deepLink"], item["category"])
            == ("Adhésion activée", "Valable jusqu'au 21 décembre 2026", "peez://card", "membership"))
        let push = item["channels"]?.array?.first(where: { $0["channel"] == "push" })
        #expect(push != nil && push?["state"] != "scheduled")
        #expect(try scene.feed(MemberScene.nadia).first?["body"] == "صالحة حتى 4 فبراير 2027")
    }

    @Test("Who got the money of a membership back is told so at once, by push, mail and feed, once (12.F31)")
    func refunded() throws {
        let scene = try MemberScene(at: "2026-11-21T22:30:00Z")
        for _ in 0..<2 {
            try scene.shard.receive(OrderRefunded(orderId: "o-1", userId: "samir", months: 1, amount: Money(30_000, .dzd), paymentId: "p-1",
                                                  subscriptionId: 1))
        }
        let items = try scene.feed(type: "subscription_refunded")
        #expect(items.count == 1 && items.first?["title"] == "Adhésion remboursée" && items.first?["deepLink"] == "peez://card")
        #expect(items.first?["body"]?.string?.contains("300") == true && items.first?["body"]?.string?.contains("{") == false)
        let push = items.first?["channels"]?.array?.first { $0["channel"] == "push" }
        #expect(push != nil && push?["state"] != "scheduled")
        #expect(try scene.feed(MemberScene.nadia).isEmpty)
        // No money was refunded, so no one is notified.
        try scene.shard.receive(OrderRefunded(orderId: "o-2", userId: "nadia", amount: Money(0, .dzd)))
        #expect(try scene.feed(MemberScene.nadia).isEmpty)
    }

    @Test("Reminders say how far the end is; an end that moved since is no news")
    func expiring() throws {
        let scene = try MemberScene()
        func remind(_ days: Int, _ end: String = "2026-11-28") throws {
            try scene.shard.receive(MembershipExpiring(userId: "samir", subscriptionId: 1, endDate: scene.day(end), daysLeft: days))
        }
        for days in [7, 3, 1] {
            try remind(days)
            try scene.shard.advance(by: .seconds(1))
        }
        #expect(try scene.feed().map { $0["title"]?.string ?? "" } == ["Votre adhésion PEEZ expire demain",
                                                                      "Votre adhésion PEEZ expire dans 3 jours",
                                                                      "Votre adhésion PEEZ expire dans 7 jours"])
        let first = try #require(try scene.feed().last)
        #expect((first["body"], first["deepLink"]) == ("Renouvelez chez un commerce partenaire", "peez://me/activate"))
        #expect((first["data"]?["daysLeft"], first["data"]?["endDate"]) == (7, "2026-11-28"))
        try scene.shard.receive(scene.activated(2, from: "2026-11-29", to: "2026-12-28"))
        try remind(2)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed(type: "subscription_expiring").count == 3)
        try scene.shard.receive(MembershipCancelled(userId: "samir", subscriptionId: 2, endDate: scene.day("2026-12-28"), reason: "voided",
                                                    coverageEnd: scene.day("2026-11-28")))
        try remind(4)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed(type: "subscription_expiring").count == 4)
    }

    @Test("""
        The end is told at ten in the morning after, unless somebody renewed before; the end of a period that another follows is not told
        """)
    func expired() throws {
        let scene = try MemberScene(at: "2026-11-28T23:00:00Z")
        try scene.shard.receive(
            MembershipExpired(userId: "samir", subscriptionId: 1, endDate: scene.day("2026-11-28"), coverageEnd: scene.day("2026-12-28")))
        try scene.shard.receive(MembershipExpired(userId: "samir", subscriptionId: 2, endDate: scene.day("2026-11-28")))
        try scene.shard.receive(MembershipExpired(userId: "nadia", subscriptionId: 3, endDate: scene.day("2026-11-28")))
        func pushed(_ who: Principal) throws -> [JSONValue] {
            try scene.feed(who, type: "subscription_expired").filter {
                $0["channels"]?.array?.contains { $0["channel"] == "push" && $0["state"] == "sent" } ?? false
            }
        }
        #expect(try pushed(MemberScene.samir).isEmpty)
        try scene.shard.advance(by: .hours(9))
        #expect(try scene.feed().isEmpty && scene.feed(MemberScene.nadia).isEmpty)
        try scene.shard.receive(scene.activated(4, "nadia", from: "2026-11-29", to: "2026-12-29"))
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.feed(type: "subscription_expired").map { $0["title"] } == ["Votre adhésion PEEZ a expiré"])
        #expect(try scene.shard.deadLetters().isEmpty)
        let nadia = try scene.feed(MemberScene.nadia, type: "subscription_expired")
        #expect(nadia.allSatisfy { $0["reasons"]?.array?.contains("resolved") ?? false })
    }

    @Test("Who has no device hears of the end at ten as well, by mail and in the feed, and not in the night before (12.F32)")
    func expiredByMail() throws {
        let scene = try MemberScene(at: "2026-11-28T23:05:00Z")
        try scene.register("omar")
        try scene.shard.receive(MembershipExpired(userId: "omar", subscriptionId: 1, endDate: scene.day("2026-11-28")))
        let omar = Principal.user("omar", roles: ["member"])
        try scene.shard.advance(by: .hours(9) + .minutes(54))
        #expect(try scene.feed(omar).isEmpty && scene.mails().isEmpty)
        try scene.shard.advance(by: .minutes(1))
        let item = try #require(try scene.feed(omar).first)
        #expect(item["type"] == "subscription_expired" && item["createdAt"] == "2026-11-29T09:00:00Z")
        #expect(try scene.mails().map { $0["to"] } == ["omar@example.com"])
    }

    @Test("After an outage the last of several reminders is told, and none of those it makes stale, also if timers run in between (12.F32)",
          arguments: [false, true])
    func together(timersRun: Bool) throws {
        let scene = try MemberScene(at: "2026-12-01T11:00:00Z")
        func receive(_ event: some DomainEvent) throws {
            try scene.shard.receive(event)
            if timersRun { try scene.shard.advance(by: .zero) }
        }
        for days in [7, 3, 1] {
            try receive(MembershipExpiring(userId: "samir", subscriptionId: 1, endDate: scene.day("2026-11-28"), daysLeft: days))
        }
        try receive(MembershipExpired(userId: "samir", subscriptionId: 1, endDate: scene.day("2026-11-28")))
        for days in [7, 3] {
            try receive(MembershipExpiring(userId: "nadia", subscriptionId: 2, endDate: scene.day("2026-12-04"), daysLeft: days))
        }
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed().map { $0["type"] } == ["subscription_expired"])
        // The notification has the time at which it was due.
        #expect(try scene.feed().first?["createdAt"] == "2026-11-29T09:00:00Z")
        #expect(try scene.feed(MemberScene.nadia).map { $0["data"]?["daysLeft"] } == [3])
    }

    @Test("A reminder that comes a day late is told if no later one follows")
    func lateAlone() throws {
        let scene = try MemberScene(at: "2026-11-29T11:00:00Z")
        try scene.shard.receive(MembershipExpiring(userId: "nadia", subscriptionId: 2, endDate: scene.day("2026-12-04"), daysLeft: 7))
        try scene.shard.advance(by: .seconds(2))
        #expect(try scene.feed(MemberScene.nadia).map { $0["data"]?["daysLeft"] } == [7])
    }

    @Test("""
        After an outage of notifications, of reminders that come in one by one only the last is told; one that nothing follows is told \
        (12.F32)
        """)
    func oneByOne() throws {
        let scene = try MemberScene(at: "2026-11-20T09:00:00Z")
        let back = try #require(Timestamp("2026-11-25T10:00:00Z"))
        func comes(_ days: Int, _ user: User.ID, sent time: String) throws {
            scene.shard.now = try #require(Timestamp(time))
            try scene.shard.receive(MembershipExpiring(userId: user, subscriptionId: 1, endDate: scene.day("2026-11-28"), daysLeft: days))
            scene.shard.now = back
            try scene.runTimers()
        }
        try comes(7, "samir", sent: "2026-11-21T09:00:00Z")
        try comes(7, "nadia", sent: "2026-11-21T09:00:00Z")
        try comes(3, "samir", sent: "2026-11-25T09:00:00Z")
        scene.shard.now = back + .minutes(2)
        try scene.runTimers()
        #expect(try scene.feed().map { $0["data"]?["daysLeft"] } == [3])
        #expect(try scene.feed(MemberScene.nadia).map { $0["data"]?["daysLeft"] } == [7])
    }

    @Test("Nobody is asked in the evening how it was, not in the feed either: the question comes at nine (12.F32)")
    func askedByDay() throws {
        let scene = try MemberScene(at: "2026-11-21T18:30:00Z")
        try scene.register("omar")
        let omar = Principal.user("omar", roles: ["member"])
        try scene.shard.receive(scene.visit("r1", of: "omar"))
        try scene.shard.advance(by: .hours(13) + .minutes(29))
        #expect(try scene.feed(omar, type: "rating_request").isEmpty)
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.feed(omar, type: "rating_request").map { $0["createdAt"] } == ["2026-11-22T08:00:00Z"])
    }

    @Test("A shop is asked about once in thirty days, whatever the visits and however the question came (12.F32)",
          arguments: ["samir", "omar"])
    func askedOnce(user: User.ID) throws {
        let scene = try MemberScene()
        if user == "omar" { try scene.register("omar") }
        let who = Principal.user(user.rawValue, roles: ["member"])
        func visit(_ id: String, after time: Duration) throws -> Int {
            try scene.shard.advance(by: time)
            try scene.shard.receive(scene.visit(id, of: user))
            try scene.shard.advance(by: .hours(2))
            return try scene.feed(who, type: "rating_request").count
        }
        #expect(try visit("r1", after: .zero) == 1)
        #expect(try visit("r2", after: .days(10)) == 1)
        // The first visit's question was sent thirty days ago to the second, so this one is sent.
        #expect(try visit("r3", after: .days(20) - .hours(4)) == 2)
        #expect(try visit("r4", after: .days(29)) == 2)
    }

    @Test("A visit is told at once with what it saved; two hours later the shop is asked about, in daytime")
    func visit() throws {
        let scene = try MemberScene(at: "2026-11-21T18:30:00Z")
        try scene.shard.receive(scene.visit("r1"))
        let item = try #require(try scene.feed(type: "visit_recorded").first)
        #expect((item["title"], item["body"], item["deepLink"]) == ("Vous avez économisé 134,75 DZD", "chez Boucherie Centrale",
            "peez://redemptions"))
        #expect((item["data"]?["shopId"], item["data"]?["redemptionId"]) == (11, "r1"))
        try scene.shard.advance(by: .hours(3))
        #expect(try scene.feed(type: "rating_request").isEmpty)
        try scene.shard.advance(by: .hours(11))
        let asked = try #require(try scene.feed(type: "rating_request").first)
        #expect((asked["title"], asked["body"], asked["deepLink"]) == ("Notez votre dernière visite", "Comment était Boucherie Centrale ?",
            "peez://shops/11"))
    }

    @Test("Nobody is asked who has rated, whose visit was taken back, or twice at once")
    func notAsked() throws {
        let scene = try MemberScene()
        try scene.shard.receive(scene.visit("r1"))
        try scene.shard.advance(by: .minutes(30))
        try scene.shard.receive(scene.visit("r2"))
        try scene.shard.receive(scene.visit("r3", shop: 12))
        try scene.shard.receive(scene.visit("r4", shop: 13))
        try scene.shard.receive(scene.voided("r3", shop: 12))
        try scene.shard.receive(RatingAdded(ratingId: 1, shopId: 13, userId: "samir", stars: 5))
        try scene.shard.advance(by: .hours(3))
        #expect(try scene.feed(type: "rating_request").map { $0["data"]?["redemptionId"] } == ["r2"])
        try scene.shard.receive(scene.visit("r5", shop: 14))
        try scene.shard.receive(scene.voided("r5", shop: 14))
        try scene.shard.receive(scene.visit("r6", shop: 15))
        try scene.shard.receive(scene.visit("r7", shop: 15))
        try scene.shard.receive(scene.voided("r7", shop: 15))
        try scene.shard.advance(by: .hours(3))
        #expect(try Set(scene.feed(type: "rating_request").compactMap { $0["data"]?["redemptionId"]?.string }) == ["r2", "r6"])
        // Who takes a rating back may be asked after the next visit.
        try scene.shard.receive(RatingRemoved(ratingId: 1, shopId: 13, userId: "samir", stars: 5))
        try scene.shard.receive(scene.visit("r8", shop: 13))
        try scene.shard.advance(by: .hours(3))
        #expect(try Set(scene.feed(type: "rating_request").compactMap { $0["data"]?["redemptionId"]?.string }) == ["r2", "r6", "r8"])
    }

    @Test("Who takes a rating back is asked again about the next visit; who rated is not")
    func ratingTakenBack() throws {
        let scene = try MemberScene()
        try scene.shard.receive(RatingAdded(ratingId: 1, shopId: 11, userId: "samir", stars: 5))
        try scene.shard.receive(RatingAdded(ratingId: 2, shopId: 12, userId: "samir", stars: 2))
        try scene.shard.receive(RatingRemoved(ratingId: 2, shopId: 12, userId: "samir", stars: 2))
        try scene.shard.receive(scene.visit("r1", shop: 11))
        try scene.shard.receive(scene.visit("r2", shop: 12))
        try scene.shard.advance(by: .hours(3))
        #expect(try scene.feed(type: "rating_request").map { $0["data"]?["redemptionId"] } == ["r2"])
    }

    @Test("A new shop is told to its neighbourhood, an offer to everybody, each in their language")
    func shopsAndOffers() throws {
        let scene = try MemberScene()
        let listing = Listing(listingId: 2, kind: "partner-shop", status: "active",
                              names: ["fr": "Boulangerie Moderne", "ar": "مخبزة الحديثة"], categoryId: 1, neighborhoodId: 1,
                              discountBasisPoints: 700, vendorUserIds: [], categoryNames: ["fr": "Boulangerie"],
                              neighborhoodNames: ["fr": "Sidi El Houari"])
        try scene.shard.receive(ListingPublished(listing: listing))
        let now = scene.shard.now
        func offer(_ id: String, _ categories: [Int]) -> CampaignStarted {
            CampaignStarted(campaign: Campaign(campaignId: CampaignID(id), title: ["fr": "Offre spéciale", "ar": "عرض خاص"],
                                               body: ["fr": "+2 %", "ar": "+2٪"], bonusBasisPoints: 200,
                                               categoryIds: categories, neighborhoodIds: [], shopIds: [], startsAt: now,
                                               endsAt: now + .days(2)))
        }
        try scene.shard.receive(offer("c1", [4]))
        try scene.shard.advance(by: .minutes(1))
        let shop = try #require(try scene.feed(type: "new_shop").first)
        #expect((shop["title"], shop["body"], shop["deepLink"]) == ("Nouveau à Sidi El Houari : Boulangerie",
            "Boulangerie Moderne offre 7 % de réduction", "peez://shops/2"))
        #expect(try scene.feed(MemberScene.nadia, type: "new_shop").isEmpty)
        #expect(try scene.feed(type: "campaign").map { $0["deepLink"] } == ["peez://shops?category_id=4"])
        #expect(try scene.feed(MemberScene.nadia, type: "campaign").map { $0["title"] } == ["عرض خاص"])
        try scene.shard.receive(offer("c2", []))
        try scene.shard.advance(by: .minutes(1))
        let second = try #require(try scene.feed(type: "campaign").first)
        #expect(second["deepLink"] == "peez://shops")
        #expect(second["reasons"]?.array?.contains { $0.string?.contains("cap") ?? false } ?? false)
    }

    @Test("The feed names its channels as the app writes names, and so do preferences, samples and the policy (12.F33)")
    func channelNames() throws {
        let scene = try MemberScene()
        try scene.shard.receive(scene.visit("r1"))
        #expect(try scene.feed().first?["channels"]?.array?.compactMap { $0["channel"]?.string }.sorted() == ["in_app", "push"])
        let chosen = try scene.shard.ask(PreferencesOfUser.self, [:], as: MemberScene.samir).json
        #expect(chosen["editable"]?["security"]?["locked"] == ["in_app"])
        let samples = try scene.shard.ask(PreviewMessages.self, ["category": "visits"], as: MemberScene.samir).json["samples"]
        #expect(samples?.array?.allSatisfy { $0["channels"] == ["push", "in_app"] } == true)
        let policy = try scene.shard.ask(PolicyInForce.self, [:], as: MemberScene.admin).json
        #expect(policy["categories"]?["visits"]?["defaults"] == ["push", "in_app"] && policy["categories"]?["visits"]?["priority"] == 3)
        let saved = try scene.shard.send(SetPreferences(document: ["litePayload": false]), as: MemberScene.samir)
        #expect(saved?.json["editable"]?["security"]?["locked"] == ["in_app"])
    }

    @Test("News of the app reach all, a neighbourhood, or those who want to pay in the app")
    func announcements() throws {
        let scene = try MemberScene()
        try scene.shard.receive(InAppPaymentWanted(userId: "nadia"))
        func announce(_ audience: Announce.Audience, neighborhood: Int? = nil, title: [String: String] = ["fr": "Nouveau", "ar": "جديد"],
                      as person: Principal = MemberScene.admin) throws -> Reply {
            try #require(
                try scene.shard.send(Announce(title: title, body: ["fr": "Payez dans l’application.", "ar": "ادفع في التطبيق."],
                                              audience: audience, neighborhoodId: neighborhood), as: person))
        }
        #expect(try announce(.all).json["recipients"] == 2)
        #expect(try announce(.neighborhood, neighborhood: 1).json["recipients"] == 1)
        #expect(try announce(.inAppPaymentInterest).status == 201)
        #expect(try announce(.all, as: MemberScene.samir).status == 403)
        #expect(try announce(.neighborhood, title: ["fr": "Nouveau"]).json["errors"]?.object?.keys.sorted()
            == ["neighborhoodId", "title.ar"])
        func refused(_ link: String?, neighborhood: Int? = nil) throws -> [String]? {
            let announce = Announce(title: ["fr": "A", "ar": "ب"], body: ["fr": "A", "ar": "ب"], deepLink: link,
                                    audience: neighborhood == nil ? .inAppPaymentInterest : .neighborhood,
                                    neighborhoodId: neighborhood)
            return try scene.shard.send(announce, as: MemberScene.admin)?.json["errors"]?.object?.keys.sorted()
        }
        // Links may lead into this app or to a web page; the neighborhood must exist (12.F34).
        for link in ["javascript:alert(1)", "javascript://peez.dz/%0aalert(1)", "data:text/html,x", "http://peez.dz", "sofra://shops/1",
                     "shops/1", "https://", "peez:x", "peez:// x"] {
            #expect(try refused(link) == ["deepLink"], "\(link)")
        }
        #expect(try refused(nil, neighborhood: 999) == ["neighborhoodId"])
        for link in ["peez://shops/1", "https://peez.dz/news", "HTTPS://peez.dz"] {
            #expect(try refused(link, neighborhood: 16) == nil, "\(link)")
        }
        let campaign = StartMessageCampaign(kind: "app_update", title: ["fr": "A", "ar": "ب"], body: ["fr": "Le texte.", "ar": "النص."],
                                            deepLink: "javascript:alert(1)")
        #expect(try scene.shard.send(campaign, as: MemberScene.admin)?.json["errors"]?.object?.keys.sorted() == ["deepLink"])
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.feed(type: "app_update").count == 2)
        #expect(try scene.feed(MemberScene.nadia, type: "app_update").map { $0["title"] } == ["جديد", "جديد"])
    }
}
