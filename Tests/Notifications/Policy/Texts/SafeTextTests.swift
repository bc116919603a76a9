import Contracts
import Kernel
import NotificationPolicy
import NotificationsService
import Testing

@Suite("Texts from people in messages")
struct SafeTextTests {
    private func template(_ facts: [String: JSONValue], _ language: TextLanguage = .en) throws -> TextTemplate {
        TextTemplate(facts: facts, zone: try TimeZoneRules.named("Africa/Kampala"), now: ChannelScene.now, language: language,
                     words: Notifications.installed.vocabulary)
    }

    @Test("A value is one line: no line break, no control character, no mark that turns the direction of what follows", arguments: [
        ("a\r\nBcc: x@y.example", "a Bcc: x@y.example"), ("a\u{0}b\u{7}\u{1B}[31m", "ab[31m"), ("\u{202E}evil\u{202C}", "evil"),
            ("a\u{2028}b\u{2029}c\u{85}d", "a b c d"),
        ("  a \t b  ", "a b"), ("\u{2067}x\u{2069}\u{200F}", "x"), ("e\u{301}", "e\u{301}"), ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("\u{FEFF}z\u{200B}z", "zz"),
    ])
    func line(raw: String, expected: String) throws {
        #expect(SafeText.line(raw) == expected)
        #expect(try template(["n": .string(raw)]).render("[{n}]") == "[\(expected)]")
    }

    @Test("A name of 10 kB does not push the fact out, and a tower of marks is no character")
    func long() throws {
        let name = String(repeating: "N", count: 10_240)
        let text = try template(["n": .string(name), "v": "Serena"]).render("{n}: new venue {v}", max: 240)
        #expect(text.hasSuffix("new venue Serena") && text.count <= 240)
        let tower = "Z" + String(repeating: "\u{301}", count: 10_000)
        let thin = try template(["n": .string(tower)]).render("{n}", max: 65)
        #expect(thin.unicodeScalars.count <= 8)
        #expect(try template(["n": .string(String(repeating: "\u{0}", count: 1_000_000))]).render("a{n}b") == "ab")
    }

    @Test("Missing facts and values that look like placeholders leave nothing behind and open nothing")
    func missing() throws {
        let texts = try template(["a": "{b}", "b": "secret", "c": .null, "d": .array(["x"]), "e": .double(0.1)])
        #expect(texts.render("{a}|{nope}|{c}|{d}|{e}|{}|{|when}|{b|when}") == "{b}|||||||")
    }

    @Test("In Arabic every value is isolated, and in other languages what runs from right to left; a cut never leaves an isolate open")
    func isolated() throws {
        let name = "Kampala Tech Summit"
        #expect(try template(["n": .string(name)], .ar).render("لديك تذكرة لـ {n}.") == "لديك تذكرة لـ \u{2068}\(name)\u{2069}.")
        #expect(try template(["n": "مهرجان"], .en).render("You have a ticket for {n}.") == "You have a ticket for \u{2068}مهرجان\u{2069}.")
        #expect(try template(["n": .string(name)], .en).render("{n}") == name)
        #expect(try template(["amount": ["amount": 100_000, "currency": "UGX"]], .ar).render("دفعت {amount}.")
            == "دفعت \u{2068}UGX 100,000\u{2069}.")
        // A text that is nothing but the value needs no marks.
        #expect(try template(["title": "عرض خاص"], .ar).render("{title}") == "عرض خاص")
        for max in 3...40 {
            let cut = try template(["n": .string(name)], .ar).render("تذكرة {n} و {n}", max: max)
            #expect(cut.count <= max)
            #expect(cut.unicodeScalars.count { $0 == "\u{2068}" } == cut.unicodeScalars.count { $0 == "\u{2069}" })
        }
    }

    @Test("Counted words take the form of their language", arguments: [
        (TextLanguage.en, "{n|count:ticket:tickets}", [0: "0 tickets", 1: "1 ticket", 2: "2 tickets"]),
        (.fr, "{n|count:billet:billets}", [0: "0 billet", 1: "1 billet", 2: "2 billets"]),
        (.ar, "{n|count:تذاكر:تذكرة:تذكرتان:تذاكر:تذكرة:تذكرة}",
         [0: "0 تذاكر", 1: "1 تذكرة", 2: "2 تذكرتان", 3: "3 تذاكر", 10: "10 تذاكر", 11: "11 تذكرة",
             100: "100 تذكرة", 103: "103 تذاكر"]),
    ])
    func plurals(language: TextLanguage, words: String, expected: [Int: String]) throws {
        for (number, text) in expected { #expect(try template(["n": .int(number)], language).render(words) == text) }
    }

    @Test("A link takes values as parts of its path and nothing else")
    func links() throws {
        let facts: [String: JSONValue] = ["id": "../x?a=1#b\u{2068} ü", "order.id": "51aa-0f"]
        #expect(try template(facts, .ar).address("orders/{order.id}/{id}") == "orders/51aa-0f/..%2Fx%3Fa%3D1%23b%20%C3%BC")
    }

    @Test("Templates that break a text rule are refused when the tenant file is applied", arguments: [
        ("Starts {event.startDate}.", TextLanguage.en, "(T1)"), ("Starts {event.startDate|when}.", .en, ""),
        ("Starts in {n} hours.", .en, "(T3)"),
            ("Dans {n} heures", .fr, "(T3)"),
        ("Tap to see your order {id}", .en, "(T3)"), ("Toca para ver {id}", .es, "(T3)"), ("View changes.", .en, "(T2)"),
            ("{n|count:a:b:c}", .ar, "needs 6 forms"),
        ("{n|count:a:b}", .ar, ""), ("\u{1}", .en, "control"), ("أكتب {n}", .ar, ""), ("Until {retryUntil|when}", .en, ""),
        ("{retryUntil|when:Until %.}", .en, ""), ("{retryUntil|when:Tap here until %.}", .en, "(T3)"),
        ("{retryUntil|when:Try again soon.}", .en, "says no time"),
    ])
    func rules(text: String, language: TextLanguage, expected: String) {
        let problems = TextRules.problems(of: text, in: language)
        if expected.isEmpty { #expect(problems.isEmpty) } else {
            #expect(problems.count == 1 && problems[0].contains(expected), "\(problems)")
        }
    }

    @Test("A hostile name reaches nobody's header, HTML or feed as more than a name")
    func throughTheService() throws {
        let scene = try NotificationScene()
        let evil = "Fest\r\nBcc: all@example.com\u{202E}<img src=x onerror=alert(1)>\u{0}"
        try scene.shard.receive(PushTokenChanged(sessionId: "s-1", userId: "john", pushToken: "device-1"))
        try scene.issue(event: NotificationScene.event(title: evil))
        let mail = try #require(try scene.outbox(["channel": "email"]).first)
        #expect(mail["subject"] == "Your tickets: Fest Bcc: all@example.com<img src=x onerror=alert(…")
        #expect(try #require(mail["html"]?.string).contains("&lt;img src=x onerror=alert(…</h1>"))
        for row in try scene.outbox() + scene.feed() {
            for text in ["title", "body", "subject", "text"].compactMap({ row[$0]?.string }) {
                #expect(text.unicodeScalars.allSatisfy { ($0.value >= 32 || $0 == "\n") && $0 != "\u{202E}" })
            }
        }
    }
}
