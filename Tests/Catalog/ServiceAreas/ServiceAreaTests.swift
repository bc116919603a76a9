import CatalogKit
import CatalogServiceAreas
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Service areas")
struct ServiceAreaTests {
    private typealias Fixture = ServiceAreaFixture

    @Test("An area is added, found by place, changed and taken out of service; each step is published whole")
    func life() throws {
        let it = try Fixture(), zone = try it.addZone()
        let reply = try #require(try it.shard.send(CreateServiceArea(Fixture.area("miami-core", zone)), as: Fixture.manager))
        let id = ServiceAreaID(try #require(reply.json["id"]?.string))
        #expect(reply.status == 201 && reply.location == "/service-areas/\(id)")
        #expect(reply.json["geometry"] == Fixture.miami && reply.json["priority"] == 0 && reply.json["active"] == true)
        #expect(try it.lookup(25.7617, -80.1918)["areaCode"] == "miami-core")
        #expect(try it.shard.ask(ServiceAreaDetails.self, ["areaId": .string(id.rawValue)]).json == reply.json)

        let edit: JSONValue = ["name": "Downtown", "priority": 7]
        try it.shard.advance(by: .seconds(60))
        let changed = try it.shard.send(ChangeServiceArea(areaId: id, edit), as: Fixture.manager)?.json
        #expect(changed?["name"] == "Downtown" && changed?["priority"] == 7 && changed?["geometry"] == Fixture.miami)
        #expect(changed?["updatedAt"] != changed?["createdAt"])
        // Nothing new: nothing to publish.
        #expect(try it.shard.send(ChangeServiceArea(areaId: id, edit), as: Fixture.manager)?.json == changed)
        #expect(try it.shard.send(ChangeServiceArea(areaId: id, ["priority": nil]), as: Fixture.manager)?.json["priority"] == 0)

        for _ in 0..<2 { #expect(try it.shard.send(DeactivateServiceArea(areaId: id), as: Fixture.manager)?.status == 204) }
        #expect(try it.lookup(25.7617, -80.1918)["serviceable"] == false && it.lookup(25.7617, -80.1918)["nearest"] == .null)
        #expect(try it.shard.ask(ServiceAreaDetails.self, ["areaId": .string(id.rawValue)]).json["active"] == false)
        let events = try it.shard.published(ServiceAreaChanged.self)
        #expect(events.map(\.active) == [true, true, true, false] && events.map(\.priority) == [0, 7, 0, 0])
        #expect(events.allSatisfy { $0.areaId == id && $0.priceZoneId == zone && $0.geometry.polygons[0].rings.count == 2 })
    }

    @Test("What is wrong with an area is named at once, a zone that is not there included; a code that is taken comes after the form")
    func refusals() throws {
        let it = try Fixture(), zone = try it.addZone()
        let other = try it.add(Fixture.area("miami-core", zone))
        #expect(it.errors(try it.shard.send(CreateServiceArea([:]), as: Fixture.manager))
            == ["code", "name", "priceZoneId", "geometry"])
        let edit = Fixture.area("No Code!", "unknown", ["type": "Polygon", "coordinates": [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]]],
                                ["name": "x", "priority": 101])
        #expect(it.errors(try it.shard.send(CreateServiceArea(edit), as: Fixture.manager))
            == ["code", "name", "priceZoneId", "geometry", "priority"])
        #expect(try it.shard.send(ChangeServiceArea(areaId: "none", edit), as: Fixture.manager)?.status == 404)
        let odd: JSONValue = ["code": [], "name": 1, "priceZoneId": "a b", "geometry": "far", "priority": "high", "active": 1]
        #expect(it.errors(try it.shard.send(ChangeServiceArea(areaId: other, odd), as: Fixture.manager))
            == ["code", "name", "priceZoneId", "geometry", "priority", "active"])
        #expect(it.errors(try it.shard.send(CreateServiceArea(Fixture.area("new", "unknown")), as: Fixture.manager)) == ["priceZoneId"])
        let lost: JSONValue = ["priceZoneId": "unknown", "name": "x"]
        #expect(it.errors(try it.shard.send(ChangeServiceArea(areaId: other, lost), as: Fixture.manager)) == ["priceZoneId", "name"])
        let taken = try it.shard.send(CreateServiceArea(Fixture.area("miami-core", zone)), as: Fixture.manager)
        #expect(taken?.status == 409 && taken?.json["slug"] == "area-code-taken")
        let second = try it.add(Fixture.area("doral", zone, Fixture.square(-80.39, 25.831, 0.03)))
        let rename: JSONValue = ["code": "miami-core"]
        #expect(try it.shard.send(ChangeServiceArea(areaId: second, rename), as: Fixture.manager)?.json["slug"] == "area-code-taken")
        #expect(try it.shard.send(ChangeServiceArea(areaId: other, rename), as: Fixture.manager)?.status == 200)
        #expect(try it.shard.send(ChangeServiceArea(areaId: "none", rename), as: Fixture.manager)?.status == 404)
        #expect(try it.shard.send(DeactivateServiceArea(areaId: "none"), as: Fixture.manager)?.status == 404)
        #expect(try it.shard.ask(ServiceAreaDetails.self, ["areaId": "none"]).status == 404)
        #expect(try it.shard.count(of: "service_area") == 2)
    }

    @Test("Of several areas the highest priority serves, then the first code; the nearest edge is named within 50 km")
    func lookups() throws {
        let it = try Fixture(), zone = try it.addZone()
        let high = Fixture.area("zz", zone, Fixture.square(1, 0, 1), ["priority": 5])
        let large = Fixture.area("bb", zone, Fixture.square(0, 0, 2)), small = Fixture.area("aa", zone, Fixture.square(0, 0, 1))
        let areas = [try it.add(large), try it.add(small), try it.add(high)]
        #expect(try it.lookup(0.5, 0.5)["areaId"] == .string(areas[1].rawValue) && it.lookup(1.5, 0.5)["areaCode"] == "bb")
        // The shared border belongs to both: priority decides.
        #expect(try it.lookup(0.5, 1)["areaCode"] == "zz" && it.lookup(0.5, 1)["priceZoneId"] == .string(zone.rawValue))
        let beside = try it.lookup(-0.1, 0.5)
        #expect(beside["serviceable"] == false && beside["areaId"] == .null)
        // A tenth of a degree of latitude.
        #expect(abs((beside["nearest"]?["distanceMeters"]?.int ?? 0) - 11_119) <= 1)
        #expect(try it.lookup(-0.5, 0.5)["nearest"] == .null)
        #expect(it.errors(try it.shard.ask(ServiceAreaLookup.self, ["lat": 90.1, "lng": -180.1])) == ["lat", "lng"])
        #expect(it.errors(try it.shard.ask(ServiceAreaLookup.self)) == ["lat", "lng"])
    }

    @Test("A page has as much geometry as a message carries; one area always has its own")
    func largePages() throws {
        let it = try Fixture(), zone = try it.addZone()
        // 21 areas of 2,000 points.
        let teeth = (0..<1997).map { MicroPoint(x: $0 * 1000, y: $0 % 2 * 1000) }
        let ring = teeth + [MicroPoint(x: 2_000_000, y: -1000), MicroPoint(x: 0, y: -1000), teeth[0]]
        for number in 0..<21 {
            try it.shard.receive(ImportServiceArea(
                areaId: ServiceAreaID("area-\(number)"), code: "area-\(number)", name: "Area", priceZoneId: zone,
                geometry: AreaGeometry(.polygon, [PlanarPolygon(rings: [ring])]), priority: 0, createdAt: it.shard.now + .seconds(number)))
        }
        // As text: reading a hundred thousand numbers one by one takes long.
        func text(_ reply: Reply) -> String { String(decoding: reply.body, as: UTF8.self) }
        let page = text(try it.shard.ask(ServiceAreas.self, ["perPage": 100]))
        #expect(page.utf8.count < 1_500_000 && page.ranges(of: "\"geometry\":{").count == 20 && page.contains("\"total\":21"))
        #expect(page.contains("\"code\":\"area-0\",\"name\":\"Area\",\"priceZoneId\":\"\(zone)\",\"geometry\":null"))
        #expect(text(try it.shard.ask(ServiceAreaDetails.self, ["areaId": "area-0"])).contains("\"geometry\":{"))
    }
}
