import CatalogKit
import CatalogServiceAreas
import CatalogService
import Contracts
import Kernel
import ServiceKit
import TestKit
import Testing

@Suite("Geocoding")
struct GeocodingTests {
    private typealias Fixture = ServiceAreaFixture
    private typealias Address = ImportKnownAddresses.Address

    private static let addresses = [
        Address(line1: "1200 Brickell Ave", city: "Miami", region: "US-FL", postalCode: "33131",
                location: GeoPoint(lat: 25.7617, lng: -80.1918)),
        Address(line1: "1201 Brickell Ave", city: "Miami", region: "US-FL", postalCode: "33131",
                location: GeoPoint(lat: 25.7618, lng: -80.1912)),
        Address(line1: "500 S Pointe Dr", city: "Miami Beach", region: "US-FL", postalCode: "33139",
                location: GeoPoint(lat: 25.7667, lng: -80.1340)),
        Address(line1: "100 SE 1st St", city: "Fort Lauderdale", region: "US-FL", postalCode: "33301",
                location: GeoPoint(lat: 26.1205, lng: -80.1420)),
    ]
    private func fixture() throws -> Fixture {
        let it = try Fixture(), zone = try it.addZone()
        _ = try it.add(Fixture.area("miami-core", zone))
        try it.shard.receive(ImportKnownAddresses(addresses: Self.addresses))
        return it
    }
    private func labels(_ it: Fixture, _ query: String) throws -> [String] {
        try it.shard.ask(Geocode.self, ["q": .string(query)]).json["data"]?.array?.compactMap { $0["line1"]?.string } ?? ["?"]
    }

    @Test("Addresses are found by their words, written out or short, while the last one is typed")
    func finds() throws {
        let it = try fixture()
        #expect(try labels(it, "1200 Brickell Avenue, Miami") == ["1200 Brickell Ave", "1201 Brickell Ave"])
        #expect(try labels(it, "500 south pointe drive") == ["500 S Pointe Dr"])
        #expect(try labels(it, "brick") == ["1200 Brickell Ave", "1201 Brickell Ave"])
        #expect(try labels(it, "ft lauderdale") == ["100 SE 1st St"])
        #expect(try labels(it, "Champs Élysées") == [] && labels(it, "....") == [])
        let best = try it.shard.ask(Geocode.self, ["q": "1200 Brickell Ave"]).json["data"]?.array?.first
        #expect(best == [
            "label": "1200 Brickell Ave, Miami, FL 33131", "line1": "1200 Brickell Ave", "city": "Miami", "region": "US-FL",
            "postalCode": "33131", "location": ["lat": 25.7617, "lng": -80.1918], "confidence": 1, "serviceable": true,
        ])
        #expect(try it.shard.ask(Geocode.self, ["q": "pointe"]).json["data"]?.array?.first?["serviceable"] == false)
    }

    @Test("A list that comes twice is kept once, and at most five addresses are answered")
    func limits() throws {
        let it = try fixture()
        try it.shard.receive(ImportKnownAddresses(addresses: Self.addresses), id: "again")
        #expect(try it.shard.count(of: "known_address") == 4)
        try it.shard.receive(ImportKnownAddresses(addresses: (1...9).map {
            Address(line1: "\($0) Ocean Dr", city: "Miami Beach", region: "US-FL", postalCode: "33139",
                    location: GeoPoint(lat: 25.77, lng: -80.13))
        }), id: "more")
        #expect(try labels(it, "ocean") == (1...5).map { "\($0) Ocean Dr" })
        #expect(it.errors(try it.shard.ask(Geocode.self, ["q": "ab"])) == ["q"])
        #expect(it.errors(try it.shard.ask(Geocode.self, ["q": .string(String(repeating: "a", count: 121))])) == ["q"])
        #expect(it.errors(try it.shard.ask(Geocode.self)) == ["q"])
    }

    @Test("A place has the nearest address within 150 metres")
    func reverse() throws {
        let it = try fixture()
        func found(_ lat: Double, _ lng: Double) throws -> [String] {
            try it.shard.ask(ReverseGeocode.self, ["lat": .double(lat), "lng": .double(lng)]).json["data"]?.array?
                .compactMap { $0["line1"]?.string } ?? ["?"]
        }
        #expect(try found(25.76171, -80.19181) == ["1200 Brickell Ave"] && found(25.7618, -80.1911) == ["1201 Brickell Ave"])
        // 149 and 151 metres south.
        #expect(try found(25.7617 - 0.00134, -80.1918) == ["1200 Brickell Ave"] && found(25.7617 - 0.001358, -80.1918) == [])
        #expect(it.errors(try it.shard.ask(ReverseGeocode.self, ["lat": 1])) == ["lng"])
    }

    @Test("Every geocoder finds an address by its own label and its place, and names what it is called in tenant files",
          arguments: Geocoders.all.map { $0.name })
    func conformance(_ name: String) throws {
        let geocoder = try #require(Geocoders.named(name))
        #expect(geocoder.name == name)
        let it = try fixture()
        for address in Self.addresses {
            let label = "\(address.line1), \(address.city), FL \(address.postalCode)"
            let found = try it.shard.ask(Geocode.self, ["q": .string(label)]).json["data"]?.array ?? []
            #expect(found.first?["label"] == .string(label) && found.count <= 5)
            let near = try it.shard.ask(ReverseGeocode.self, ["lat": .double(address.location.lat), "lng": .double(address.location.lng)])
            #expect(near.json["data"]?.array?.first?["label"] == .string(label))
        }
    }
}
