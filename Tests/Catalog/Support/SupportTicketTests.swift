import CatalogService
import CatalogSupport
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Support tickets: open, answered, closed")
struct SupportTicketTests {
    private let john = Principal.user("john"), jane = Principal.user("jane")
    private let moderator = Principal.user("mod", roles: ["attendee", "moderator"])

    private func open(_ it: CatalogFixture, as who: Principal?, email: String? = nil, order: OrderID? = nil,
                      event: EventID? = nil) throws -> Reply {
        try #require(try it.shard.send(OpenSupportTicket(category: "payment", subject: "Paid twice", message: "My card was charged twice.",
                                                         email: email, orderId: order, eventId: event), as: who))
    }
    private func write(_ it: CatalogFixture, _ text: String, in ticket: String, as who: Principal) throws -> Reply {
        try #require(try it.shard.send(AddSupportMessage(ticketId: ticket, message: text), as: who))
    }
    private func status(_ it: CatalogFixture, _ ticket: String) throws -> String? {
        try it.shard.ask(SupportTicketDetails.self, ["ticketId": .string(ticket)], as: moderator).json["status"]?.string
    }
    private func list(_ it: CatalogFixture, _ parameters: JSONValue = .object([:]), as who: Principal) throws -> [String] {
        try it.shard.ask(SupportTickets.self, parameters, as: who).json["data"]?.array?.compactMap { $0["id"]?.string } ?? []
    }

    @Test("A ticket begins with its text, its owner and agents see it, nobody else")
    func opened() throws {
        let it = try CatalogFixture()
        let reply = try open(it, as: john)
        let id = try #require(reply.json["id"]?.string)
        #expect(reply.status == 201 && reply.location == "/support/tickets/\(id)")
        #expect(reply.json["status"] == "open" && reply.json["category"] == "payment" && reply.json["subject"] == "Paid twice")
        #expect(reply.json["email"] == nil && reply.json["orderId"] == nil && reply.json["closedAt"] == nil)
        let first = reply.json["messages"]?.array
        #expect(first?.count == 1 && first?[0]["author"] == "user" && first?[0]["body"] == "My card was charged twice.")
        #expect(first?[0]["at"] == "2026-11-21T07:00:00Z")
        #expect(try list(it, as: john) == [id] && list(it, as: jane).isEmpty)
        #expect(try it.shard.ask(SupportTicketDetails.self, ["ticketId": .string(id)], as: john).json == reply.json)
        #expect(try it.shard.ask(SupportTicketDetails.self, ["ticketId": .string(id)], as: jane).status == 404)
        #expect(try it.shard.ask(SupportTicketDetails.self, ["ticketId": .string(id)]).status == 401)
        #expect(try it.shard.ask(SupportTicketDetails.self, ["ticketId": .string(id)], as: moderator).status == 200)
    }

    @Test("Every wrong field is named; guests need an e-mail address")
    func fields() throws {
        let it = try CatalogFixture()
        let wrong = try #require(try it.shard.send(OpenSupportTicket(category: "weather", subject: "Hi", message: "Too short",
                                                                     email: "nobody"), as: john))
        let named = Set(wrong.json["errors"]?.object?.keys.map { $0 } ?? [])
        #expect(wrong.status == 422 && named == ["category", "subject", "message", "email"])
        #expect(try open(it, as: nil).json["errors"]?.object?.keys.map { $0 } == ["email"])
        #expect(try it.shard.count(of: "support_ticket") == 0)
    }

    @Test("An order must be one's own, an event one that the person can see")
    func references() throws {
        let it = try CatalogFixture()
        try it.shard.receive(OrderPlaced(orderId: "order-1", userId: "john"))
        #expect(try open(it, as: john, order: "order-1", event: CatalogFixture.summit).json["orderId"] == "order-1")
        #expect(try open(it, as: jane, order: "order-1").json["errors"]?.object?.keys.map { $0 } == ["orderId"])
        let unknown = try open(it, as: john, order: "order-2", event: "nowhere")
        #expect(unknown.status == 422 && Set(unknown.json["errors"]?.object?.keys.map { $0 } ?? []) == ["orderId", "eventId"])
        #expect(try open(it, as: nil, email: "guest@example.com", order: "order-1").status == 422)
        #expect(try open(it, as: nil, email: "guest@example.com", event: CatalogFixture.summit).status == 201)
    }

    @Test("An agent's answer is told, a reply opens the ticket again, and either side closes it")
    func conversation() throws {
        let it = try CatalogFixture()
        let id = try #require(try open(it, as: john).json["id"]?.string)
        let answered = try write(it, "Which card was it?", in: id, as: moderator)
        #expect(answered.status == 201 && answered.json["status"] == "answered")
        #expect(answered.json["messages"]?.array?.compactMap { $0["author"]?.string } == ["user", "agent"])
        let told = try it.shard.published(Notify.self)
        #expect(told.count == 1 && told[0].kind == "support-reply" && told[0].recipientId == "john")
        #expect(told[0].facts["text"] == "Which card was it?")
        #expect(try write(it, "The blue one.", in: id, as: john).json["status"] == "open")
        #expect(try it.shard.published(Notify.self).count == 1)
        #expect(try write(it, "I read along.", in: id, as: jane).status == 404)
        let closed = try #require(try it.shard.send(CloseSupportTicket(ticketId: id), as: john))
        #expect(closed.status == 200 && closed.json["status"] == "closed" && closed.json["closedAt"] == "2026-11-21T07:00:00Z")
        #expect(try it.shard.send(CloseSupportTicket(ticketId: id), as: moderator)?.status == 200)
        let late = try write(it, "One more thing.", in: id, as: john)
        #expect(late.status == 409 && late.json["slug"] == "support-ticket-closed")
        #expect(try write(it, "One more thing.", in: id, as: moderator).status == 409)
        #expect(try it.shard.send(CloseSupportTicket(ticketId: id), as: jane)?.status == 404)
    }

    @Test("A moderator asks for help like everybody else: in an own ticket they are the user")
    func ownTicketOfAgent() throws {
        let it = try CatalogFixture()
        let id = try #require(try open(it, as: moderator).json["id"]?.string)
        let reply = try write(it, "Nobody answers?", in: id, as: moderator)
        #expect(reply.json["status"] == "open" && reply.json["messages"]?.array?.last?["author"] == "user")
        #expect(try it.shard.published(Notify.self).isEmpty)
    }

    @Test("Seven days after the last answer a ticket closes, to the second, unless somebody wrote")
    func closesByItself() throws {
        let it = try CatalogFixture()
        let quiet = try #require(try open(it, as: john).json["id"]?.string), alive = try #require(try open(it, as: john).json["id"]?.string)
        let unanswered = try #require(try open(it, as: john).json["id"]?.string)
        _ = try write(it, "Does it work now?", in: quiet, as: moderator)
        _ = try write(it, "Does it work now?", in: alive, as: moderator)
        try it.shard.advance(by: .days(6))
        _ = try write(it, "Hello?", in: quiet, as: moderator)
        _ = try write(it, "Not yet.", in: alive, as: john)
        try it.shard.advance(by: .days(7) - .seconds(1))
        #expect(try status(it, quiet) == "answered")
        try it.shard.advance(by: .seconds(1))
        let closed = try it.shard.ask(SupportTicketDetails.self, ["ticketId": .string(quiet)], as: john).json
        #expect(closed["status"] == "closed" && closed["closedAt"] == "2026-12-04T07:00:00Z")
        #expect(try status(it, alive) == "open" && status(it, unanswered) == "open")
        #expect(try it.shard.timers().allSatisfy { !$0.contains("support") })
    }

    @Test("Guests are answered by e-mail; only agents see their tickets")
    func guests() throws {
        let it = try CatalogFixture()
        let reply = try open(it, as: nil, email: " Guest@Example.com ")
        let id = try #require(reply.json["id"]?.string)
        #expect(reply.status == 201 && reply.json["email"] == "Guest@example.com")
        #expect(try list(it, as: john).isEmpty && list(it, ["all": true], as: moderator) == [id])
        let long = String(repeating: "Please look into your bank's app. ", count: 40)
        _ = try write(it, "Which card was it?", in: id, as: moderator)
        _ = try write(it, long, in: id, as: moderator)
        let mails = try it.shard.published(SendToContact.self)
        #expect(mails.map(\.template) == ["support-answer", "support-answer"] && mails.allSatisfy { $0.to.email == "Guest@example.com" })
        #expect(mails[0].attachments == nil && mails[1].attachments?.first?.content == long.trimmed)
        #expect(Set(mails.map(\.dedupKey)).count == 2)
        #expect(try it.shard.published(Notify.self).isEmpty)
    }

    @Test("Agents list everybody's tickets, newest first, by state; others may not")
    func lists() throws {
        let it = try CatalogFixture()
        let first = try #require(try open(it, as: john).json["id"]?.string)
        it.shard.now = it.shard.now + .seconds(1)
        let second = try #require(try open(it, as: jane).json["id"]?.string)
        _ = try write(it, "We look into it.", in: first, as: moderator)
        #expect(try list(it, ["all": true], as: moderator) == [second, first])
        #expect(try list(it, ["all": true, "status": "answered"], as: moderator) == [first])
        #expect(try list(it, as: moderator).isEmpty && list(it, ["status": "open"], as: john).isEmpty)
        let refused = try it.shard.ask(SupportTickets.self, ["all": true], as: john)
        #expect(refused.status == 403 && refused.json["slug"] == "role-required" && refused.json["members"]?["requiredRole"] == "moderator")
        #expect(try it.shard.ask(SupportTickets.self, ["status": "lost"], as: john).status == 422)
        // The missing role comes before a wrong status, so the gateway leaves the status to the query.
        #expect(try it.shard.ask(SupportTickets.self, ["all": true, "status": "lost"], as: john).status == 403)
        let route = Catalog.contents.routes.first { $0.method == "GET" && $0.path == "/support/tickets" }
        #expect(route?.query["status"] != nil && route?.query["status"]?.json["enum"] == nil)
        #expect(try it.shard.ask(SupportTickets.self, ["all": true, "perPage": 1], as: moderator).json["meta"]?["total"] == 2)
        #expect(try it.shard.ask(SupportTickets.self).status == 401)
    }

    @Test("A conversation ends at a hundred messages")
    func full() throws {
        let it = try CatalogFixture()
        let id = try #require(try open(it, as: john).json["id"]?.string)
        for n in 1..<SupportTicket.messagesMax { #expect(try write(it, "Message \(n)", in: id, as: john).status == 201) }
        #expect(try write(it, "One more", in: id, as: john).json["slug"] == "support-ticket-full")
        #expect(try it.shard.count(of: "support_message") == SupportTicket.messagesMax)
    }

    @Test("A page of long conversations still shows how each began")
    func longList() throws {
        let it = try CatalogFixture()
        let text = String(repeating: "é", count: 4000)
        for _ in 0..<2 {
            let id = try #require(try open(it, as: john).json["id"]?.string)
            for _ in 0..<70 { #expect(try write(it, text, in: id, as: john).status == 201) }
        }
        let rows = try it.shard.ask(SupportTickets.self, as: john).json["data"]?.array ?? []
        #expect(rows.map { $0["messages"]?.array?.first?["body"] } == ["My card was charged twice.", "My card was charged twice."])
        #expect(rows.map { $0["messages"]?.array?.count } == [71, 1])
    }

    @Test("Openings that would fill an answer are cut between characters")
    func longOpenings() throws {
        let it = try CatalogFixture()
        let message = String(repeating: "👩‍👩‍👧‍👦", count: 1500)
        for n in 0..<40 {
            let reply = try it.shard.send(OpenSupportTicket(category: "other", subject: "Number \(n)", message: message, email: nil,
                                                            orderId: nil, eventId: nil), as: john)
            #expect(reply?.status == 201)
        }
        let reply = try it.shard.ask(SupportTickets.self, ["perPage": 40], as: john)
        let bodies = (reply.json["data"]?.array ?? []).compactMap { $0["messages"]?.array?.first?["body"]?.string }
        #expect(bodies.count == 40 && bodies[0] == message && bodies[39].count == 81 && message.hasPrefix(bodies[39]))
        #expect(reply.body.count < 800_000)
    }

    @Test("An agent's request that is sent again is not answered with what an erased person wrote")
    func storedAnswers() throws {
        let it = try CatalogFixture()
        let id = try #require(try open(it, as: john, email: "john@example.com").json["id"]?.string)
        func send(_ command: some Message, _ id: String? = nil) throws -> Reply? { try it.shard.send(command, as: moderator, id: id) }
        let answer = AddSupportMessage(ticketId: id, message: "We look into it."), close = CloseSupportTicket(ticketId: id)
        #expect(try send(answer, "answer")?.json["email"] == "john@example.com")
        #expect(try send(close, "close")?.json["email"] == "john@example.com")
        try it.shard.receive(UserErased(userId: "john"))
        #expect(try send(answer, "answer")?.status == 503 && send(close, "close")?.status == 503)
        // "Try again": the gateway sends it anew, about a ticket that is gone.
        #expect(try send(answer)?.status == 404 && send(close)?.status == 404)
    }

    @Test("An erased account leaves no ticket and no order; what an agent wrote to others stays without their id")
    func erased() throws {
        let it = try CatalogFixture()
        try it.shard.receive(OrderPlaced(orderId: "order-1", userId: "john"))
        let gone = try #require(try open(it, as: john, order: "order-1").json["id"]?.string)
        let kept = try #require(try open(it, as: jane).json["id"]?.string)
        _ = try write(it, "We look into it.", in: gone, as: moderator)
        _ = try write(it, "We look into it.", in: kept, as: moderator)
        try it.shard.receive(UserErased(userId: "john"))
        try it.shard.receive(UserErased(userId: "mod"))
        #expect(try it.shard.count(of: "support_ticket") == 1 && it.shard.count(of: "order_owner") == 0)
        #expect(try it.shard.count(of: "support_message") == 2)
        #expect(try !it.shard.fingerprintContains("mod") && !it.shard.timers().contains { $0.contains(gone) })
        #expect(try it.shard.timers().contains { $0.contains(kept) })
    }
}
