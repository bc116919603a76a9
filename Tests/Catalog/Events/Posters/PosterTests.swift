import CatalogEvents
import CatalogService
import Contracts
import Foundation
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Posters: what is in a file decides, and what tells of people goes")
struct PosterTests {
    private let bob = Principal(userID: CatalogFixture.bob, roles: ["attendee", "organizer"], sessionID: "s")
    private let john = Principal(userID: CatalogFixture.john, roles: ["attendee"], sessionID: "s")
    private let type: MessageType = "catalog.attach-poster.v1"

    private func send(_ file: [UInt8], to shop: CatalogFixture, as principal: Principal, upload: String,
                      partBytes: Int = UploadPart.bytesMax) throws -> Reply? {
        var reply: Reply?
        let parts = stride(from: 0, to: max(1, file.count), by: partBytes).map { Array(file[$0..<min(file.count, $0 + partBytes)]) }
        for (index, bytes) in parts.enumerated() {
            let part = UploadPart(upload: upload, index: index, isLast: index == parts.count - 1, bytes: Base64URL.encode(bytes))
            let value = JSONValue.object(["eventId": "summit", "part": try JSONValue(encoding: part)])
            reply = try shop.shard.send(raw: String(decoding: try JSON.encode(value), as: UTF8.self), type: type, as: principal,
                                        id: "\(upload)-\(index)")
            if let reply, reply.status >= 400 { return reply }
        }
        return reply
    }
    private func body(_ reply: Reply?) throws -> JSONValue { try JSON.decode(JSONValue.self, from: reply?.body ?? []) }

