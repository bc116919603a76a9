import CatalogRestaurants
import CatalogService
import Contracts
import Foundation
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Pictures that people send")
struct UploadTests {
    private typealias Fixture = RestaurantFixture

    /// One pixel, as small as a PNG gets.
    private static let pixel = [UInt8](Data(base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==") ?? Data())

    private func send(_ it: Fixture, _ bytes: [UInt8], as principal: Principal = Fixture.owner) throws -> Reply? {
        let part = UploadPart(upload: "u-\(bytes.count)-\(principal.userID)", index: 0, isLast: true, bytes: Base64URL.encode(bytes))
        let value = String(decoding: try JSON.encode(["part": part]), as: UTF8.self)
        return try it.shard.send(raw: value, type: KeepUpload.type, as: principal)
    }
    private func read(_ it: Fixture, _ id: String) throws -> Reply {
        try it.shard.ask(ReadUpload.self, ["uploadId": .string(id), "offset": 0, "length": 4096])
    }

    @Test("A picture is known by its content and shown to everybody who has its id")
    func picture() throws {
        let it = try Fixture()
        let sent = try send(it, Self.pixel)
        let id = try #require(sent?.json["id"]?.string)
        #expect(sent?.status == 201 && sent?.json["contentType"] == "image/png" && sent?.json["bytes"]?.int == Self.pixel.count)
        #expect(sent?.json["url"]?.string == "/t/food/api/v1/uploads/\(id)")
        #expect(FileSlice(try read(it, id).body)?.bytes == Self.pixel)
        #expect(try read(it, "none").status == 404)
        #expect(try send(it, Array("hello".utf8))?.status == 415)
        #expect(try send(it, [])?.status == 422)
        #expect(try send(it, Array(Self.pixel.prefix(40)))?.status == 422)
    }

    @Test("With an account its own pictures go; those that a restaurant shows stay, without their sender")
    func erased() throws {
        let it = try Fixture()
        let shown = try #require(try send(it, Self.pixel)?.json["id"]?.string)
        var edit = Fixture.edit()
        edit.logoId = .value(shown)
        try it.add(edit)
        let own = try #require(try send(it, Self.pixel, as: Fixture.customer)?.json["id"]?.string)
        try it.shard.receive(UserErased(userId: "noura"))
        #expect(try read(it, own).status == 404 && read(it, shown).status == 200)
        try it.shard.receive(UserErased(userId: "salman"))
        #expect(try read(it, shown).status == 200)
        #expect(try it.shard.count(of: "upload") == 1)
    }
}
