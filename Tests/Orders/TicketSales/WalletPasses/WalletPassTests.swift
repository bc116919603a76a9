import Crypto
import Contracts
import Foundation
import Kernel
import Messaging
import OrdersService
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing
import WalletPass

@Suite("Tickets in the wallets of phones")
struct WalletPassTests {
    private static let secret = Result { try PassFile.selfSigned("Pass Type ID: pass.ug.eventpass.ticket") }
    private static let terms: JSONValue = [
        "passTypeIdentifier": "pass.ug.eventpass.ticket", "teamIdentifier": "A1B2C3D4E5", "certificate": "wallet", "color": "#ffcc00",
    ]

    private static func definition(_ terms: JSONValue? = terms) -> TenantDefinition {
        var definition = TicketShop.definition
        definition.plugins["orders"] = ["ticket-sale", "wallet-pass"]
        var settings = definition.settings["orders"]?.object ?? [:]
        settings["walletPass"] = terms
        definition.settings["orders"] = .object(settings)
        return definition
    }
    private func pass(_ shop: TicketShop, _ id: JSONValue, as user: Principal? = TicketShop.john, secret: String? = nil) throws -> Reply {
        try shop.shard.ask(TicketWalletPass.self, ["ticketId": id], as: user,
                           environment: ["SOUK_PROVIDER_EVENTPASS_WALLET": secret ?? Self.secret.get()])
    }
    private func tickets(_ shop: TicketShop, _ order: TicketShop.Placed) throws -> [JSONValue] {
        try shop.details(order).json["tickets"]?.array ?? []
    }

