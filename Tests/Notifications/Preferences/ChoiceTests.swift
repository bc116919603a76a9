import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsAdministration
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("What people choose")
struct ChoiceTests {
    private let scene: EventPassScene
    init() throws { scene = try EventPassScene() }

    private func put(_ document: [String: JSONValue], view: String? = nil) throws -> Reply? {
        try scene.shard.send(SetPreferences(view: view, document: document), as: EventPassScene.john)
    }
    private func get(_ view: String? = nil) throws -> JSONValue {
        try scene.shard.ask(PreferencesOfUser.self, view.map { ["view": .string($0)] } ?? [:], as: EventPassScene.john).json
    }
    private func errors(_ reply: Reply?) -> [String] { reply?.json["errors"]?.object?.keys.sorted() ?? [] }
    /// Of somebody who chose nothing.
    private static func form(_ tenant: String, _ role: String, now: Timestamp) throws -> PreferenceForm {
        let policy = try SpecPolicies.policy(tenant)
        return PreferenceForm(Preferences(), policy: policy, roles: [role], zone: policy.zone, locale: "en", now: now)
    }
    private static let silent: JSONValue = ["push": false, "email": false, "sms": false]

    @Test("A mandatory type keeps one way to its reader, in whatever steps it is silenced (12.F25)")
    func mandatoryInSteps() throws {
        // The type first, then its category.
        #expect(try put(["types": ["payment-failed": ["push": false]]])?.status == 200)
        #expect(try errors(put(["categories": ["critical": ["email": false]]])) == ["categories.critical"])
        #expect(try errors(put(["ticketPurchaseConfirmations": ["email": false]], view: "channels")) == ["ticketPurchaseConfirmations"])
        // The category first, then the type.
        #expect(try put(["types": ["payment-failed": ["push": true]], "categories": ["critical": ["email": false]]])?.status == 200)
        #expect(try errors(put(["types": ["payment-failed": ["push": false]]])) == ["types.payment-failed"])
        #expect(
            try errors(
                put(["types": ["payment-failed": ["push": false]],
                     "categories": ["critical": ["email": true, "push": false, "sms": false]]])) == [])
        // Both in one.
        #expect(try errors(put(["types": ["payment-failed": Self.silent]])) == ["types.payment-failed"])
        #expect(try errors(put(["categories": ["critical": Self.silent]])) == ["categories.critical"])
        let held = try get()
        #expect(held["categories"]?["critical"]?["email"] == true)
        // Other choices are still accepted.
        #expect(try put(["litePayload": false])?.status == 200)
    }

    @Test("The switches of a code may be sent; a code does not look at them")
    func codes() throws {
        let off: JSONValue = ["otp-code": ["sms": false]]
        #expect(try put(["types": off])?.json["types"]?["otp-code"]?["sms"] == false)
        #expect(try errors(put(["types": ["otp-codes": ["sms": false]]])) == ["types.otp-codes"])
        let answer = try scene.shard.ask(Simulate.self, [
            "recipient": ["reach": ["sms": true]], "preferences": ["types": off],
            "candidates": [["type": "otp-code", "at": "2026-11-25T20:00:00Z"]],
        ], as: EventPassScene.dora)
        let decision = answer.json["decisions"]?.array?.first
        #expect(decision?["decision"] == "send" && decision?["channels"] == ["sms"])
    }

    @Test("A way that none of a mandatory category's messages has does not keep it (12.F25)")
    func foreignWay() throws {
        var form = try Self.form("peez", "member", now: scene.shard.now)
        form.take(["categories": ["membership": ["push": false, "email": false, "sms": true]]])
        #expect(form.check.errors.keys.sorted() == ["categories.membership"])
    }

    @Test("A snooze names a type that is unknown and a time that has passed at once")
    func snoozeErrors() throws {
        var form = try Self.form("peez", "member", now: scene.shard.now)
        form.snooze("nope", until: scene.shard.now)
        #expect(form.check.errors.keys.sorted() == ["type", "until"])
    }

    @Test("Snoozes that are no list and switches that are neither on nor off are named; null leaves them as they are")
    func wrongTypes() throws {
        #expect(try put(["snoozes": "x"])?.json["errors"] == ["snoozes": ["must be a list"]])
        #expect(try put(["snoozes": .null])?.status == 200)
        let reply = try put(["eventReminders24h": "x", "ticketPurchaseConfirmation": 1, "isEnabled": "yes"], view: "simple")
        #expect(reply?.json["errors"] == [
            "eventReminders24h": ["must be true or false"], "ticketPurchaseConfirmation": ["must be true or false"],
            "isEnabled": ["must be true or false"],
        ])
        let before = try get("simple")
        #expect(try put(["eventReminders24h": .null], view: "simple")?.status == 200)
        #expect(try get("simple") == before)
    }

    @Test("Preferences that are sent back as they were read leave zone and language to the profile; others are a choice until the reset")
    func profileCounts() throws {
        let members = try MemberScene()
        func profile(_ locale: String, _ zone: String?) throws {
            var profile = UserUpdated(userId: "samir", name: "N", email: "samir@example.com", roles: ["member"], locale: locale)
            profile.timezone = zone
            try members.shard.receive(profile)
        }
        func put(_ document: [String: JSONValue]) throws {
            #expect(try members.shard.send(SetPreferences(document: document), as: MemberScene.samir)?.status == 200)
        }
        func read() throws -> JSONValue { try members.shard.ask(PreferencesOfUser.self, as: MemberScene.samir).json }
        try put(try read().object ?? [:])
        try profile("ar", "Europe/Paris")
        #expect(try read()["locale"] == "ar" && read()["timezone"] == "Europe/Paris")
        try members.shard.receive(try members.activated(7, from: "2026-11-21", to: "2026-12-21"))
        #expect(try members.feed().first?["title"]?.string?.unicodeScalars.contains { $0.value >= 0x600 } == true)
        // What differs from the profile was chosen, and its echo changes nothing.
        try put(["locale": "fr", "timezone": "Asia/Tokyo"])
        try put(try read().object ?? [:])
        try profile("ar", "Africa/Algiers")
        #expect(try read()["locale"] == "fr" && read()["timezone"] == "Asia/Tokyo")
        let reset = try members.shard.send(ResetPreferences(), as: MemberScene.samir)
        #expect(reset?.json["locale"] == "ar" && reset?.json["timezone"] == "Africa/Algiers")
        try profile("fr", "Europe/Paris")
        #expect(try read()["locale"] == "fr" && read()["timezone"] == "Europe/Paris")
        // A zone that was taken out of the profile counts no longer.
        try profile("fr", nil)
        #expect(try read()["timezone"] == "Africa/Algiers")
    }

    @Test("Errors stand under the names of the view that was sent")
    func namesOfView() throws {
        #expect(try errors(put(["eventUpdates": Self.silent], view: "channels")) == ["eventUpdates"])
        #expect(try errors(put(["paymentUpdates": ["push": "on"], "lowStock": ["pigeon": true]], view: "channels"))
            == ["lowStock.pigeon", "paymentUpdates.push"])
    }

    @Test("Of two lines of one category the changed one counts, when the whole view is sent back")
    func linesOfOneCategory() throws {
        let lines = ["ticketPurchaseConfirmations", "paymentUpdates"]
        for (line, isOn) in [(lines[0], false), (lines[1], true), (lines[1], false), (lines[0], true)] {
            var view = try #require(try get("channels").object)
            view[line] = view[line]?.with("push", .bool(isOn))
            #expect(try put(view, view: "channels")?.status == 200)
            let shown = try get("channels")
            #expect(lines.allSatisfy { shown[$0]?["push"] == .bool(isOn) })
            #expect(try get()["categories"]?["critical"]?["push"] == .bool(isOn))
        }
    }

    @Test("An app without reminders or sales to choose says so")
    func noReminders() throws {
        var form = try Self.form("peez", "member", now: scene.shard.now)
        form.take(["reminderOffsets": ["PT1H"]])
        #expect(form.check.errors == ["reminderOffsets": ["is not offered here"]])
        form.take(["digestMode": "realtime"])
        #expect(form.check.errors["digestMode"] == ["is not offered here"])
    }

    @Test("The feed, which is always on, does not keep a mandatory type; types that never interrupt need nothing else (12.F25)")
    func feedIsNoWay() throws {
        let lucidda = try TenantScene()
        func errors(_ switches: [String: JSONValue], type: String? = nil) throws -> [String] {
            let document: JSONValue = .object(switches)
            let change = type.map { SetPreferences(document: ["types": [$0: document]]) }
                ?? SetPreferences(document: ["categories": ["appointments": document]])
            return try lucidda.shard.send(change, as: TenantScene.lucia)?.json["errors"]?.object?.keys.sorted() ?? []
        }
        #expect(try errors(["push": false]) == ["categories.appointments"])
        #expect(try errors(["push": false], type: "appointment-new") == ["types.appointment-new"])
        #expect(try errors(["push": false], type: "booking-expired") == [])
        #expect(try errors(["email": false]) == [])
    }

    @Test("While everything is off, other views show what was chosen, and sending them back changes nothing (12.F26)")
    func masterSwitch() throws {
        #expect(try put(["categories": ["marketing": ["push": true]], "types": ["event-reminder": ["email": false]]])?.status == 200)
        let views = (try get("channels"), try get("simple"), try get())
        #expect(try put(["enabled": false])?.status == 200)
        #expect(try get("channels") == views.0)
        let simple = try get("simple")
        #expect(simple["isEnabled"] == false && simple.with("isEnabled", true) == views.1)
        #expect(try get().with("enabled", true) == views.2)
        #expect(try scene.attempt("tickets-low", relations: ["favorited"])["reasons"] == ["opted_out"])
        // The app sends back the values it got.
        #expect(try put(try get("channels").object ?? [:], view: "channels")?.status == 200)
        #expect(try put(try get("simple").object ?? [:], view: "simple")?.status == 200)
        #expect(try put(["isEnabled": true], view: "simple")?.status == 200)
        #expect(try (get("channels"), get("simple"), get()) == views)
        #expect(try scene.attempt("tickets-low", relations: ["favorited"])["decision"] == "send")
    }

    @Test("In apps without recommendations or promotions the flat form switches their category; as it was read it changes nothing")
    func flatFormElsewhere() throws {
        func put<S>(_ form: [String: JSONValue], _ shard: ShardHarness<S>, _ who: Principal) throws -> JSONValue? {
            let reply = try shard.send(SetPreferences(view: "simple", document: form), as: who)
            return reply?.status == 200 ? reply?.json : nil
        }
        let (food, members) = (try FoodScene(), try MemberScene())
        func read() throws -> JSONValue {
            try food.shard.ask(PreferencesOfUser.self, ["view": "simple"], as: FoodScene.customer).json
        }
        let before = try read()
        #expect(before["marketing"] == true && before["recommendations"] == true && before["eventReminders24h"] == false)
        #expect(try put(before.object ?? [:], food.shard, FoodScene.customer) == before)
        #expect(try put(["marketing": false, "recommendations": false], food.shard, FoodScene.customer)?["marketing"] == false)
        let document = try food.shard.ask(PreferencesOfUser.self, [:], as: FoodScene.customer).json
        #expect(document["categories"]?["marketing"]?["push"] == false && document["categories"]?["informational"]?["push"] == false)
        #expect(try put(["marketing": true], food.shard, FoodScene.customer)?["marketing"] == true)
        // An app that has neither sends nothing of the kind.
        let plain = try members.shard.ask(PreferencesOfUser.self, ["view": "simple"], as: MemberScene.samir).json
        #expect(try put(plain.object ?? [:], members.shard, MemberScene.samir) == plain)
    }

    @Test("Own quiet hours keep their times while they are off, in the flat form, too (12.F27)")
    func quietHours() throws {
        #expect(try put(["quietHours": ["from": "20:00", "to": "09:30"]])?.status == 200)
        #expect(try put(["quietHoursEnabled": false], view: "simple")?.status == 200)
        let shown = try get("simple")
        #expect(shown["quietHoursStart"] == ["hour": 20, "minute": 0] && shown["quietHoursEnd"] == ["hour": 9, "minute": 30]
            && shown["quietHoursEnabled"] == false)
        #expect(try put(shown.object ?? [:], view: "simple")?.status == 200)
        #expect(try put(["quietHoursEnabled": true], view: "simple")?.status == 200)
        #expect(try get()["quietHours"] == ["enabled": true, "from": "20:00", "to": "09:30"])
    }

    @Test("The last changes of an event come as one, in words that hold whenever they are read (12.F28)")
    func refundUntil() throws {
        try scene.issue(["john"])
        let until = try #require(Timestamp("2026-11-26T07:00:00Z"))
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: EventPassScene.event(version: 2, city: "Jinja"), changed: ["venue"],
                                             notifyHolders: true, refundUntil: until))
        try scene.shard.advance(by: .seconds(1))
        let update = try #require(try scene.feed().first { $0["type"] == "event-venue-changed" })
        #expect(update["body"]?.string?.hasSuffix("You may give your tickets back until Thu 26 Nov at 10:00 AM.") == true)
    }

    @Test("Holders read the day until which tickets can be given back: the change's, or the policy's if that is later",
          arguments: [(24, "Fri 27 Nov at 10:00 AM."), (72, "Thu 26 Nov at 10:00 AM.")])
    func refundUntilPolicy(hours: Int, day: String) throws {
        try scene.issue(["john"])
        let moved = EventPassScene.event(version: 2, city: "Jinja", refundHours: hours)
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: moved, changed: ["venue"], notifyHolders: true,
                                             refundUntil: Timestamp("2026-11-26T07:00:00Z")))
        try scene.shard.advance(by: .seconds(1))
        let update = try #require(try scene.feed().first { $0["type"] == "event-venue-changed" })
        #expect(update["body"]?.string?.hasSuffix("You may give your tickets back until " + day) == true, "\(update["body"] ?? "")")
    }

    @Test("A message that comes late is as old as what it tells (12.F22)")
    func lateNews() throws {
        // Development posts state when it happened; a payment failure of two months ago is not sent.
        func attempt(_ type: String, days: Int) throws -> JSONValue? {
            let body = TryNotification(kind: type, recipientId: "john", about: "s", at: scene.shard.now - .days(days))
            return try scene.shard.send(body, as: EventPassScene.dora)?.json["reasons"]
        }
        #expect(try attempt("payment-failed", days: 60) == ["expired"])
        #expect(try attempt("support-reply", days: 9) == ["expired"])
        #expect(try attempt("support-reply", days: 6) == ["ok"])
    }

    @Test("The key of a type tells a development post from its repetition where no other is given")
    func keyOfType() throws {
        func attempt() throws -> JSONValue { try scene.attempt("refund-processed", facts: ["refund": ["id": "r-1"]]) }
        #expect(try attempt()["decision"] == "send")
        #expect(try attempt()["reasons"] == ["duplicate"])
        #expect(try scene.attempt("refund-processed", facts: ["refund": ["id": "r-2"]])["decision"] == "send")
    }
}
