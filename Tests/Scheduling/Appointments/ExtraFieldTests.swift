import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingService
import ServiceKit
import TestKit
import Testing

@Suite("What only one app asks about an appointment")
struct ExtraFieldTests {
    private static let fields: JSONValue = [
        ["name": "hairLength", "label": ["en": "Hair length", "es": "Largo del pelo"], "type": "choice", "choices": ["short", "long"],
         "required": true],
        ["name": "allergies", "label": ["en": "Allergies"], "type": "lines", "max": 20],
        ["name": "visits", "label": ["en": "Earlier visits"], "type": "number", "max": 99],
    ]
    private let tuesday = "2026-11-24T09:00:00Z", wednesday = "2026-11-25T09:00:00Z"

    private func salon() throws -> Salon {
        var definition = Salon.definition
        definition.settings = ["scheduling": .object((Salon.settings.object ?? [:]).merging(["extraFields": Self.fields]) { $1 })]
        return try Salon(definition)
    }
    private func token(_ salon: Salon) throws -> JSONValue { try #require(try salon.link().json["token"]) }
    private func details(_ salon: Salon, _ id: Int = 1) throws -> JSONValue {
        try salon.shard.ask(AppointmentDetails.self, ["appointmentId": .string(String(id))], as: Salon.stylist).json
    }

    @Test("A link says what is asked; the answers are checked, kept and shown to both sides, on the page and to mails")
    func wholeWay() throws {
        let salon = try salon()
        let token = try token(salon)
        let asked = try salon.shard.ask(LinkForCustomer.self, ["token": token]).json["extraFields"]
        #expect(asked?["required"] == ["hairLength"] && asked?["properties"]?["hairLength"]?["enum"] == ["short", "long"])
        #expect(asked?["properties"]?["visits"] == ["title": "Earlier visits", "type": "integer", "maximum": 99])
        let refused = try salon.book(token.string ?? "", tuesday,
                                     ["extraFields": ["allergies": "a text of more than twenty", "visits": "many", "shoe": 1]])
        #expect(refused.status == 422)
        #expect(refused.fields == ["extraFields.hairLength", "extraFields.allergies", "extraFields.visits", "extraFields.shoe"])
        #expect(try salon.book(token.string ?? "", tuesday).fields == ["extraFields.hairLength"])
        let booked = try salon.book(token.string ?? "", tuesday, ["extraFields": ["hairLength": "long", "visits": 3]])
        let kept: JSONValue = ["hairLength": "long", "allergies": nil, "visits": 3]
        #expect(booked.status == 201 && booked.json["extraFields"] == kept)
        #expect(try details(salon)["extraFields"] == kept)
        let page = String(decoding: try salon.shard.ask(PageOfAppointment.self, ["manageToken": booked.json["manageToken"] ?? .null]).body,
                          as: UTF8.self)
        #expect(page.contains("<dt>Hair length</dt><dd><bdi>long</bdi></dd>") && !page.contains("Allergies"))
        #expect(try salon.shard.published(SendToContact.self).first?.params["extraFields"]?["visits"] == "3")
    }

    @Test("The form of the page asks for them, keeps what was typed, and books")
    func form() throws {
        let salon = try salon()
        let token = try token(salon)
        let hold = try #require(try salon.post(HoldSlot.type, ["token": token, "startsAt": .string(tuesday)], as: nil).json["id"])
        let form = String(decoding: try salon.shard.ask(BookingPageOfLink.self, ["token": token, "hold": hold]).body, as: UTF8.self)
        #expect(form.contains("<select id=\"extraFields.hairLength\" name=\"extraFields.hairLength\" required>")
            && form.contains(">Earlier visits</label>"))
        func send(_ extra: JSONValue) throws -> Reply {
            try salon.post(BookOnPage.type, [
                "token": token, "holdId": hold, "customerName": "Ana Gil", "customerEmail": "ana@example.com",
                "customerDocument": salon.shard.sealed("12345678Z"), "extraFields": extra,
            ], as: nil)
        }
        let again = try send(["hairLength": "curly", "visits": "7", "allergies": ""])
        let page = String(decoding: again.body, as: UTF8.self)
        #expect(again.status == 422 && page.contains("value=\"7\"") && page.contains("id=\"extraFields.hairLength-error\""))
        #expect(try send(["hairLength": "short", "visits": "7", "allergies": ""]).status == 303)
        #expect(try details(salon)["extraFields"] == ["hairLength": "short", "allergies": nil, "visits": 7])
    }

