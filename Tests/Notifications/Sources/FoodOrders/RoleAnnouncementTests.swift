import Contracts
import Kernel
import Messaging
import NotificationsEngine
import NotificationsFoodOrderNews
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("Announcements to customers, owners and couriers")
struct RoleAnnouncementTests {
    private func announce(_ scene: FoodScene, _ audience: AnnounceToRole.Audience = .customers, title: String = "عرض",
                          en: (String, String)? = nil, deepLink: String? = nil, as author: Principal = FoodScene.social) throws -> Reply? {
        try scene.shard.send(AnnounceToRole(audience: audience, titles: ["ar": title, "en": en?.0],
                                            bodies: ["ar": "خصم على الحلويات", "en": en?.1], deepLink: deepLink), as: author)
    }

    @Test("Everybody with the role hears of it, each in their language; the link leads where it says", arguments: [
        (AnnounceToRole.Audience.customers, FoodScene.customer), (.owners, FoodScene.owner), (.couriers, FoodScene.courier),
    ])
    func audience(audience: AnnounceToRole.Audience, reader: Principal) throws {
        let scene = try FoodScene()
        try scene.shard.receive(UserUpdated(userId: "fahad", name: "Fahad", email: "f@sofra.test", roles: ["customer"], locale: "en"))
        let reply = try announce(scene, audience, en: ("Offer", "Sweets for less"), deepLink: "sofra://restaurants/r-1")
        #expect(reply?.status == 201 && reply?.json["recipients"]?.int == (audience == .customers ? 2 : 1))
        try scene.moment()
        for person in FoodScene.everybody {
            let items = try scene.feed(person, type: "announcement")
            #expect(items.count == (person.roles == reader.roles ? 1 : 0), "\(person.userID)")
        }
        let item = try #require(try scene.feed(reader).first)
        #expect((item["title"], item["body"], item["deepLink"], item["category"])
            == ("عرض", "خصم على الحلويات", "sofra://restaurants/r-1", "marketing"))
        if audience == .customers { #expect(try scene.feed(FoodScene.fahad).first?["title"] == "Offer") }
    }

    @Test("Nobody writes to all without the permission")
    func permission() throws {
        let scene = try FoodScene()
        for author in [FoodScene.customer, FoodScene.supervisor, FoodScene.accountant] {
            #expect(try announce(scene, as: author)?.status == 403)
        }
        #expect(try announce(scene, as: FoodScene.admin)?.status == 201)
    }

    @Test("A text has its limits, Arabic is required, links lead to the app or to the web", arguments: [
        ("title", String(repeating: "ع", count: 81), nil as String?, "titles.ar"), ("empty title", " \u{200B}", nil, "titles.ar"),
        ("http", "ع", "http://sofra.test", "deepLink"), ("script", "ع", "javascript:alert(1)", "deepLink"),
        ("another app", "ع", "other://x", "deepLink"),
    ])
    func refused(what: String, title: String, link: String?, field: String) throws {
        let scene = try FoodScene()
        let reply = try announce(scene, title: title, deepLink: link)
        #expect(reply?.status == 422 && reply?.json["errors"]?[field] != nil, "\(what): \(reply?.json ?? .null)")
        let bare = AnnounceToRole(audience: .customers, titles: ["en": "Offer"], bodies: ["ar": "ع", "en": "B"])
        #expect(try scene.shard.send(bare, as: FoodScene.social)?.json["errors"]?["titles.ar"] != nil)
        try scene.moment()
        #expect(try scene.feed(FoodScene.customer).isEmpty)
    }

    @Test("Of texts that are none each is named, with all else that is wrong")
    func noTexts() throws {
        let scene = try FoodScene()
        let reply = try scene.shard.send(raw: #"{"audience":"owners","titles":{"ar":5},"bodies":{"ar":"","en":[]},"deepLink":"http://x"}"#,
                                         type: AnnounceToRole.type, as: FoodScene.social)
        #expect(reply?.json["errors"]?.object?.keys.sorted() == ["bodies.ar", "bodies.en", "deepLink", "titles.ar"])
    }

    @Test("Each text may be in Arabic alone: the other one keeps its languages")
    func halfTranslated() throws {
        let scene = try FoodScene()
        try scene.shard.receive(UserUpdated(userId: "fahad", name: "Fahad", email: "f@sofra.test", roles: ["customer"], locale: "en"))
        let half = AnnounceToRole(audience: .customers, titles: ["ar": "عرض"], bodies: ["ar": "خصم", "en": "Sweets for less"])
        #expect(try scene.shard.send(half, as: FoodScene.social)?.status == 201)
        try scene.moment()
        let english = try #require(try scene.feed(FoodScene.fahad).first), arabic = try #require(try scene.feed(FoodScene.customer).first)
        #expect(english["title"] == "عرض" && english["body"] == "Sweets for less")
        #expect(arabic["title"] == "عرض" && arabic["body"] == "خصم")
    }

