import Foundation
import GatewayService
import Kernel
import ServiceKit
import Testing

@Suite("Files go up in parts and come back in slices")
struct FileTests {
    private let path = "/t/demo/api/v1/things/t-1/picture"

    private func raw(_ body: [UInt8], type: String, headers: [String: String] = [:], chunked: Bool = false) throws -> [UInt8] {
        var head = """
            POST \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: \(type)\r\nAuthorization: \
            Bearer \(try Shop.token("u-1"))\r\n
            """
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        guard chunked else { return Array((head + "Content-Length: \(body.count)\r\n\r\n").utf8) + body }
        var out = Array((head + "Transfer-Encoding: chunked\r\n\r\n").utf8)
        for start in stride(from: 0, to: body.count, by: 50_000) {
            let piece = body[start..<min(body.count, start + 50_000)]
            out += Array((String(piece.count, radix: 16) + "\r\n").utf8) + piece + [13, 10]
        }
        return out + Array("0\r\n\r\n".utf8)
    }
    private func form(_ file: [UInt8], field: String = "file") -> [UInt8] {
        Array("--B--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhi\r\n--B--x\r\n".utf8)
            + Array("Content-Disposition: form-data; name=\"\(field)\"; filename=\"a;b.png\"\r\nContent-Type: text/plain\r\n\r\n".utf8)
            + file + Array("\r\n--B--x--\r\n".utf8)
    }

    @Test("A raw body and a form's field arrive byte by byte, in acknowledged parts that no message is too small for",
          arguments: [false, true])
    func parts(chunked: Bool) async throws {
        let shop = try await Shop()
        let file = Array(ShopService.file.prefix(1_000_000))
        let plain = try await shop.client.send(raw: try raw(file, type: "image/png", chunked: chunked))
        #expect(plain.status == 201 && plain.json["parts"] == 3)
        let formed = try await shop.client.send(raw: try raw(form(file), type: "multipart/form-data; boundary=\"B--x\"", chunked: chunked))
        #expect(formed.status == 201)
        let uploads = shop.service.uploads.withLock { Array($0.values) }
        #expect(uploads.count == 2 && uploads.allSatisfy { $0.flatMap { $0 } == file && $0.allSatisfy { $0.count <= UploadPart.bytesMax } })
        let parts = shop.received.filter { $0.type == "shop.attach-picture.v1" }
        #expect(parts.allSatisfy { $0.value.count < 540_000 && $0.principal?.userID == "u-1" })
        #expect(try JSON.decode(JSONValue.self, from: try #require(parts.first).value)["thingId"] == "t-1")
        await shop.stop()
    }