    @Test("A pass says what the ticket says, and its QR code is the ticket's code")
    func facts() throws {
        let shop = try TicketShop(Self.definition())
        let ticket = try #require(try tickets(shop, try shop.buy(1)).first)
        let id = try #require(ticket["id"]), serial = try #require(ticket["serial"]?.string), code = ticket["qr"]?["payload"]
        let reply = try pass(shop, id)
        #expect(reply.status == 200 && reply.contentType == "application/vnd.apple.pkpass" && reply.cacheControl == "private, no-store")
        #expect(reply.fileName == "\(serial).pkpass")
        let said = try PassFile(reply.body).json("pass.json")
        #expect(said["formatVersion"] == 1 && said["serialNumber"] == id && said["passTypeIdentifier"] == "pass.ug.eventpass.ticket"
            && said["teamIdentifier"] == "A1B2C3D4E5" && said["organizationName"] == "EventPassUG")
        let barcode: JSONValue = ["format": "PKBarcodeFormatQR", "message": code ?? .null, "messageEncoding": "iso-8859-1",
                                  "altText": .string(serial)]
        #expect(said["barcode"] == barcode && said["barcodes"] == [barcode])
        #expect(said["relevantDate"]?.string == (shop.opening + .days(5)).description)
        #expect(said["locations"] == [["latitude": 0.319, "longitude": 32.5863]])
        #expect(said["backgroundColor"] == "rgb(255,204,0)" && said["foregroundColor"] == "rgb(0,0,0)")
        let fields = said["eventTicket"]
        func shown(_ section: String) -> [String?] { fields?[section]?.array?.map { $0["value"]?.string } ?? [] }
        #expect(shown("primaryFields") == ["Kampala Tech Summit"])
        #expect(shown("secondaryFields") == ["Thursday 26 November 2026, 10:00–18:00", "Kampala Serena Hotel"])
        #expect(shown("auxiliaryFields") == ["Regular", "John Okello"] && shown("backFields") == [serial, "UGX 50,000"])
    }

    @Test("openssl verifies the signature with the certificate of the secret and with no other, and a changed list of files is refused")
    func signature() throws {
        let shop = try TicketShop(Self.definition())
        let id = try #require(try tickets(shop, try shop.buy(1)).first?["id"])
        let file = try PassFile(try pass(shop, id).body)
        #expect(Set(file.files.keys) == ["pass.json", "icon.png", "icon@2x.png", "icon@3x.png", "manifest.json", "signature"])
        #expect(try file.isSigned(by: Self.secret.get()))
        #expect(try !file.isSigned(by: PassFile.selfSigned("somebody else")))
        var changed = try #require(file.files["manifest.json"])
        changed[20] ^= 1
        #expect(try !file.isSigned(by: Self.secret.get(), manifest: changed))
        let hashes = try file.json("manifest.json").object ?? [:]
        #expect(hashes.count == 4)
        for (name, hash) in hashes {
            let digest = Insecure.SHA1.hash(data: try #require(file.files[name]))
            #expect(hash.string == digest.map { String(UInt16($0) | 0x100, radix: 16).suffix(2) }.joined())
        }
        for name in ["icon.png", "icon@2x.png", "icon@3x.png"] { #expect(file.files[name]?.prefix(4) == [0x89, 0x50, 0x4E, 0x47]) }
    }

    @Test("Only the holder gets one, while the ticket has a code, and only of an app with a certificate")
    func refusals() throws {
        let shop = try TicketShop(Self.definition())
        let order = try shop.buy(2)
        let two = try tickets(shop, order).compactMap { $0["id"]?.string }
        #expect(try pass(shop, .string(two[0]), as: nil).status == 401)
        #expect(try pass(shop, .string(two[0]), as: TicketShop.jane).status == 404)
        #expect(try pass(shop, "nothing").status == 404)
        try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [TicketID(two[0])], reason: "Cannot come"), as: TicketShop.john)
        try shop.refundSucceeds(try #require(try shop.shard.published(RefundPayment.self).last))
        let gone = try pass(shop, .string(two[0]))
        #expect(gone.status == 409 && gone.json["slug"] == "ticket-not-active")
        #expect(try pass(shop, .string(two[1])).status == 200)
        let without = try TicketShop(Self.definition(nil))
        let id = try #require(try tickets(without, try without.buy(1)).first?["id"])
        #expect(try pass(without, id).status == 404)
    }

    @Test("A secret without a key, without a certificate, or with a key that is not the certificate's signs nothing")
    func secrets() throws {
        let own = try Self.secret.get(), other = try PassFile.selfSigned("somebody else")
        func part(_ text: String, _ name: String) throws -> String {
            let start = try #require(text.range(of: "-----BEGIN \(name)-----")), end = try #require(text.range(of: "-----END \(name)-----"))
            return text[start.lowerBound..<end.upperBound] + "\n"
        }
        let certificate = try part(own, "CERTIFICATE"), key = try part(own, "PRIVATE KEY"), foreign = try part(other, "PRIVATE KEY")
        func sign(_ pem: String) throws(PassSigner.Failure) -> [UInt8] { try PassSigner(pem: pem).signature(of: Array("{}".utf8), at: 1) }
        #expect(throws: PassSigner.Failure.unreadable("private key")) { try sign(certificate) }
        #expect(throws: PassSigner.Failure.unreadable("certificate")) { try sign(key) }
        #expect(throws: PassSigner.Failure.unreadable("private key")) { try sign("nothing") }
        #expect(throws: PassSigner.Failure.refused) { try sign(certificate + foreign) }
        #expect(try sign(key + certificate) == sign(certificate + key))
        // What stands between a certificate and the root goes with the signature.
        let between = try part(other, "CERTIFICATE")
        #expect(try sign(certificate + key + between).count > sign(certificate + key).count + 500)
    }

    @Test("Settings that no certificate could have are named when the tenant file is applied")
    func settings() {
        func problems(_ terms: JSONValue?) -> [String] {
            let definition = Self.definition(terms)
            return Orders.contents.plugins.first { $0.name == "wallet-pass" }?
                .check(definition.settings["orders"] ?? .null, definition).map(\.path) ?? ["no plugin"]
        }
        #expect(problems(Self.terms) == [])
        #expect(problems(nil) == ["walletPass"])
        #expect(problems(["passTypeIdentifier": "ticket", "teamIdentifier": "A1", "certificate": "../wallet", "color": "red"]) == [
            "walletPass.passTypeIdentifier", "walletPass.teamIdentifier", "walletPass.certificate", "walletPass.color",
        ])
        #expect(problems(["passTypeIdentifier": "pass.a", "teamIdentifier": "A1B2C3D4E5"]) == ["walletPass.certificate"])
    }
}
