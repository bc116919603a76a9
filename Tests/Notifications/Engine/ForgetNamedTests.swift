import Contracts
import Foundation
import Kernel
import Messaging
import NotificationsDelivery
import NotificationsFeed
import NotificationsKit
import NotificationsPreferences
import NotificationsService
import ServiceKit
import Testing
import TestKit

/// The notifications service with a tenant file of this repository.
struct TenantScene {
    let shard: ShardHarness<Notifications>
    static let lucia = Principal.user("1", roles: ["artist"])

    init(_ tenant: String = "lucidda") throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = root.path() + "deploy/tenants/\(tenant).yml"
        let file = try YAMLFile(path: path).root.json
        let definition = TenantDefinition(
            tenant: TenantID(unchecked: tenant), name: tenant, hosts: file["hosts"]?.array?.compactMap(\.string) ?? [], currency: .usd,
            timezone: file["timezone"]?.string ?? "UTC", languages: file["languages"]?.array?.compactMap(\.string) ?? [], sandbox: true,
            roles: ["artist": [], "developer": ["notifications:manage"]],
            plugins: file["plugins"]?.object?.mapValues { $0.array?.compactMap(\.string) ?? [] } ?? [:],
            settings: file["settings"]?.object ?? [:])
        shard = try ShardHarness(Notifications.self, definition: definition)
        var artist = UserRegistered(userId: "1", name: "Lucía Ferreyra", email: "lucia@lucidda.tattoo", roles: ["artist"])
        artist.timezone = "America/Argentina/Buenos_Aires"
        try shard.receive(artist)
        try shard.receive(PushTokenChanged(sessionId: "s-1", userId: "1", pushToken: "device-1"))
        try shard.markSeen()
    }
    func outbox(_ channel: String, to address: String? = nil) throws -> [JSONValue] {
        var parameters: [String: JSONValue] = ["channel": .string(channel)]
        if let address { parameters["to"] = .string(address) }
        return try shard.ask(DevelopmentOutbox.self, .object(parameters), as: .user("4", roles: ["developer"])).json["data"]?.array ?? []
    }
    func feed() throws -> [JSONValue] { try shard.ask(NotificationsOfUser.self, as: Self.lucia).json["data"]?.array ?? [] }
}

@Suite("Guests who are forgotten (12.F5)")
struct ForgetNamedTests {
    private static let email = "zebedee@quixotic.example"

    private func notify(_ scene: TenantScene, _ number: Int) throws {
        let facts: [String: JSONValue] = [
            "client": ["name": "Zebedee Quixotic"], "artist": ["name": "Lucía Ferreyra"], "appointment": ["id": .string(String(number))],
            "weekday": "martes",
            "date": "24 de noviembre", "start": "10:00", "end": "12:00", "manageUrl": "https://api.lucidda.tattoo/appointment/quixotic",
            "description": "Dragón quixotic", "appointmentId": .int(number), "what": "appointment-new",
        ]
        let name = "appointment/\(number)"
        try scene.shard.receive(Notify(kind: "appointment-new", recipientId: "1", about: "appointments/\(number)", dedupeKey: "\(name)/new",
                                       facts: facts, names: name))
        let file = SendToContact.Attachment(filename: "invite.ics", contentType: "text/calendar; method=REQUEST",
                                            content: "BEGIN:VCALENDAR\r\nATTENDEE:quixotic\r\n")
        try scene.shard.receive(SendToContact(to: .init(email: Self.email, phone: "+541122334455", name: "Zebedee Quixotic"),
                                              template: "appointment-confirmed", locale: "es",
                                              params: facts, attachments: [file], dedupKey: "\(name)/confirmed",
                                              timezone: "America/Argentina/Buenos_Aires", names: name))
    }
    private func known(_ scene: TenantScene) throws -> [String] {
        try ["quixotic", "1122334455"].flatMap { try scene.shard.columns(holding: $0) }
    }

