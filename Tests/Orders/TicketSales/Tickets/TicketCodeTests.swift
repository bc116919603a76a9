import Contracts
import Foundation
import Kernel
import OrdersTicketSales
import QRCode
import ServiceKit
import TestKit
import Testing

@Suite("Ticket codes")
struct TicketCodeTests {
    @Test("The picture decodes to the ticket's code, and the code verifies with the published key", arguments: [200, 321, 400, 1000])
    func pictureDecodes(size: Int) throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        let ticket = try #require(try shop.details(order).json["tickets"]?.array?.first)
        let id = try #require(ticket["id"]?.string)
        let payload = try #require(ticket["qr"]?["payload"]?.string)
        let image = try shop.shard.ask(TicketImage.self, ["ticketId": .string(id), "size": .int(size)], as: TicketShop.john)
        #expect(image.contentType == "image/png")
        #expect(image.cacheControl == "private, no-store")
        #expect(try PNGFile(image.body).size == [size, size])
        #expect(try PNGFile(image.body).decodedByZBar() == payload)

        let keys = try shop.shard.ask(TicketKeys.self).json["keys"]?.array ?? []
        let key = try #require(keys.first)
        #expect(key["kid"] == "orders-ticket-1")
        let claims = try JSON.decode(TicketCode.self, from: try CompactJWS.verify(payload, typ: "ticket+jws") { kid in
            kid == key["kid"]?.string ? key["x"]?.string.flatMap { Base64URL.decode($0) } : nil
        })
        #expect(claims == TicketCode(tid: TicketID(id), eid: TicketShop.eventID, ver: 1))
    }

    @Test("A code with one character changed does not verify")
    func forged() throws {
        let signer = TicketSigner(seed: Array(repeating: 9, count: 32))
        let ticket = Ticket(id: "t", orderId: "o", eventId: "e", type: "y", typeName: "Y", price: Money(0, .ugx), holder: "h",
            attendeeName: nil, serial: "S", attention: nil,
                            purchasedAt: .distantPast)
        let code = try signer.code(of: ticket)
        #expect(signer.open(code) != nil)
        #expect(TicketSigner(seed: Array(repeating: 8, count: 32)).open(code) == nil)
        for place in stride(from: 0, to: code.count, by: 7) {
            var characters = Array(code)
            characters[place] = characters[place] == "A" ? "B" : "A"
            guard String(characters) != code else { continue }
            #expect(signer.open(String(characters)) == nil, "changed at \(place)")
        }
    }

    @Test("A picture is for the holder only, of a size that scanners can read")
    func refusals() throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        let id: JSONValue = try #require(try shop.details(order).json["tickets"]?.array?.first?["id"])
        #expect(try shop.shard.ask(TicketImage.self, ["ticketId": id], as: TicketShop.jane).status == 404)
        #expect(try shop.shard.ask(TicketImage.self, ["ticketId": id]).status == 401)
        #expect(try shop.shard.ask(TicketImage.self, ["ticketId": id, "size": 199], as: TicketShop.john).status == 422)
        #expect(try shop.shard.ask(TicketImage.self, ["ticketId": id, "size": 1001], as: TicketShop.john).status == 422)
        #expect(throws: QRCode.Failure.textTooLong) { try QRCode.png(String(repeating: "x", count: 3000), sizePixels: 1000) }
        #expect(throws: QRCode.Failure.textTooLong) { try QRCode.png("", sizePixels: 400) }
    }
}

/// A PNG on disk, as far as the tests look into it.
struct PNGFile {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) throws {
        guard bytes.count > 33, Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else { throw NotPNG() }
        self.bytes = bytes
    }
    struct NotPNG: Error {}
    /// Width and height, from the IHDR chunk.
    var size: [Int] { [16, 20].map { at in (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } } }

    /// The text another program (zbarimg, Debian package zbar-tools) reads from the picture.
    func decodedByZBar() throws -> String {
        let path = NSTemporaryDirectory() + "souk-qr-\(UUID().uuidString).png"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/zbarimg")
        process.arguments = ["--raw", "-q", path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = Pipe()
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
