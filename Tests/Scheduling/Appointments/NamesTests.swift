import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import ServiceKit
import TestKit
import Testing

@Suite("Names of fields: one feature, two vocabularies")
struct NamesTests {
    /// Keys, values and markup that a hairdresser's app must not show. `clientSecret` is a word of payments.
    private func foreign(_ text: String) -> [String] {
        let words = text.replacing("clientSecret", with: "").lowercased().split { !$0.isLetter }
        return words.map(String.init).filter { $0.contains("artist") || $0.contains("tattoo") || $0.contains("client") }
    }
    private let tuesday = "2026-11-24T09:00:00Z", wednesday = "2026-11-25T09:00:00Z"

    @Test("Every route of a booking link, pages aside, documents the answers for a link that opens nothing")
    func refusalsOfLinks() {
        let ofLinks = Scheduling.contents.routes.filter { $0.path.hasPrefix("/booking/links/{token}") }
        #expect(ofLinks.count > 5)
        for route in ofLinks {
            for refusal in ["404 booking-link-not-found", "410 booking-link-used", "410 booking-link-expired", "410 booking-link-revoked"] {
                #expect(route.refusals.contains(refusal), "\(route.method) \(route.path): \(refusal)")
            }
        }
    }

    @Test("A hairdresser's app books through the same feature, and no answer, page, mail or event has a word of a tattoo studio")
    func otherTrade() throws {
        let salon = try Salon()
        var answers: [String] = []
        func seen(_ reply: Reply, _ status: Int = 200) throws -> JSONValue {
            #expect(reply.status == status)
            answers.append(String(decoding: reply.body, as: UTF8.self))
            return (try? JSON.decode(JSONValue.self, from: reply.body)) ?? .null
        }
        let link = try seen(salon.link(), 201)
        #expect(link["description"] == "Cut and colour" && link["providerId"] == 1)
        let token = try #require(link["token"]?.string)
        #expect(try seen(salon.shard.ask(LinkForCustomer.self, ["token": .string(token)]))["providerName"] == "Inés Vidal")
        _ = try seen(salon.shard.ask(BookingPageOfLink.self, ["token": .string(token)]))
        let booked = try seen(salon.book(token, tuesday), 201)
        #expect(booked["customerName"] == "Ana Gil" && booked["customerDocument"] == "******78Z"
            && booked["description"] == "Cut and colour")
        let manage = try #require(booked["manageToken"]?.string)
        let created = try seen(salon.post(CreateAppointment.type, [
            "customerName": "Eva Ros", "description": "Blow-dry", "durationMinutes": 30, "startsAt": .string(wednesday),
            "providerNotes": "likes tea",
        ]), 201)
        #expect(created["source"] == "provider" && created["providerNotes"] == "likes tea" && created["customerPhone"] == "")
        let cancelled = try seen(salon.post(CancelAppointment.type, ["appointmentId": "2", "reason": "Ill"]))
        #expect(cancelled["cancelledBy"] == "provider")
        let details = try seen(salon.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Salon.stylist))
        #expect(details["history"]?.array?.map { $0["by"] } == ["customer"] && details["customerDocument"] == "12345678Z")
        #expect(try seen(salon.shard.ask(SettingsOfProvider.self, as: Salon.stylist))["customerDocument"] == "ES")
        let refused =
            try seen(salon.post(CreateAppointment.type, ["customerName": "E", "durationMinutes": 30, "startsAt": .string(wednesday)]), 422)
        #expect(Set((refused["errors"]?.object ?? [:]).keys) == ["customerName", "description"])
        #expect(try seen(salon.post(ChangeSettings.type, ["customerDocument": "XX"]), 422)["errors"]?["customerDocument"] != nil)
        for query in [PageOfAppointment.type, CancelPage.type, ReschedulePage.type] {
            let page: Reply = switch query {
            case CancelPage.type: try salon.shard.ask(CancelPage.self, ["manageToken": .string(manage)])
            case ReschedulePage.type: try salon.shard.ask(ReschedulePage.self, ["manageToken": .string(manage)])
            default: try salon.shard.ask(PageOfAppointment.self, ["manageToken": .string(manage)])
            }
            _ = try seen(page)
        }
        #expect(answers.flatMap(foreign) == [])
        let mails = try salon.shard.published(SendToContact.self), notes = try salon.shard.published(Notify.self)
        #expect(mails.first?.params["provider"]?["name"] == "Inés Vidal"
            && mails.first?.attachments?.first?.content.contains("Haircut with Inés Vidal") == true)
        #expect(notes.map(\.kind) == ["appointment-new"] && notes.first?.facts["customer"]?["name"] == "Ana Gil")
        let messages = try mails.map { try JSON.encode($0) } + notes.map { try JSON.encode($0) }
            + salon.shard.published(AppointmentBooked.self).map { try JSON.encode($0) } + salon.shard.published(AppointmentCancelled.self)
            .map { try JSON.encode($0) }
        #expect(messages.map { String(decoding: $0, as: UTF8.self) }.flatMap(foreign) == [])
    }

    @Test("Forms of pages name their fields as the app does, and so do their refusals")
    func forms() throws {
        let salon = try Salon()
        let token = try #require(try salon.link().json["token"])
        let held = try #require(try salon.post(HoldSlot.type, ["token": token, "startsAt": .string(tuesday)], as: nil).json["id"]?.string)
        let form = try salon.shard.ask(BookingPageOfLink.self, ["token": token, "hold": .string(held)])
        let page = String(decoding: form.body, as: UTF8.self)
        #expect(page.contains("name=\"customerName\"") && page.contains("name=\"customerDocument\"") && foreign(page) == [])
        let again = try salon.post(
            BookOnPage.type, ["token": token, "holdId": .string(held), "customerName": "A", "customerEmail": "ana@example.com"], as: nil)
        let refused = String(decoding: again.body, as: UTF8.self)
        #expect(again.status == 422 && refused.contains("Enter your full name") && refused.contains("Enter a valid identity number")
            && foreign(refused) == [])
    }

    @Test("Timers and commands that an earlier release recorded are still carried out")
    func recorded() throws {
        let studio = try Studio()
        let calendar: JSONValue = ["artistId": "9", "name": "Otra", "timezone": .string(Studio.zone), "settings": ["clientDocument": "ES"],
                                   "hours": [["dayOfWeek": 3, "startTime": "10:00", "endTime": "18:00", "isActive": true]],
                                   "exceptions": []]
        #expect(try studio.guest(ImportCalendar.type, calendar).status == 204)
        let settings = try studio.shard.ask(SettingsOfProvider.self, as: .user("9", roles: ["artist"])).json
        #expect(settings["clientDocument"] == "ES" && settings["customerDocument"] == nil)
        let appointment: JSONValue = [
            "id": 40, "artistId": "1", "clientName": "Carla Medina", "clientEmail": "carla@example.com", "clientPhone": "",
            "description": "Rosa",
            "startsAt": .string(tuesday10), "durationMinutes": 60, "status": "cancelled", "cancelledBy": "artist",
            "createdAt": "2026-11-01T07:00:00Z",
        ]
        #expect(try studio.guest(ImportAppointment.type, appointment).status == 204)
        let imported = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "40"], as: Studio.provider).json
        #expect(imported["clientName"] == "Carla Medina" && imported["cancelledBy"] == "artist" && imported["tattooDescription"] == "Rosa")
        let manage = try studio.booked(wednesday10)
        try studio.shard.markSeen()
        let timer: JSONValue = ["appointmentId": 41, "sequence": 0, "offsetMinutes": 120]
        #expect(try studio.guest("scheduling.remind-artist.v1", timer).status == 204)
        #expect(try studio.shard.published(Notify.self).map(\.kind) == ["artist-reminder"])
        let moved: JSONValue = ["manageToken": .string(manage), "startsAt": .string(tuesday14)]
        #expect(try studio.guest("scheduling.reschedule-as-client.v1", moved).status == 200)
        let picture = Base64URL.encode([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 3, 1, 1, 0x11, 0, 0xFF, 0xD9])
        let part: JSONValue = ["upload": "upload-1", "index": 0, "isLast": true, "bytes": .string(picture)]
        #expect(try studio.guest("scheduling.put-client-photo-part.v1", ["manageToken": .string(manage), "part": part]).status == 201)
        #expect(try studio.guest("scheduling.erase-client-data.v1", ["appointmentId": 40]).status == 204)
        let erased = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "40"], as: Studio.provider).json
        #expect(erased["clientName"] != "Carla Medina")
        #expect(try studio.guest("scheduling.erase-waiting-client.v1", ["entryId": 99]).status == 204)
        #expect(try studio.guest("scheduling.cancel-as-client.v1", ["manageToken": .string(manage)]).status == 200)
        // Another one: an erasure forgets the answers to its own.
        let leaving = try studio.booked("2026-11-26T13:00:00Z")
        #expect(try studio.guest(CancelAsCustomer.type, ["manageToken": .string(leaving)]).status == 200)
        #expect(try studio.guest("scheduling.erase-client.v1", ["manageToken": .string(leaving)]).status == 204)
    }

    @Test("What watchers of a studio's app see live has the names it always had; a new app sees the event as it is")
    func live() throws {
        let feeds = Scheduling.contents.live.filter { $0.name == "appointments/mine" }
        let studio = try #require(feeds.first { $0.plugin == "booking-links" }?.feeds),
            salon = try #require(feeds.first { $0.plugin == "appointments" }?.feeds)
        #expect(salon.allSatisfy { $0.names == nil && $0.words == nil } && studio.map(\.type) == salon.map(\.type))
        for feed in studio {
            #expect(feed.names == ["providerId": "artistId", "customerRef": "clientRef"] && feed.readers.contains("providerId"))
            #expect(feed.words?["by"] == ["provider": "artist", "customer": "client"] && feed.words?["source"] == ["provider": "artist"])
            #expect(feed.words?["reasonCode"]?["provider-erased"] == "artist-erased")
        }
    }

    @Test("A tenant names one of the two vocabularies")
    func one() throws {
        func problems(_ plugins: String) throws -> [String] {
            let text = "tenant: t\nname: T\ncurrency: EUR\nroles: { stylist: [\"calendars:own\"] }\nplugins: { scheduling: [\(plugins)] }\n"
            do {
                _ = try TenantFile(try YAMLFile(path: "t.yml", text: text), catalogue: [Scheduling.name: Scheduling.contents.plugins])
                return []
            } catch let error as FileProblems { return error.problems.map(\.description) }
        }
        #expect(try problems("appointments").isEmpty && problems("booking-links").isEmpty)
        #expect(try problems("appointments, booking-links").contains { $0.contains("one thing with two vocabularies") })
    }
}
