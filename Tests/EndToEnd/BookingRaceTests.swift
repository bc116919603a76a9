import Foundation
import Kernel
import Testing

@Suite("Races for a slot", .serialized)
struct BookingRaceTests {
    private static let base = "/t/lucidda/api"

    @Test("200 guests want one slot: one appointment, and everybody else hears that it is taken")
    func oneSlot() throws {
        let street = try RunningStreet(template: SeededData.folder.get())
        defer { street.remove() }
        var phone = Phone(street: street)
        let signedIn = try phone.sure("POST", Self.base + "/auth/login", ["email": "lucia@lucidda.tattoo", "password": "Peonia-Negra-27"])
        #expect(signedIn.status == 200 && signedIn.body["user"]?["id"] == 1)
        phone.token = signedIn.body["token"]?.string
        let artist = phone
        let tokens = try atOnce(200) { _ in
            let link = try artist.sure("POST", Self.base + "/booking-links", ["description": "Peonía en el antebrazo", "duration": 60])
            return link.body["token"]?.string ?? ""
        }
        #expect(Set(tokens).count == 200)
        let guest = Phone(street: street)
        let days = try guest.sure("GET", Self.base + "/booking/links/\(tokens[0])/slots").body["data"]?.array ?? []
        let starts: [JSONValue] = days.flatMap { ($0["slots"]?.array ?? []).compactMap { $0["startsAt"] } }
        let start = try #require(starts.last)
        let answers = try atOnce(200) { number in
            try guest.sure("POST", Self.base + "/booking/links/\(tokens[number])/appointments",
                           ["startsAt": start, "clientName": "Carla Medina", "clientEmail": "carla@example.com", "clientDni": "32456789"])
        }
        #expect(answers.filter { $0.status == 201 }.count == 1)
        let refused = answers.filter { $0.status != 201 }
        #expect(refused.count == 199)
        #expect(refused.allSatisfy { $0.status == 409 && $0.body["slug"] == "slot-taken" && ($0.body["alternatives"]?.array?.count ?? 0) <= 3 })
        let busy = try artist.sure("GET", Self.base + "/appointments?perPage=100").body["data"]?.array ?? []
        #expect(busy.filter { $0["startsAt"] == start }.count == 1)
    }
}