    @Test("A poster comes in parts, is kept without its metadata, and is the event's from then on; older ones stay")
    func attach() throws {
        let shop = try CatalogFixture()
        let picture = PictureMaking.png(width: 900, height: 1125, remark: "taken at home", paddingBytes: 900_000)
        let reply = try send(picture, to: shop, as: bob, upload: "u-1")
        let poster = try body(reply)
        #expect(reply?.status == 201 && poster["width"] == 900 && poster["height"] == 1125 && poster["mediaType"] == "image/png")
        let mediaID = try #require(poster["mediaId"]?.string)
        #expect(poster["posterUrl"]?.string?.hasSuffix("/media/\(mediaID)") == true && reply?.location == "/media/\(mediaID)")
        let event = try body(try shop.shard.ask(EventDetails.self, ["eventId": "summit"]))
        #expect(event["posterUrl"] == poster["posterUrl"])
        let second = try send(PictureMaking.jpeg(width: 1000, height: 2000, exif: true), to: shop, as: bob, upload: "u-2")
        #expect(try body(second)["mediaType"] == "image/jpeg")
        shop.shard.now = shop.shard.now + .seconds(1)
        let history = try body(try shop.shard.ask(EventPosters.self, ["eventId": "summit"], as: bob))
        #expect(history["meta"]?["total"] == 2)
        // Read back in slices, it is what was sent but for the remark.
        var read: [UInt8] = []
        while true {
            let slice = try shop.shard.ask(ReadMedia.self, ["mediaId": .string(mediaID), "offset": .int(read.count), "length": 400_000])
            let piece = try #require(FileSlice(slice.body))
            if piece.bytes.isEmpty { break }
            read += piece.bytes
        }
        #expect(read.count > 800_000 && read.starts(with: picture.prefix(33)) && !String(decoding: read, as: UTF8.self)
            .contains("taken at home"))
        #expect(try shop.shard.send(RemovePoster(eventId: "summit"), as: bob)?.status == 204)
        #expect(try body(try shop.shard.ask(EventDetails.self, ["eventId": "summit"]))["posterUrl"] == .null)
        #expect(try shop.shard.ask(ReadMedia.self, ["mediaId": .string(mediaID), "offset": 0, "length": 0]).status == 200)
    }

    @Test("Where the plugin has a prefix the poster's address has it, too")
    func prefix() throws {
        let shop = try CatalogFixture(prefix: "/stage")
        let poster = try body(try send(PictureMaking.png(width: 900, height: 1125), to: shop, as: bob, upload: "u-1"))
        #expect(poster["posterUrl"] == .string("/t/eventpass/api/v1/stage/media/\(poster["mediaId"]?.string ?? "")"))
    }

    @Test("What is no poster is refused by what is in it, whatever it is called")
    func refusals() throws {
        let shop = try CatalogFixture()
        func refused(_ file: [UInt8], _ id: String) throws -> (Int?, JSONValue) {
            let reply = try send(file, to: shop, as: bob, upload: id)
            return (reply?.status, try body(reply))
        }
        #expect(try refused(Array("GIF89a".utf8), "a").1["slug"] == "unsupported-image")
        // A program and a script, with names of pictures.
        let program: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + Array(repeating: 0, count: 4096)
        for (id, file) in [("elf", program), ("script", Array("#!/bin/sh\nrm -rf /\n".utf8)), ("exe", Array("MZ".utf8) + program)] {
            let reply = try refused(file, id)
            #expect(reply.0 == 415 && reply.1["slug"] == "unsupported-image", "\(id)")
        }
        let small = try refused(PictureMaking.png(width: 899, height: 1125), "b")
        #expect(small.0 == 422 && small.1["slug"] == "poster-too-small" && small.1["members"]?["width"] == 899
            && small.1["members"]?["minHeight"] == 1125)
        #expect(try refused(PictureMaking.png(width: 10_001, height: 1125), "c").1["slug"] == "image-too-large")
        var broken = PictureMaking.png(width: 900, height: 1125)
        broken[40] ^= 1
        #expect(try refused(broken, "d").1["slug"] == "image-corrupt")
        #expect(try refused(Array(PictureMaking.png(width: 900, height: 1125).dropLast(12)), "e").1["slug"] == "image-corrupt")
        #expect(try refused(Array(PictureMaking.jpeg(width: 900, height: 1125).dropLast(2)), "f").1["slug"] == "image-corrupt")
    }

    @Test("A copy of an event has a poster of its own, which stays when the other event goes for good")
    func copied() throws {
        let shop = try CatalogFixture()
        _ = try send(PictureMaking.png(width: 900, height: 1125), to: shop, as: bob, upload: "u-1")
        func copy(of id: EventID) throws -> (id: EventID, media: String) {
            let copy = try body(try shop.shard.send(DuplicateEvent(eventId: id), as: bob))
            let url = try #require(copy["posterUrl"]?.string)
            return (EventID(try #require(copy["id"]?.string)), try #require(url.split(separator: "/").last.map(String.init)))
        }
        func status(of media: String) throws -> Int {
            try shop.shard.ask(ReadMedia.self, ["mediaId": .string(media), "offset": 0, "length": 100]).status
        }
        let first = try copy(of: "summit"), second = try copy(of: first.id)
        #expect(first.media != second.media)
        #expect(try body(try shop.shard.ask(EventPosters.self, ["eventId": .string(second.id.rawValue)], as: bob))["meta"]?["total"] == 1)
        try shop.shard.send(DeleteEvent(eventId: first.id), as: bob)
        try shop.shard.advance(by: .days(31))
        #expect(try status(of: first.media) == 404 && status(of: second.media) == 200)
    }

    @Test("A poster of forty megapixels is taken as it is: nothing unpacks it")
    func large() throws {
        let shop = try CatalogFixture()
        let poster = try body(try send(PictureMaking.png(width: 8000, height: 5000), to: shop, as: bob, upload: "u-1"))
        #expect(poster["width"] == 8000 && poster["height"] == 5000)
    }

    @Test("Only the owner brings one, and is told with the first part; a part without its beginning is gone")
    func access() throws {
        let shop = try CatalogFixture()
        let picture = PictureMaking.png(width: 900, height: 1125, paddingBytes: 500_000)
        #expect(try send(picture, to: shop, as: john, upload: "u-1")?.status == 403)
        let late = UploadPart(upload: "u-9", index: 1, isLast: true, bytes: "AAAA")
        let value = JSONValue.object(["eventId": "summit", "part": try JSONValue(encoding: late)])
        let text = String(decoding: try JSON.encode(value), as: UTF8.self)
        #expect(try shop.shard.send(raw: text, type: type, as: bob, id: "u-9-1")?.status == 410)
        let first = UploadPart(upload: "u-9", index: 0, isLast: false, bytes: "AAAA")
        let begin = String(decoding: try JSON.encode(JSONValue.object(["eventId": "summit", "part": try JSONValue(encoding: first)])),
                           as: UTF8.self)
        #expect(try shop.shard.send(raw: begin, type: type, as: bob, id: "u-9-0")?.status == 200)
        // Left alone for ten minutes, its parts go when somebody else begins.
        shop.shard.now = shop.shard.now + .minutes(11)
        #expect(try send(picture, to: shop, as: bob, upload: "u-2")?.status == 201)
        #expect(try shop.shard.send(raw: text, type: type, as: bob, id: "u-9-1b")?.status == 410)
    }

    @Test("A JPEG loses its place and camera, and keeps its orientation")
    func orientation() throws {
        let image = try ImageFile(PictureMaking.jpeg(width: 20, height: 10, exif: true))
        #expect(image.width == 20 && image.height == 10 && image.format == .jpeg)
        let text = String(decoding: image.bytes, as: UTF8.self)
        #expect(!text.contains("GPS-PLACE") && !text.contains("a remark") && text.contains("Exif"))
        #expect(try ImageFile(image.bytes) == image)
    }
}

/// Pictures as files, made by hand: sizes, remarks, metadata, no content worth looking at.
enum PictureMaking {
    static func png(width: Int, height: Int, remark: String? = nil, paddingBytes: Int = 100) -> [UInt8] {
        func big(_ n: Int) -> [UInt8] {
            [UInt8(truncatingIfNeeded: n >> 24), UInt8(truncatingIfNeeded: n >> 16), UInt8(truncatingIfNeeded: n >> 8),
             UInt8(truncatingIfNeeded: n)]
        }
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            let named = Array(name.utf8) + data
            return big(data.count) + named + big(Int(crc(named)))
        }
        var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        out += chunk("IHDR", big(width) + big(height) + [8, 2, 0, 0, 0])
        if let remark { out += chunk("tEXt", Array("Comment\0\(remark)".utf8)) }
        out += chunk("IDAT", (0..<paddingBytes).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        return out + chunk("IEND", [])
    }
    static func jpeg(width: Int, height: Int, exif: Bool = false) -> [UInt8] {
        func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
            [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
        }
        var out: [UInt8] = [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
        if exif {
            let entry: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
            let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0] + entry + [0, 0, 0, 0] + Array("GPS-PLACE".utf8)
            out += segment(0xE1, Array("Exif\0\0".utf8) + tiff) + segment(0xFE, Array("a remark".utf8))
        }
        out += segment(0xC0, [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 1, 1, 0x11, 0])
        out += segment(0xDA, [1, 1, 0, 0, 63, 0])
        return out + [1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 4] + [0xFF, 0xD9]
    }
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var c = UInt32.max
        for byte in bytes {
            c ^= UInt32(byte)
            for _ in 0..<8 { c = c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
        }
        return ~c
    }
}
