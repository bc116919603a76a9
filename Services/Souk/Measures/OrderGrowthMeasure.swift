import Contracts
import GRDB
import Kernel
import Messaging
import OrdersBusinessNumbers
import OrdersCheckIn
import OrdersService
import OrdersTicketSales
import ServiceKit
import SoukPlatform

/// How much longer each command and each list of `orders` takes with a thousand times the orders in the file: the service's own
/// handlers and queries over two scratch files. A list shows as many rows in both, so what grows is the way to them.
package struct OrderGrowthMeasure {
    private static let smallBlocks = 1, largeBlocks = 1000
    private static let rounds = 3, turns = 120, warmUps = 30

    package struct Result: Codable, Sendable {
        struct Line: Codable, Sendable {
            let name: String
            let smallP50Microseconds: Double
            let largeP50Microseconds: Double
            var text: String {
                "  \(name)\(String(repeating: " ", count: max(1, 34 - name.count)))\(Int(smallP50Microseconds)) → "
                    + "\(Int(largeP50Microseconds)) µs, \(Double(Int(largeP50Microseconds / smallP50Microseconds * 100)) / 100) times"
            }
        }
        let commands: [Line]
        let lists: [Line]
        package var text: String {
            "with 1,000 and 1,000,000 orders in the file: p50, median of \(OrderGrowthMeasure.rounds) rounds\n"
                + "  commands, each a transaction:\n" + commands.map(\.text).joined(separator: "\n")
                + "\n  questions:\n" + lists.map(\.text).joined(separator: "\n")
        }
    }

    private let definition: TenantDefinition
    private let now: Timestamp

    /// - Parameter definition: a tenant that sells tickets.
    package init(_ definition: TenantDefinition, now: Timestamp) { (self.definition, self.now) = (definition, now) }

    private struct Question: Sendable {
        let name: String
        let type: MessageType
        var isOrganizers = false
        let parameters: @Sendable (_ block: Int, _ order: Int) -> JSONValue
    }
    private static let questions: [Question] = [
        Question(name: "orders of a buyer", type: OrdersOfBuyer.type) { _, _ in [:] },
        Question(name: "orders of a buyer, refunded", type: OrdersOfBuyer.type) { _, _ in ["status": "refunded"] },
        Question(name: "an order", type: OrderDetails.type) { ["orderId": .string(OrderBlocks.order($0, $1).rawValue)] },
        Question(name: "tickets of a holder", type: TicketsOfHolder.type) { _, _ in ["filter": "all"] },
        Question(name: "tickets of a holder, page 3", type: TicketsOfHolder.type) { _, _ in
            ["filter": "upcoming", "page": 3, "perPage": 5]
        },
        Question(name: "a ticket", type: TicketDetails.type) { ["ticketId": .string(OrderBlocks.ticket($0, $1).rawValue)] },
        Question(name: "refunds of an order", type: RefundsOfOrder.type) { ["orderId": .string(OrderBlocks.order($0, $1).rawValue)] },
        Question(name: "transfers", type: TransfersOfUser.type) { _, _ in [:] },
        Question(name: "attendees of an event", type: EventAttendees.type, isOrganizers: true) { block, _ in event(block) },
        Question(name: "attendees, by a name", type: EventAttendees.type, isOrganizers: true) { block, order in
            event(block, ["search": .string("Buyer \(OrderBlocks.buyer(of: order))")])
        },
        Question(name: "check-in numbers", type: CheckInStats.type, isOrganizers: true) { block, _ in event(block) },
        Question(name: "scans of an event", type: CheckInLog.type, isOrganizers: true) { block, _ in event(block) },
        Question(name: "an organizer's dashboard", type: OrganizerDashboard.type, isOrganizers: true) { _, _ in [:] },
        Question(name: "analytics of an event", type: EventAnalytics.type, isOrganizers: true) { block, _ in event(block) },
    ]
    private static func event(_ block: Int, _ more: [String: JSONValue] = [:]) -> JSONValue {
        .object(more.merging(["eventId": .string(OrderBlocks.event(block).rawValue)]) { own, _ in own })
    }

    private struct File {
        let shard: MeasuredShard<Orders>
        let blocks: Int
    }

    package func run() throws -> Result {
        let blocks = OrderBlocks(currency: definition.currency, now: now)
        let files = try [Self.smallBlocks, Self.largeBlocks].map { count in
            let shard = try MeasuredShard<Orders>(definition, named: "orders-\(count)", now: now - .days(60))
            try blocks.fill(shard, blocks: count)
            return File(shard: shard, blocks: count)
        }
        defer { for file in files { file.shard.close() } }
        var draws = Draws(state: 3)
        var commands = Command.allCases.map { _ in files.map { _ in [Double]() } }
        var lists = Self.questions.map { _ in files.map { _ in [Double]() } }
        // Both files are asked in turns, so that what else the machine does meets both.
        for round in 0..<Self.rounds {
            for (at, question) in Self.questions.enumerated() {
                for (number, file) in files.enumerated() { lists[at][number].append(try ask(question, file, &draws)) }
            }
            for (number, file) in files.enumerated() {
                for (at, median) in try command(file, blocks, round, &draws).enumerated() { commands[at][number].append(median) }
            }
        }
        func line(_ name: String, _ medians: [[Double]]) -> Result.Line {
            let p50s = medians.map { $0.sorted()[Self.rounds / 2] * 1e6 }
            return Result.Line(name: name, smallP50Microseconds: p50s[0], largeP50Microseconds: p50s[1])
        }
        return Result(commands: zip(Command.allCases, commands).map { line($0.0.rawValue, $0.1) },
                      lists: zip(Self.questions, lists).map { line($0.0.name, $0.1) })
    }

    private func principal(_ user: User.ID) -> Principal {
        Principal(userID: user, roles: ["attendee", "organizer"], sessionID: "bench")
    }
    private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

    private func ask(_ question: Question, _ file: File, _ draws: inout Draws) throws -> Double {
        var times: [Double] = []
        for turn in 0..<(Self.warmUps + Self.turns) {
            let block = draws.index(file.blocks), order = draws.index(OrderBlocks.orders)
            let user = question.isOrganizers ? OrderBlocks.organizer(block) : OrderBlocks.buyer(block, OrderBlocks.buyer(of: order))
            let took = try file.shard.ask(question.type, question.parameters(block, order), as: principal(user), at: now).took
            if turn >= Self.warmUps { times.append(took) }
        }
        return Self.median(times)
    }

    private func newestOrder(_ file: File) throws -> OrderID {
        let id = try file.shard.file.pool.read { try String.fetchOne($0, sql: "SELECT id FROM orders ORDER BY rowid DESC LIMIT 1") }
        return OrderID(id ?? "")
    }

    private enum Command: String, CaseIterable {
        case place = "a free order is placed", claimed = "its seats are held", completed = "it gets its tickets"
        case reissue = "a ticket gets a new code"
    }

    /// The medians of the commands, in their order.
    private func command(_ file: File, _ blocks: OrderBlocks, _ round: Int, _ draws: inout Draws) throws -> [Double] {
        var times = Command.allCases.map { _ in [Double]() }
        for turn in 0..<(Self.warmUps + Self.turns) {
            let block = draws.index(file.blocks), buyer = OrderBlocks.buyer(block, draws.index(OrderBlocks.buyers))
            let items = [TicketLine(ticketTypeId: OrderBlocks.free, quantity: 1)]
            let placed = try file.shard.apply([PlaceTicketOrder(eventId: OrderBlocks.event(block), items: items)], at: now,
                                              as: principal(buyer))
            let order = try newestOrder(file), claim = TicketOrder.firstClaim(of: order), event = blocks.event(block)
            let line = ClaimedLine(ticketTypeId: OrderBlocks.free, name: "Free", quantity: 1, unitPrice: .zero(definition.currency))
            let claimed = try file.shard.apply([
                TicketsClaimed(claimId: claim, orderId: order, userId: buyer, eventId: event.eventId, items: [line],
                               total: .zero(definition.currency), expiresAt: now + .minutes(15), event: event),
            ], at: now)
            let completed = try file.shard.apply([ClaimConfirmed(claimId: claim, orderId: order, listing: .event(event.eventId))], at: now)
            // Another one each time: a ticket has few codes.
            let number = (round * (Self.warmUps + Self.turns) + turn) % OrderBlocks.orders
            let ticket = OrderBlocks.ticket(block, number), holder = OrderBlocks.buyer(block, OrderBlocks.buyer(of: number))
            let reissued = try file.shard.apply([ReissueTicket(ticketId: ticket)], at: now, as: principal(holder))
            guard turn >= Self.warmUps else { continue }
            for (at, took) in [placed, claimed, completed, reissued].enumerated() { times[at].append(took) }
        }
        let free = try file.shard.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ticket WHERE price = 0") ?? 0 }
        guard free == (round + 1) * (Self.warmUps + Self.turns) else {
            throw Installation.Invalid(description: "orders: \(free) free tickets were issued")
        }
        return times.map(Self.median)
    }
}
