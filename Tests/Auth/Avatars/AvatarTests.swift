import AuthAccounts
import AuthAvatars
import AuthOrganizerApplication
import AuthService
import Kernel
import Messaging
import ServiceKit
import Testing
import TestKit

@Suite("Pictures of people")
struct AvatarTests {
    /// As small as a JPEG gets: its frame alone.
    private func picture(_ side: UInt8) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, side, 0, side, 1, 1, 0x11, 0, 0xFF, 0xD9] }

    private static func send(_ bytes: [UInt8], _ upload: String, to auth: AuthHarness, as user: Principal) throws -> Reply {
        let part = UploadPart(upload: upload, index: 0, isLast: true, bytes: Base64URL.encode(bytes))
        let value = String(decoding: try JSON.encode(JSONValue.object(["part": try JSONValue(encoding: part)])), as: UTF8.self)
        return try #require(try auth.shard.send(raw: value, type: AttachAvatar.type, as: user))
    }

    @Test("A picture is the account's from then on, the next one replaces it, and one that is too small or none at all changes nothing")
    func avatar() throws {
        let auth = try AuthHarness()
        let john = try auth.register()
        func send(_ bytes: [UInt8], _ upload: String) throws -> Reply {
            try Self.send(bytes, upload, to: auth, as: auth.principal(john))
        }
        func shown() throws -> String? { try auth.shard.ask(MyAccount.self, as: auth.principal(john)).json["avatarUrl"]?.string }
        #expect(try shown() == nil)
        let first = try send(picture(200), "u-1")
        #expect(first.status == 201)
        #expect(try shown() == first.json["avatarUrl"]?.string)
        #expect(try send(picture(100), "u-2").json["slug"] == "image-too-small")
        #expect(try send(Array("GIF89a, or so it says".utf8), "u-3").status == 415)
        #expect(try shown() == first.json["avatarUrl"]?.string)
        let second = try send(picture(201), "u-4")
        #expect(try shown() == second.json["avatarUrl"]?.string && second.json["avatarUrl"] != first.json["avatarUrl"])
        #expect(try auth.shard.count(of: "avatar") == 1)
        // Read pieces with offset and length at the limits of Int (12.C1, E1).
        let avatarID = try #require(second.json["avatarUrl"]?.string?.split(separator: "/").last)
        func piece(_ offset: Int, _ length: Int) throws -> Int {
            let reply =
                try auth.shard.ask(ReadAvatar.self, ["avatarId": .string(String(avatarID)), "offset": .int(offset), "length": .int(length)])
            #expect(reply.status == 200)
            return try #require(FileSlice(reply.body)).bytes.count
        }
        #expect(try piece(0, .max) == picture(201).count && piece(1, .max) == picture(201).count - 1)
        for offset in [Int.max, .max - 524_287, .min, -1, picture(201).count] {
            #expect(try piece(offset, .max) == 0 && piece(offset, 524_288) == 0)
        }
        #expect(try piece(0, 0) == 0 && piece(0, -1) == 0 && piece(0, .min) == 0)
    }

    @Test("The profile of an application is repeated as it was read, also after the account got another picture")
    func repeatedProfile() throws {
        let it = try ReviewHarness()
        func keep(_ picture: String?) throws -> Int {
            try it.step(KeepApplicationProfile.type, [
                "organizationName": "John Live", "bio": "Concerts and fairs in Kampala since 2015.",
                "avatarMediaId": .string(try #require(picture)),
            ]).status
        }
        func send(_ side: UInt8, _ upload: String) throws -> String? {
            let url = try Self.send(picture(side), upload, to: it.auth, as: it.john).json["avatarUrl"]?.string
            return url?.split(separator: "/").last.map(String.init)
        }
        let first = try send(200, "u-1")
        #expect(try keep(first) == 200)
        let second = try send(201, "u-2")
        #expect(first != second)
        let read = try it.application()["profile"]?["avatarMediaId"]?.string
        #expect(read == first)
        #expect(try keep(read) == 200 && keep(second) == 200)
        // Now it is neither the account's picture nor the application's.
        #expect(try keep(first) == 422)
    }
}