    @Test("By hand nothing is required; an edit changes what it names; erasure leaves nothing")
    func byHand() throws {
        let salon = try salon()
        let entry: JSONValue = ["customerName": "Eva Ros", "description": "Blow-dry", "durationMinutes": 30, "startsAt": .string(wednesday)]
        #expect(try salon.post(CreateAppointment.type, entry).json["extraFields"] == ["hairLength": nil, "allergies": nil, "visits": nil])
        func edit(_ extra: JSONValue) throws -> Reply { try salon.post(EditAppointment.type, ["appointmentId": "1", "extraFields": extra]) }
        #expect(try edit(["allergies": "nuts", "visits": 2]).status == 200)
        #expect(try edit(["visits": nil]).json["extraFields"] == ["hairLength": nil, "allergies": "nuts", "visits": nil])
        #expect(try edit(["visits": 100]).fields == ["extraFields.visits"])
        #expect(try salon.post(CancelAppointment.type, ["appointmentId": "1"]).status == 200)
        try salon.shard.receive(UserErased(userId: "1"))
        try salon.shard.advance(by: .days(60))
        let list = try salon.shard.ask(AppointmentsOfProvider.self, ["from": "2026-11-01"], as: Salon.stylist).json["data"]?.array
        #expect(list?.map { $0["extraFields"] } == [["hairLength": nil, "allergies": nil, "visits": nil]])
    }

    @Test("An app that asks nothing else answers without the member, whatever is sent")
    func nothingAsked() throws {
        let studio = try Studio()
        let reply = try studio.book(studio.link(), tuesday10, more: ["extraFields": ["placement": "arm"]])
        #expect(reply.status == 201 && reply.json["extraFields"] == nil)
    }

    @Test("A declaration that cannot be meant is refused with its place", arguments: [
        ("{ name: Hair length, label: { en: Hair } }", "0.name: must be letters and digits in camelCase, at most 40"),
        ("{ name: hair, label: {} }", "0.label: must have a text for a language"),
        ("{ name: hair, label: { en: Hair }, type: choice }", "0.choices: must name a choice"),
        ("{ name: hair, label: { en: Hair }, choices: [short] }", "0.choices: belong to the type choice"),
        ("{ name: hair, label: { en: Hair }, type: number, min: 3, max: 2 }", "0.max: must not be less than min"),
        ("{ name: hair, label: { en: Hair }, max: 5000 }", "0.max: must be at most 1000 characters"),
        ("{ name: hair, label: { en: Hair }, colour: red }", "0.colour: is not a setting of an extra field"),
        ("{ name: hair, label: { en: Hair } }, { name: hair, label: { en: Hair } }", "1.name: is used twice"),
    ])
    func declarations(_ field: String, _ problem: String) throws {
        func problems(_ fields: String) throws -> [String] {
            let text = """
                tenant: t
                name: T
                currency: EUR
                roles: { stylist: ["calendars:own"] }
                plugins: { scheduling: [appointments] }
                settings: { scheduling: { extraFields: [\(fields)] } }
                """
            do {
                _ = try TenantFile(try YAMLFile(path: "t.yml", text: text), catalogue: [Scheduling.name: Scheduling.contents.plugins])
                return []
            } catch let error as FileProblems { return error.problems.map(\.description) }
        }
        #expect(try problems("{ name: hair, label: { en: Hair } }") == [])
        #expect(try problems(field) == ["t.yml:6: settings.scheduling.extraFields.\(problem)"])
    }
}