    @Test("The longest title is shown whole; braces and marks of direction stay plain text")
    func literal() throws {
        let scene = try FoodScene()
        let title = String(repeating: "ع", count: 80)
        #expect(try announce(scene, title: title, deepLink: "https://sofra.test/offers")?.status == 201)
        #expect(try announce(scene, .owners, title: "{recipient.name} {{x}} \u{202E}")?.status == 201)
        try scene.moment()
        #expect(try scene.feed(FoodScene.customer).first?["title"]?.string == title)
        #expect(try scene.feed(FoodScene.owner).first?["title"] == "{recipient.name} {{x}}")
    }

    @Test("One a day and three a week reach a person, whether pushed or only shown; the rest is dropped", arguments: [true, false])
    func caps(hasDevice: Bool) throws {
        // Saturday 10:00; the week begins on Sunday.
        let scene = try FoodScene(withoutDevice: hasDevice ? [] : ["noura"])
        func count() throws -> Int { try scene.feed(FoodScene.customer, type: "announcement").count }
        for _ in 0..<2 {
            #expect(try announce(scene)?.status == 201)
            try scene.moment()
        }
        #expect(try count() == 1)
        for day in 1...5 {
            try scene.shard.advance(by: .days(1))
            #expect(try announce(scene)?.status == 201)
            try scene.moment()
            #expect(try count() == 1 + min(day, 3))
        }
        #expect(try scene.pushes(FoodScene.customer).count == (hasDevice ? 4 : 0))
        // The next Sunday.
        try scene.shard.advance(by: .days(3))
        #expect(try announce(scene)?.status == 201)
        try scene.moment()
        #expect(try count() == 5)
    }

    @Test("By night an announcement waits for the morning, and of two the first one comes")
    func byNight() throws {
        // 23:30 in Riyadh.
        let scene = try FoodScene(at: "2026-11-21T20:30:00Z")
        for title in ["الأول", "الثاني"] {
            #expect(try announce(scene, title: title)?.status == 201)
            try scene.moment()
        }
        #expect(try scene.pushes(FoodScene.customer).isEmpty)
        try scene.shard.advance(by: .hours(9) + .minutes(29))
        #expect(try scene.pushes(FoodScene.customer).isEmpty)
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.pushes(FoodScene.customer) == ["announcement"])
        #expect(try scene.feed(FoodScene.customer).map { $0["title"] } == ["الأول"])
        // It counts for the day on which it came.
        #expect(try announce(scene)?.status == 201)
        try scene.moment()
        #expect(try scene.feed(FoodScene.customer).count == 1)
    }

    @Test("Who has switched marketing off has it in the feed alone, no more often")
    func optedOut() throws {
        let scene = try FoodScene()
        let reply = try scene.shard.send(SetPreferences(document: ["categories": ["marketing": ["push": false]]]), as: FoodScene.customer)
        #expect(reply?.status == 200)
        for _ in 0..<2 {
            #expect(try announce(scene)?.status == 201)
            try scene.moment()
        }
        #expect(try scene.pushes(FoodScene.customer).isEmpty && scene.feed(FoodScene.customer).count == 1)
    }

    @Test("A second one on a day is dropped for people who got the first as a push and would find this one in the feed alone",
          arguments: ["signed out", "switched off", "snoozed"])
    func afterPush(what: String) throws {
        let scene = try FoodScene()
        #expect(try announce(scene)?.status == 201)
        try scene.moment()
        #expect(try scene.pushes(FoodScene.customer) == ["announcement"])
        switch what {
        case "signed out": try scene.shard.receive(PushTokenChanged(sessionId: "s-noura", userId: "noura", pushToken: nil))
        case "switched off":
            let off = SetPreferences(document: ["categories": ["marketing": ["push": false]]])
            #expect(try scene.shard.send(off, as: FoodScene.customer)?.status == 200)
        default: #expect(try scene.shard.send(Snooze(kind: "marketing"), as: FoodScene.customer)?.status == 200)
        }
        #expect(try announce(scene)?.status == 201)
        try scene.moment()
        #expect(try scene.feed(FoodScene.customer).count == 1)
        // The next day has room again.
        try scene.shard.advance(by: .days(1))
        #expect(try announce(scene)?.status == 201)
        try scene.moment()
        #expect(try scene.feed(FoodScene.customer).count == 2)
    }
}