    @Test("The artist's feed, pushes and mails of one appointment go; those of another one stay, and with the last one the address goes")
    func forgotten() throws {
        let scene = try TenantScene()
        try notify(scene, 31)
        try notify(scene, 32)
        #expect(try scene.feed().count == 2 && scene.outbox("push").count == 2 && scene.outbox("email", to: Self.email).count == 2)
        try scene.shard.receive(ForgetNamed(named: "appointment/31"))
        #expect(try scene.feed().map { $0["data"]?["appointment.id"] ?? $0["deepLink"] }.count == 1)
        #expect(try scene.outbox("push").map { $0["data"]?["appointmentId"] }.count == 1 && scene.outbox("email", to: Self.email)
            .count == 1)
        try scene.shard.receive(ForgetNamed(named: "appointment/32"))
        #expect(try scene.feed().isEmpty && scene.outbox("push").isEmpty && scene.outbox("email").isEmpty)
        #expect(try known(scene) == [])
        // The person may come back: a new message is sent.
        try notify(scene, 33)
        #expect(try scene.outbox("email", to: Self.email).count == 1)
    }

    @Test("What a guest chose under the id of older versions counts, and moves to the present one")
    func olderId() throws {
        let scene = try TenantScene()
        func remind(_ number: Int, _ address: String) throws {
            try scene.shard.receive(SendToContact(to: .init(email: address, phone: nil, name: "Zebedee"), template: "appointment-reminder",
                                                  locale: "es",
                                                  params: ["artist": ["name": "Lucía"], "weekday": "martes", "date": "24 de noviembre",
                                                           "start": "10:00", "end": "12:00",
                                                           "manageUrl": "https://api.lucidda.tattoo/appointment/key"],
                                                  dedupKey: "reminder/\(number)", timezone: "America/Argentina/Buenos_Aires"))
        }
        let older = "contact:" + DeterministicID.make("contact", "lucidda", Self.email)
        let off: JSONValue = ["push": false, "email": false, "sms": false]
        #expect(try scene.shard.send(SetPreferences(document: ["categories": ["reminders": off]]), as: .user(older))?.status == 200)
        try remind(1, Self.email)
        try remind(2, "other@example.com")
        #expect(try scene.outbox("email").map { $0["to"] } == ["other@example.com"])
        #expect(try scene.shard.columns(holding: older).filter { !$0.hasPrefix("souk_") } == [])
        try remind(3, Self.email.uppercased())
        #expect(try scene.outbox("email").count == 1)
    }

    @Test("What is as old as the feed is kept goes with the guest's address")
    func old() throws {
        let scene = try TenantScene()
        try notify(scene, 31)
        try scene.shard.advance(by: .days(95))
        #expect(try known(scene) == [])
    }
}

@Suite("Mails and pushes of appointments")
struct AppointmentTextTests {
    private static let link = "https://api.lucidda.tattoo/appointment/key", pay = "https://api.lucidda.tattoo/pay/secret"
    private static let params: [String: JSONValue] = [
        "artist": ["name": "Lucía Ferreyra"], "weekday": "martes", "date": "24 de noviembre", "start": "10:00", "end": "12:00",
        "manageUrl": .string(link), "payUrl": .string(pay), "deposit": "ARS 20.000,00", "due": "sábado 21 de noviembre de 2026, 04:30",
    ]
    private func mail(_ template: String, _ more: [String: JSONValue] = [:], locale: String = "es") throws -> JSONValue {
        let scene = try TenantScene()
        try scene.shard.receive(SendToContact(to: .init(email: "carla@example.com", name: "Carla"), template: template, locale: locale,
                                              params: Self.params.merging(more) { $1 }, dedupKey: "k"))
        return try #require(try scene.outbox("email", to: "carla@example.com").first)
    }

    @Test("The mail that asks for the deposit says when, until when, and has both ways on, as links in its HTML (12.F16)",
          arguments: ["es", "en"])
    func deposit(locale: String) throws {
        let mail = try mail("deposit-requested", locale: locale)
        for part in ["10:00", "12:00", "24 de noviembre", "04:30", Self.link, Self.pay] {
            #expect(mail["text"]?.string?.contains(part) == true, "\(part)")
        }
        for address in [Self.link, Self.pay] { #expect(mail["html"]?.string?.contains("<a href=\"\(address)\">\(address)</a>") == true) }
    }

    @Test("A mail that tells of a cancelled appointment gives the artist's reason and the refund; without them it leaves no gap (12.F16)")
    func cancelled() throws {
        let long = "Motivo: " + String(repeating: "me enfermé ", count: 40) + "fin"
        let told = try mail("appointment-cancelled", ["reason": .string(long), "refund": "Seña ARS 20.000,00: Devolución en camino"])
        #expect(told["text"]?.string?.contains("fin Seña ARS 20.000,00: Devolución en camino \(Self.link)") == true)
        let plain = try mail("appointment-cancelled")
        #expect(plain["text"]?.string?.contains("fue cancelada. \(Self.link)\n") == true && plain["html"]?.string?.contains("<a href=")
            == true)
        // A user's text never becomes a link.
        let tricky = try mail("appointment-cancelled", ["reason": "https://evil.example/"])
        #expect(tricky["html"]?.string?.contains("<a href=\"https://evil.example/\">") == false)
    }

