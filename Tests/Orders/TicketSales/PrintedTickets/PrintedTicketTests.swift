import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("Printed tickets")
struct PrintedTicketTests {
    private func page(_ shop: TicketShop, _ id: JSONValue, size: String? = nil, as user: Principal? = TicketShop.john) throws -> Reply {
        var question: [String: JSONValue] = ["ticketId": id]
        if let size { question["size"] = .string(size) }
        return try shop.shard.ask(TicketPDF.self, .object(question), as: user)
    }
    private func tickets(_ shop: TicketShop, _ order: TicketShop.Placed) throws -> [JSONValue] {
        try shop.details(order).json["tickets"]?.array ?? []
    }

    @Test("poppler reads every fact on one page of the paper, and another program the code",
          arguments: [(nil, "419.53 x 595.28 pts"), ("a4", "595.28 x 841.89 pts"), ("a5", "419.53 x 595.28 pts"),
                      ("a6", "297.64 x 419.53 pts")] as [(String?, String)])
    func facts(size: String?, paper: String) throws {
        let shop = try TicketShop()
        let ticket = try #require(try tickets(shop, try shop.buy(1)).first)
        let id = try #require(ticket["id"]), serial = try #require(ticket["serial"]?.string)
        let reply = try page(shop, id, size: size)
        #expect(reply.status == 200 && reply.contentType == "application/pdf" && reply.cacheControl == "private, no-store")
        #expect(reply.fileName == "\(serial).pdf")
        let printed = PrintedPage(reply.body)
        let info = try printed.info()
        #expect(info["Pages"] == "1" && info["Page size"]?.hasPrefix(paper) == true, "\(info)")
        #expect(info["Title"] == "Kampala Tech Summit · \(serial)")
        let text = try printed.text()
        for fact in ["EventPassUG", "Kampala Tech Summit", "Thursday 26 November 2026, 10:00–18:00", "Kampala time, UTC+03:00",
                     "Kampala Serena Hotel", "Kintu Road, Kampala", "Ticket Regular", "Name John Okello", "Price UGX 50,000",
                     "Serial \(serial)"] {
            #expect(text.contains(fact), "\(fact): \(text)")
        }
        #expect(try printed.code() == ticket["qr"]?["payload"]?.string)
    }

    @Test("The same ticket gives the same bytes, another one does not, and all bytes but the second line's are ASCII")
    func bytes() throws {
        let shop = try TicketShop()
        let two = try tickets(shop, try shop.buy(2)).compactMap { $0["id"] }
        let first = try page(shop, two[0]).body
        #expect(try page(shop, two[0]).body == first)
        #expect(try page(shop, two[1]).body != first)
        #expect(first.filter { $0 > 126 } == [0xE2, 0xE3, 0xCF, 0xD3])
    }

    @Test("Only the holder gets it, on paper that exists, while the ticket has a code")
    func refusals() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        let two = try tickets(shop, order).compactMap { $0["id"]?.string }
        let id = JSONValue.string(two[0])
        #expect(try page(shop, id, as: nil).status == 401)
        #expect(try page(shop, id, as: TicketShop.jane).status == 404)
        #expect(try page(shop, "nothing").status == 404)
        let wrong = try page(shop, id, size: "letter")
        #expect(wrong.status == 422 && wrong.json["errors"]?["size"] != nil)
        shop.shard.now = shop.event().endDate + .days(1)
        #expect(try page(shop, id).status == 200, "expired tickets keep their code")
        shop.shard.now = shop.opening
        try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [TicketID(two[0])], reason: "cannot come"), as: TicketShop.john)
        let dead = try page(shop, id)
        #expect(dead.status == 409 && dead.json["slug"] == "ticket-not-active" && dead.json["members"]?["currentStatus"] == "refunded")
        #expect(try page(shop, .string(two[1])).status == 200)
    }

    @Test("A free ticket says so, and the name on it is the attendee's")
    func free() throws {
        let shop = try TicketShop()
        let order = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 1)], attendees: ["Zoë (VIP) \\ Ömer"])
        try shop.shard.receive(shop.claimed(order))
        try shop.confirm(order)
        let id = try #require(try tickets(shop, order).first?["id"])
        let text = try PrintedPage(try page(shop, id).body).text()
        #expect(text.contains("Price Free") && text.contains("Name Zoë (VIP) \\ Ömer"), "\(text)")
    }
}
