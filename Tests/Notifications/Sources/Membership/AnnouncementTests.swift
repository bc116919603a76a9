import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsDelivery
import NotificationsEngine
import NotificationsMembershipNews
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("What members hear of shops, offers and the app")
struct AnnouncementTests {
    @Test("A new shop is told to its neighbourhood, an offer to everybody, each in their language")
    func shopsAndOffers() throws {
        let scene = try MemberScene()
        let listing = Listing(listingId: 2, kind: "partner-shop", status: "active",
                              names: ["fr": "Boulangerie Moderne", "ar": "مخبزة الحديثة"], categoryId: 1, neighborhoodId: 1,
                              discountBasisPoints: 700, vendorUserIds: [], categoryNames: ["fr": "Boulangerie"],
                              neighborhoodNames: ["fr": "Sidi El Houari"])
        try scene.shard.receive(ListingPublished(listing: listing))
        let now = scene.shard.now
        try scene.shard.receive(Self.offer("c1", [4], at: now))
        try scene.shard.advance(by: .minutes(1))
        let shop = try #require(try scene.feed(type: "new_shop").first)
        #expect((shop["title"], shop["body"], shop["deepLink"]) == ("Nouveau à Sidi El Houari : Boulangerie",
            "Boulangerie Moderne offre 7 % de réduction", "peez://shops/2"))
        #expect(try scene.feed(MemberScene.nadia, type: "new_shop").isEmpty)
        #expect(try scene.feed(type: "campaign").map { $0["deepLink"] } == ["peez://shops?category_id=4"])
        #expect(try scene.feed(MemberScene.nadia, type: "campaign").map { $0["title"] } == ["عرض خاص"])
        try scene.shard.receive(Self.offer("c2", [], at: now))
        try scene.shard.advance(by: .minutes(1))
        let second = try #require(try scene.feed(type: "campaign").first)
        #expect(second["deepLink"] == "peez://shops")
        #expect(second["reasons"]?.array?.contains { $0.string?.contains("cap") ?? false } ?? false)
    }

    @Test("A new shop that waits for the morning goes to those who still live in its neighbourhood then")
    func movedAway() throws {
        let scene = try MemberScene(at: "2026-11-21T22:00:00Z")
        func move(_ who: Principal, to neighborhood: Int) throws {
            try scene.shard.receive(UserUpdated(userId: who.userID, name: "N", email: "\(who.userID)@example.com", roles: ["member"],
                                                locale: "fr", profile: ["neighborhoodId": .int(neighborhood)]))
        }
        try move(MemberScene.nadia, to: 1)
        try scene.shard.receive(ListingPublished(listing: Listing(
            listingId: 2, kind: "partner-shop", status: "active", names: ["fr": "Boulangerie Moderne"], categoryId: 1, neighborhoodId: 1,
            discountBasisPoints: 700, vendorUserIds: [])))
        try scene.shard.advance(by: .minutes(1))
        for who in [MemberScene.samir, MemberScene.nadia] {
            #expect(try scene.feed(who, type: "new_shop").first?["reasons"] == ["quiet_hours"])
        }
        try move(MemberScene.samir, to: 2)
        #expect(try scene.feed(type: "new_shop").first?["reasons"] == ["not_relevant"])
        try scene.shard.advance(by: .hours(10))
        let pushes = try scene.shard.ask(DevelopmentOutbox.self, ["channel": "push"]).json["data"]?.array ?? []
        #expect(pushes.map { $0["to"] } == ["token-nadia"])
    }

    private static func offer(_ id: String, _ categories: [Int], title: [String: String] = ["fr": "Offre spéciale", "ar": "عرض خاص"],
                              at now: Timestamp) -> CampaignStarted {
        CampaignStarted(campaign: Campaign(campaignId: CampaignID(id), title: title, body: ["fr": "+2 %", "ar": "+2٪"],
                                           bonusBasisPoints: 200, categoryIds: categories, neighborhoodIds: [], shopIds: [],
                                           startsAt: now, endsAt: now + .days(2)))
    }

    @Test("The title of an offer arrives whole: all eighty characters that it may have")
    func longTitles() throws {
        let scene = try MemberScene()
        let title = ["fr": String(repeating: "Offre spéciale ", count: 5) + "Oran!", "ar": String(repeating: "عرض ", count: 19) + "خاص!"]
        #expect(title.values.allSatisfy { $0.count == 80 })
        try scene.shard.receive(Self.offer("c1", [4], title: title, at: scene.shard.now))
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.feed(type: "campaign").map { $0["title"]?.string } == [title["fr"]])
        #expect(try scene.feed(MemberScene.nadia, type: "campaign").map { $0["title"]?.string } == [title["ar"]])
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

    @Test("An announcement is told as it was written: a brace is a brace, and spaces around it are none of it")
    func asWritten() throws {
        let scene = try MemberScene()
        let announce = Announce(title: ["fr": " Nouveau {bientôt} ", "ar": "جديد {قريبا}"],
                                body: ["fr": "{recipient.name} et {text} restent.", "ar": "{text} يبقى."], audience: .all)
        #expect(try scene.shard.send(announce, as: MemberScene.admin)?.status == 201)
        try scene.shard.advance(by: .minutes(1))
        let item = try #require(try scene.feed(type: "app_update").first)
        #expect((item["title"], item["body"]) == ("Nouveau {bientôt}", "{recipient.name} et {text} restent."))
        #expect(try scene.feed(MemberScene.nadia, type: "app_update").map { $0["title"] } == ["جديد {قريبا}"])
    }
}
