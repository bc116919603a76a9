import Contracts
import Foundation
import Kernel
import OrdersTicketSales
import Testing

@Suite("The ticket sale, every state and every fact")
struct TicketSaleTableTests {
    @Test("Each fact does to each state what the table says")
    func table() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/ticket-sale.txt")
        let table = TicketSaleCells.table()
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" { try Data(table.utf8).write(to: path) }
        let golden = try String(contentsOf: path, encoding: .utf8)
        for (mine, theirs) in zip(table.split(separator: "\n"), golden.split(separator: "\n")) { #expect(mine == theirs) }
        #expect(table == golden)
    }

    @Test("A fact told twice in a row moves no money, issues no tickets and answers nobody a second time")
    func twice() throws {
        for state in TicketSaleCells.states {
            for fact in TicketSaleCells.facts {
                var order = TicketSaleCells.order(state.status)
                guard let first = try? TicketSale.step(&order, on: fact.fact, at: TicketSaleCells.now,
                    settings: TicketSaleSettings()) else { continue }
                let before = order
                let again = (try? TicketSale.step(&order, on: fact.fact, at: TicketSaleCells.now, settings: TicketSaleSettings())) ?? []
                for effect in again {
                    switch effect {
                    case .refund:
                        // The same id: the rows know it, so it is asked for once.
                        #expect(first.contains(effect), "\(state.name), \(fact.name)")
                    case .confirmClaim, .extendClaim, .claimAgain, .createIntent, .awaitAnswer, .answer, .refuse, .issueTickets,
                        .countEarlierRefunds, .announceAwaitingPayment, .announceCompleted, .announceExpired, .announceCancelled:
                        Issue.record("\(state.name), \(fact.name): \(effect) again")
                    case .releaseClaim, .returnSeats, .cancelIntent, .stopWaiting, .withdrawTickets, .refundTickets, .announceRefunded,
                         .reportMismatch:
                        break  // Named by ids their receivers know, or said again only because it was told again.
                    }
                }
                if case .refundSettled = fact.fact { continue }
                #expect(order.status == before.status, "\(state.name), \(fact.name)")
            }
        }
    }

    @Test("Whatever is told in whatever order: one set of tickets, one answer, and paid money is tickets or on its way back")
    func anyOrder() throws {
        var random = SplitMix(state: 20_261_121)
        for _ in 0..<4000 {
            var order = TicketSaleCells.blank
            var seen = Tally()
            for _ in 0..<30 {
                let fact = TicketSaleCells.facts[Int(random.next() % UInt64(TicketSaleCells.facts.count))].fact
                // A payment's id is made when it is asked for: nobody can speak of it before.
                guard seen.askedForPayment || !fact.names(TicketSaleCells.payment) else { continue }
                guard let effects = try? TicketSale.step(&order, on: fact, at: TicketSaleCells.now,
                    settings: TicketSaleSettings()) else { continue }
                seen.count(fact, effects, of: order)
                try #require(seen.problem(order) == nil, "\(seen.problem(order) ?? "") after \(seen.story)")
            }
        }
    }

    /// What a story did so far.
    struct Tally {
        var story: [String] = []
        var ticketSets = 0
        var answers = 0
        var ownRefunds: Set<RefundID> = []
        var ownMoney = false
        var lateClaims = 0
        var askedForPayment = false

        mutating func count(_ fact: TicketSaleFact, _ effects: [TicketSaleEffect], of order: TicketOrder) {
            story.append("\(TicketSaleCells.facts.first { $0.fact == fact }?.name ?? "?") → \(TicketSaleCells.name(of: order.status))")
            if case .payment(.succeeded(let notice)) = fact, notice.payment == order.status.payment { ownMoney = true }
            for effect in effects {
                switch effect {
                case .issueTickets: ticketSets += 1
                case .answer, .refuse: answers += 1
                case .refund(let id, TicketSaleCells.payment, _, _): ownRefunds.insert(id)
                case .claimAgain: lateClaims += 1
                case .createIntent: askedForPayment = true
                case .confirmClaim, .extendClaim, .releaseClaim, .returnSeats, .cancelIntent, .refund, .awaitAnswer, .stopWaiting,
                    .countEarlierRefunds, .withdrawTickets, .refundTickets,
                    .announceAwaitingPayment, .announceCompleted, .announceExpired, .announceCancelled, .announceRefunded,
                    .reportMismatch: break
                }
            }
        }

        func problem(_ order: TicketOrder) -> String? {
            if ticketSets > 1 { return "tickets were issued twice" }
            if answers > 1 { return "the buyer was answered twice" }
            if lateClaims > 1 { return "seats were claimed late twice" }
            if ownRefunds.count > 1 { return "two refunds of one payment" }
            guard ownMoney else { return nil }
            switch order.status {
            case .confirming(_, .some, _), .reclaiming: return ownRefunds.isEmpty ? nil : "money goes back while seats are confirmed"
            case .completed(.some), .partiallyRefunded(.some): return ticketSets == 1 ? nil : "paid and completed without tickets"
            case .returning, .refunded(.some): return nil
            case .pending, .preparing, .awaitingPayment, .confirming(_, nil, _), .completed(nil), .partiallyRefunded(nil), .refunded(nil),
                .refused, .expired, .cancelled:
                return "money came and is neither tickets nor on its way back"
            }
        }
    }
}

extension TicketSaleFact {
    /// Whether it speaks of this payment.
    func names(_ payment: PaymentID) -> Bool {
        switch self {
        case .payment(.intentCreated(let notice)), .payment(.started(let notice, _)), .payment(.requiresAction(let notice)),
            .payment(.succeeded(let notice)), .payment(.failed(let notice)), .payment(.canceled(let notice)),
            .payment(.refunded(let notice, _)), .payment(.authorized(let notice, _)), .payment(.captureFailed(let notice)):
            notice.payment == payment
        case .claimed, .claimRefused, .claimConfirmed, .claimConfirmRefused, .claimExpired, .claimReleased, .answerOverdue, .refundSettled,
            .refundFailed, .buyerCancels, .eventCancelled, .buyerErased: false
        }
    }
}

/// A small seeded generator (Steele, Lea, Flood: SplitMix64), so that a failing story can be told again.
struct SplitMix {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