    @Test("A booking that has expired: the same link while it is good, else a new one has to be asked for (12.F16)")
    func expired() throws {
        let good = try mail("deposit-expired", ["bookUrl": "https://api.lucidda.tattoo/book/token"])
        #expect(good["text"]?.string?.contains("Podés volver a reservar: https://api.lucidda.tattoo/book/token") == true)
        let over = try mail("deposit-expired", ["bookHint": "Pedí un enlace nuevo para reservar."])
        #expect(over["text"]?.string?.contains("Pedí un enlace nuevo para reservar.") == true
            && over["text"]?.string?.contains("volver a reservar") == false)
    }

    @Test("An artist hears of days and amounts in the language of her account, as the rest of the text")
    func language() throws {
        let scene = try TenantScene()
        func notify(_ number: Int) throws -> JSONValue {
            let facts: [String: JSONValue] = [
                "client": ["name": "Carla Medina"], "appointment": ["id": .string(String(number))], "weekday": "miércoles",
                "date": "25 de noviembre", "start": "10:00", "end": "12:00",
                "byLanguage": ["en": ["weekday": "Wednesday", "date": "25 November"]],
            ]
            try scene.shard.receive(Notify(kind: "appointment-new", recipientId: "1", about: "appointments/\(number)",
                                           dedupeKey: "\(number)/new", facts: facts))
            return try #require(try scene.feed().first { $0["data"]?["appointment.id"] == .string(String(number)) })
        }
        #expect(try notify(31)["body"] == "Carla Medina, miércoles 25 de noviembre, 10:00–12:00")
        try scene.shard.receive(UserUpdated(userId: "1", name: "Lucía Ferreyra", roles: ["artist"], locale: "en"))
        let english = try notify(32)
        #expect(english["title"] == "New appointment" && english["body"] == "Carla Medina, Wednesday 25 November, 10:00–12:00")
        #expect(english["data"]?.object?.keys.contains { $0.hasPrefix("byLanguage") } == false)
    }

    @Test("The artist is reminded two hours before, or when she says so (12.F13)")
    func artistReminder() throws {
        let scene = try TenantScene()
        let start = scene.shard.now + .days(1)
        func remind(_ number: Int, _ offset: String) throws {
            let facts: [String: JSONValue] = [
                "client": ["name": "Carla Medina"], "appointment": ["id": .string(String(number)), "start": .string(start.description)],
                "offset": .string(offset),
                "weekday": "domingo", "date": "22 de noviembre", "start": "10:00", "end": "12:00", "appointmentId": .string(String(number)),
                "what": "artist-reminder",
            ]
            try scene.shard.receive(Notify(kind: "artist-reminder", recipientId: "1", about: "appointments/\(number)",
                                           dedupeKey: "\(number)/\(offset)", facts: facts))
        }
        for offset in ["P1D", "PT3H", "PT2H", "PT1H", "PT30M", "PT15M"] { try remind(31, offset) }
        #expect(try scene.outbox("push").map { $0["data"]?["appointmentId"] } == ["31"])
        let push = try #require(try scene.outbox("push").first)
        #expect(push["contentAvailable"] == true && push["data"]?.object?.values.allSatisfy { $0.string != nil } == true)
        let chosen = try scene.shard.send(SetPreferences(document: ["reminderOffsets": ["P1D", "PT15M"]]), as: TenantScene.lucia)
        #expect(chosen?.status == 200, "\(chosen?.json ?? .null)")
        for offset in ["P1D", "PT3H", "PT2H", "PT1H", "PT30M", "PT15M"] { try remind(32, offset) }
        #expect(try scene.outbox("push").filter { $0["data"]?["appointmentId"] == "32" }.count == 2)
    }
}