    @Test("A file that is too large, empty, or no form is refused; nobody without a token sends one")
    func refusals() async throws {
        let shop = try await Shop()
        let large = [UInt8](repeating: 7, count: (2 << 20) + 1)
        #expect(try await shop.client.send(raw: try raw(large, type: "image/png")).json["slug"] == "payload-too-large")
        #expect(try await shop.client.send(raw: try raw(large, type: "image/png", chunked: true)).status == 413)
        #expect(try await shop.client.send(raw: try raw([], type: "image/png")).json["errors"] == ["file": ["is required"]])
        let boundary = "multipart/form-data; boundary=B--x"
        #expect(try await shop.client.send(raw: try raw(form([1, 2], field: "other"), type: boundary)).json["errors"]
            == ["file": ["is required"]])
        #expect(try await shop.client.send(raw: try raw(form([1, 2]).dropLast(12), type: boundary)).status == 400)
        #expect(try await shop.client.send(raw: try raw(form([1, 2]), type: "multipart/form-data")).status == 415)
        #expect(try await shop.client.send(raw: try raw(form([1, 2]), type: "multipart/mixed; boundary=B--x")).status == 415)
        #expect(try await shop.client.post(path, "x", ["Content-Type": "image/png"]).status == 401)
        // The key is judged before what the path names.
        let nowhere = "/t/demo/api/v1/things/" + String(repeating: "t", count: 65) + "/picture"
        var headers = ["Content-Type": "image/png", "Authorization": "Bearer \(try Shop.token("u-1"))"]
        #expect(try await shop.client.post(nowhere, "x", headers).status == 404)
        headers["Idempotency-Key"] = "two words"
        #expect(try await shop.client.post(nowhere, "x", headers).status == 400)
        await shop.stop()
    }

    @Test("An upload under one Idempotency-Key is one upload, and its answer is repeated")
    func idempotent() async throws {
        let shop = try await Shop()
        let file = Array(ShopService.file.prefix(900_000))
        let first = try await shop.client.send(raw: try raw(file, type: "image/png", headers: ["Idempotency-Key": "k-1"]))
        let again = try await shop.client.send(raw: try raw(file, type: "image/png", headers: ["Idempotency-Key": "k-1"]))
        #expect(first.status == 201 && again.status == 201 && again["Idempotency-Replayed"] == "true"
            && first["Idempotency-Replayed"] == nil)
        #expect(shop.service.uploads.withLock { $0.count } == 1)
        await shop.stop()
    }

    @Test("A file comes back whole, in ranges, or not at all when it is known")
    func download() async throws {
        let shop = try await Shop()
        let path = "/t/demo/api/v1/files/f-1", file = ShopService.file
        let whole = try await shop.client.get(path)
        #expect(whole.status == 200 && whole.body == file && whole["ETag"] == "\"abc\"" && whole["Accept-Ranges"] == "bytes")
        #expect(whole["Cache-Control"]?.contains("immutable") == true && whole["X-Content-Type-Options"] == "nosniff"
            && whole["Content-Type"] == "image/png")
        let middle = try await shop.client.get(path, ["Range": "bytes=600000-1299998"])
        #expect(middle.status == 206 && middle.body == Array(file[600_000...1_299_998])
            && middle["Content-Range"] == "bytes 600000-1299998/1300000")
        #expect(try await shop.client.get(path, ["Range": "bytes=-10"]).body == file.suffix(10))
        #expect(try await shop.client.get(path, ["Range": "bytes=1299990-"]).body == file.suffix(10))
        #expect(try await shop.client.get(path, ["Range": "bytes=0-0,5-6"]).status == 200)
        let beyond = try await shop.client.get(path, ["Range": "bytes=1300000-"])
        #expect(beyond.status == 416 && beyond["Content-Range"] == "bytes */1300000")
        #expect(try await shop.client.get(path, ["If-None-Match": "\"abc\""]).status == 304)
        #expect(try await shop.client.get(path, ["Range": "bytes=0-9", "If-Range": "\"old\""]).body.count == file.count)
        let head = try await shop.client.send("HEAD", path)
        #expect(head.status == 200 && head.body.isEmpty && head["Content-Length"] == "1300000")
        #expect(try await shop.client.get("/t/demo/api/v1/files/f-2").status == 404)
        await shop.stop()
    }

    @Test("A file that takes several questions to make comes whole, and each slice is of the content of the first")
    func slowlyMade() async throws {
        let shop = try await Shop()
        let whole = try await shop.client.get("/t/demo/api/v1/files/f-slow")
        #expect(whole.status == 200 && whole.body == ShopService.file && whole["ETag"] == "\"abc\"")
        #expect(shop.service.sliceTags.withLock { $0 } == [nil, nil, nil, "abc", "abc"])
        await shop.stop()
    }

    @Test("A file whose content changes between two slices is cut short, never mixed")
    func changing() async throws {
        let shop = try await Shop()
        let cut = try await shop.client.get("/t/demo/api/v1/files/f-changing")
        #expect(cut.status == 200 && cut["Content-Length"] == "1300000")
        #expect(cut.body.count <= FileSlice.bytesMax && ShopService.file.starts(with: cut.body))
        await shop.stop()
    }

    @Test("A form is read the same however the network cuts it", arguments: [1, 2, 7, 64])
    func cutForm(pieces: Int) throws {
        let file: [UInt8] = Array("\r\n--B--".utf8) + [0, 13, 10, 45, 45] + Array("\r\n--B-\r\n\r\n".utf8)
        let bytes = form(file)
        var reading = try #require(MultipartReading(contentType: "multipart/form-data; boundary=B--x", fields: ["file"]))
        var found: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            found += try reading.take(bytes[start..<min(bytes.count, start + pieces)])
        }
        #expect(found == file && reading.isWhole && reading.hasFile)
    }
}
